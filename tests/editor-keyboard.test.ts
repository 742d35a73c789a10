/**
 * Every operation of the editor by keyboard alone: announcements, and the focus afterwards (the real editor on the real
 * host, under its policy, D13).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blockTool,
  choose,
  entryByKeys,
  focused,
  focuses,
  focusesRole,
  focusesText,
  hears,
  tabTo,
  tool,
} from './lib/by-keys';
import { chrome, component, editorJourney, hold, idOf, labelled, reaches, shows } from './lib/editor-page';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const VIEW =
  '<section><h2>Title</h2><p>One two</p><p data-path="lead">Lead</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

async function open(view = VIEW, attributes = 'cdn="/cdn"'): Promise<string> {
  const version = await at.publish(view);
  await at.open(component(version, `${version}-x`), { attributes });
  // Editable components are focusable and announce that they are editable.
  await at.page.waitForSelector('feaas-component[tabindex="0"]');
  await at.page.keyboard.press('Tab');
  assert.equal(await at.page.evaluate(() => document.activeElement?.localName), 'feaas-component');
  await at.page.keyboard.press('Enter');
  await reaches(at.page, 'ready');
  return version;
}
const key = (name: string): Promise<void> => at.page.keyboard.press(name as 'Enter');
const has = (selector: string): Promise<unknown> => at.page.waitForSelector(selector, { timeout: 30_000 });
const dialog = (): Promise<unknown> => at.page.waitForSelector(chrome('dialog[open]'), { visible: true });
const noDialog = (): Promise<unknown> =>
  at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open]'));

/** Operations in order. Each starts in the text, and leaves the focus in the text or at the named element. */
const OPERATIONS: readonly (readonly [
  name: string,
  act: () => Promise<void>,
  after: { readonly said?: string; readonly shown?: string; readonly focus?: string },
])[] = [
  [
    'typing',
    async () => {
      await key('End');
      await at.page.keyboard.type('!');
      await shows(at.page, 'Title!\n\nOne two\n\nLead');
    },
    {},
  ],
  [
    'undo',
    async () => {
      await hold(at.page, ['Control'], 'z');
      await shows(at.page, 'Title\n\nOne two\n\nLead');
    },
    {},
  ],
  [
    'redo from the bar',
    async () => {
      await tool(at.page, 'Redo');
      await key('Enter');
      await shows(at.page, 'Title!\n\nOne two\n\nLead');
    },
    { said: 'Done: Redo' },
  ],
  [
    'marks from the bar',
    async () => {
      await key('Home');
      await hold(at.page, ['Shift'], 'End');
      await tool(at.page, 'Bold');
      await key('Enter');
    },
    { said: 'Done: Bold', shown: 'h2 strong' },
  ],
  [
    'marks by their key',
    async () => {
      await key('Home');
      await hold(at.page, ['Shift'], 'End');
      await hold(at.page, ['Control'], 'b');
    },
    { shown: 'h2:not(:has(strong))' },
  ],
  [
    'the type of a block',
    async () => {
      await tool(at.page, 'Block type');
      await choose(at.page, 'Heading 3');
    },
    { said: 'Done: Heading 3', shown: 'h3' },
  ],
  [
    'a link',
    async () => {
      await key('Home');
      await hold(at.page, ['Shift'], 'End');
      await hold(at.page, ['Control'], 'k');
      await at.page.waitForSelector(chrome('input[name=href]'), { visible: true });
      await at.page.keyboard.type('/there');
      await key('Enter');
    },
    { shown: 'h3 a[href="/there"]' },
  ],
  [
    'a link that is not made after all',
    async () => {
      await hold(at.page, ['Control'], 'k');
      await at.page.waitForSelector(chrome('input[name=href]'), { visible: true });
      await key('Escape');
    },
    { shown: 'h3 a[href="/there"]' },
  ],
  ['moving by keys', () => hold(at.page, ['Alt', 'Shift'], 'ArrowDown'), { said: 'Done: Move down', shown: 'p + h3' }],
  [
    'moving from the menu',
    async () => {
      await blockTool(at.page, 'Block tools');
      await choose(at.page, 'Move up');
    },
    { said: 'Done: Move up', shown: 'h3 + p' },
  ],
  ['duplicating', () => hold(at.page, ['Alt', 'Shift'], 'd'), { said: 'Done: Duplicate', shown: 'h3 + h3' }],
  [
    'deleting',
    async () => {
      await blockTool(at.page, 'Block tools');
      await choose(at.page, 'Delete');
    },
    { said: 'Done: Delete', shown: 'h3:first-child + p' },
  ],
  [
    'inserting',
    async () => {
      await blockTool(at.page, 'Insert a block');
      await entryByKeys(at.page, 'Quote');
      await key('Enter');
    },
    { said: 'Done: Quote', shown: 'blockquote' },
  ],
  [
    'the theme',
    async () => {
      await tool(at.page, 'Theme');
      await entryByKeys(at.page, 'Dusk');
      await key('Enter');
    },
    { said: 'Done: Dusk', shown: '.-theme--dusk' },
  ],
];

test('operations on the text in sequence', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open();
  await hears(at.page, 'Editor is open. F6 moves between the text and the tools, Escape closes.');
  await focusesText(at.page);
  for (const [name, act, { said, shown: selector }] of OPERATIONS) {
    await act();
    if (said) await hears(at.page, said).catch((error: Error) => assert.fail(`${name}: ${error.message}`));
    if (selector)
      await has(selector.startsWith('feaas') ? selector : `feaas-component ${selector}`).catch(() =>
        assert.fail(`${name}: no ${selector}`),
      );
    // F6 returns from the toolbar to the text.
    if (!(await at.page.evaluate(() => document.activeElement?.matches('feaas-component [contenteditable=true]')))) {
      assert.notEqual(await focused(at.page), '', `${name}: the focus is nowhere`);
      await key('F6');
    }
    await focusesText(at.page).catch(() => assert.fail(`${name}: the focus is not in the text`));
  }
});

test('the keys of a block also work from its tools, whose menu opens by other keys', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open(VIEW.replace('</section>', '<p>Last</p></section>'));
  await focusesText(at.page);
  await at.page.waitForSelector(chrome('.handles'), { visible: true });
  await blockTool(at.page, 'Block tools');
  for (const said of ['One two', 'Lead', 'Sky']) {
    await choose(at.page, 'Select the next one');
    await hears(at.page, `Selected: ${said}`);
  }
  await focuses(at.page, 'Block tools');
  const does = async (name: string, said: string, shown: string): Promise<void> => {
    await hold(at.page, ['Alt', 'Shift'], name as 'ArrowDown');
    await hears(at.page, `Done: ${said}`);
    await has(`feaas-component ${shown}`);
    await focuses(at.page, 'Block tools');
  };
  await does('ArrowDown', 'Move down', 'p:not([data-path]) + img:last-child');
  await does('ArrowUp', 'Move up', '[data-path] + img');
  await does('d', 'Duplicate', 'img + img');
  await key('ArrowDown');
  await focusesRole(at.page, 'menuitem');
});

test('elements without text can be reached, selected, bound, changed and deleted', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open();
  await focusesText(at.page);
  await at.page.waitForSelector(chrome('.handles'), { visible: true });
  const toImage = async (name: string): Promise<void> => {
    await blockTool(at.page, 'Block tools');
    for (const said of ['One two', 'Lead', name]) {
      await choose(at.page, 'Select the next one');
      await hears(at.page, `Selected: ${said}`);
      await focuses(at.page, 'Block tools');
    }
  };
  await toImage('Sky');
  await choose(at.page, 'Edit image');
  await at.page.waitForSelector(chrome('input[name=alt]'), { visible: true });
  await focuses(at.page, 'Alternative text');
  await key('Escape');
  await focuses(at.page, 'Block tools');
  await key('F6');
  await focusesText(at.page);
  await toImage('Sky');
  await choose(at.page, 'Edit image');
  await at.page.waitForSelector(chrome('input[name=alt]'), { visible: true });
  await hold(at.page, ['Control'], 'a');
  await at.page.keyboard.type('Night');
  await key('Enter');
  await has('feaas-component img[alt="Night"]');
  await focusesText(at.page);
  await toImage('Night');
  await choose(at.page, 'Delete');
  await hears(at.page, 'Done: Delete');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component img'));
  await focusesText(at.page);
  // The caret is next to the deleted text.
  await at.page.waitForFunction(() => document.activeElement!.textContent === 'One two');
  await key('ArrowUp');
  await at.page.waitForFunction(() => document.activeElement!.localName === 'h2');
  // Bind the text, and unbind it again.
  await tool(at.page, 'Data mode');
  await key('Enter');
  await at.page.waitForSelector(chrome('[data-binding=content]'), { visible: true });
  await tabTo(at.page, 'Path of the content');
  await key('Enter');
  // The tree is the first element of the dialog.
  await focusesRole(at.page, 'treeitem');
  await tabTo(at.page, 'Path');
  await at.page.keyboard.type('title');
  await key('Enter');
  await noDialog();
  await has('feaas-component h2[data-path=title]');
  await key('F6');
  await focusesText(at.page);
  await blockTool(at.page, 'Block tools');
  await choose(at.page, 'Select the one before');
  await hears(at.page, 'Selected: Title');
  await tabTo(at.page, 'Path of the content');
  await key('Enter');
  await dialog();
  await tabTo(at.page, 'Remove');
  await key('Enter');
  await noDialog();
  await has('feaas-component h2:not([data-path])');
  assert.notEqual(await focused(at.page), '');
});

test('dialogs for preview, shortcuts, checks, saving, discarding, unfork and closing return the focus', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await open('<section><h2>Title</h2><p>One <a href="#">two</a></p></section>');
  await focusesText(at.page);
  await hold(at.page, ['Control'], '/');
  await dialog();
  assert.match(await at.page.$eval('feaas-editor', (e) => e.shadowRoot!.querySelector('dialog')!.innerText), /F6/);
  await key('Escape');
  await noDialog();
  await focusesText(at.page);
  await tool(at.page, 'More actions');
  await choose(at.page, 'Keyboard shortcuts');
  await dialog();
  await key('Escape');
  await noDialog();
  await focuses(at.page, 'More actions');
  await key('F6');
  await tool(at.page, 'Preview at a width');
  await key('Enter');
  await dialog();
  await tabTo(at.page, 'Close');
  await key('Enter');
  await noDialog();
  await focuses(at.page, 'Preview at a width');
  await key('F6');
  await focusesText(at.page);
  // The link of a finding selects its text.
  await tool(at.page, 'Checks');
  await key('Enter');
  await at.page.waitForSelector(chrome('.finding'), { visible: true, timeout: 30_000 });
  await tabTo(at.page, 'Go there');
  await key('Enter');
  await at.page.waitForFunction(() => String(document.getSelection()) === 'two');
  await focusesText(at.page);
  await key('End');
  await at.page.keyboard.type('!');
  await labelled(at.page, 'Save customization', true);
  await hold(at.page, ['Control'], 's');
  await dialog();
  await focuses(at.page, 'Cancel');
  await key('Enter');
  await noDialog();
  await focusesText(at.page);
  await hold(at.page, ['Control'], 's');
  await dialog();
  await tabTo(at.page, 'Save customization');
  await key('Enter');
  await hears(at.page, 'Saved');
  await labelled(at.page, 'Up to date', false);
  await focusesText(at.page);
  await at.page.keyboard.type('?');
  await labelled(at.page, 'Save customization', true);
  await tool(at.page, 'More actions');
  await choose(at.page, 'Discard');
  await hears(at.page, 'Changes discarded');
  await labelled(at.page, 'Up to date', false);
  await focusesText(at.page).catch(async () => {
    assert.notEqual(await focused(at.page), '');
    await key('F6');
  });
  await tool(at.page, 'More actions');
  await choose(at.page, 'Unfork');
  await dialog();
  await tabTo(at.page, 'Reset component');
  await key('Enter');
  await hears(at.page, 'Component is reset');
  await shows(at.page, 'Title\n\nOne two');
  assert.deepEqual((await at.versions.find([idOf(`${version}-x`)]))[0]!.published, null);
  assert.notEqual(await focused(at.page), '');
  // Escape closes the open checks panel first, wherever the focus is.
  assert.ok(await at.page.$(chrome('.aside')));
  await key('Escape');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.aside'));
  await focusesText(at.page);
  // Further keys leave the text, and then the editor.
  await key('Escape');
  await key('Escape');
  await reaches(at.page, 'idle');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-component');
});

test('without text, the focus is in the toolbar, and keys work there, also on a disabled tool', async () => {
  await open('<img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50">');
  assert.equal(await focused(at.page), 'Undo');
  assert.ok(await at.page.$(chrome('[aria-label="Undo"][aria-disabled=true]')));
  await hold(at.page, ['Control'], '/');
  await dialog();
  await key('Escape');
  await noDialog();
  assert.equal(await focused(at.page), 'Undo');
  // The first Escape leaves the selection, the second one leaves the editor.
  await key('Escape');
  await key('Escape');
  await reaches(at.page, 'idle');
});

test('arrow keys move to the neighbor on their side in a right-to-left toolbar', async () => {
  await at.page.setViewport({ width: 1440, height: 800 });
  await setBrowserLanguages(at.page, 'ar');
  await open(VIEW, 'cdn="/cdn" lang="ar" dir="rtl"');
  await key('F6');
  const side = (): Promise<readonly number[]> =>
    at.page.$eval('feaas-editor', (editor) => {
      const at = editor.shadowRoot!.activeElement!;
      const left = (element: Element): number => Math.round(element.getBoundingClientRect().left);
      const group = [...at.closest('[role=toolbar]')!.querySelectorAll('button')].filter((each) => each.offsetWidth);
      return [[...new Set(group.map(left))].sort((one, other) => one - other).indexOf(left(at)), group.length];
    });
  // The button for themes appears once the library's themes have loaded.
  await at.page.waitForSelector(chrome('.bar--main .icon--theme'), { visible: true });
  const [first = 0, count = 0] = await side();
  // From right to left, the toolbar begins at the right.
  assert.equal(first, count - 1);
  await key('ArrowLeft');
  assert.deepEqual(await side(), [first - 1, count]);
  await key('ArrowRight');
  assert.deepEqual(await side(), [first, count]);
});
