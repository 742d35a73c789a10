/**
 * Every operation of the editor by keyboard alone: announcements, and the focus afterwards (the real editor on the real
 * host, under its policy, D13).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  focusBlockTool,
  chooseMenuItem,
  focusPickerEntry,
  focusedName,
  waitForFocus,
  waitForFocusedRole,
  waitForFocusInText,
  waitForAnnouncement,
  tabTo,
  focusTool,
} from './lib/editor-keyboard';
import {
  inEditorUI,
  clickButton,
  editableComponent,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  waitForEditorState,
  waitForComponentText,
} from './lib/editor-page';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const VIEW =
  '<section><h2>Title</h2><p>One two</p><p data-path="lead">Lead</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

async function open(view = VIEW, attributes = 'cdn="/cdn"'): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, `${version}-x`), { attributes });
  // Editable components are focusable and announce that they are editable.
  await at.page.waitForSelector('feaas-component[tabindex="0"]');
  await at.page.keyboard.press('Tab');
  assert.equal(await at.page.evaluate(() => document.activeElement?.localName), 'feaas-component');
  await at.page.keyboard.press('Enter');
  await waitForEditorState(at.page, 'ready');
  return version;
}
const key = (name: string): Promise<void> => at.page.keyboard.press(name as 'Enter');
const has = (selector: string): Promise<unknown> => at.page.waitForSelector(selector, { timeout: 30_000 });
const dialog = (): Promise<unknown> => at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
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
      await waitForComponentText(at.page, 'Title!\n\nOne two\n\nLead');
    },
    {},
  ],
  [
    'undo',
    async () => {
      await pressWithModifiers(at.page, ['Control'], 'z');
      await waitForComponentText(at.page, 'Title\n\nOne two\n\nLead');
    },
    {},
  ],
  [
    'redo from the bar',
    async () => {
      await focusTool(at.page, 'Redo');
      await key('Enter');
      await waitForComponentText(at.page, 'Title!\n\nOne two\n\nLead');
    },
    { said: 'Done: Redo' },
  ],
  [
    'marks from the bar',
    async () => {
      await key('Home');
      await pressWithModifiers(at.page, ['Shift'], 'End');
      await focusTool(at.page, 'Bold');
      await key('Enter');
    },
    { said: 'Done: Bold', shown: 'h2 strong' },
  ],
  [
    'marks by their key',
    async () => {
      await key('Home');
      await pressWithModifiers(at.page, ['Shift'], 'End');
      await pressWithModifiers(at.page, ['Control'], 'b');
    },
    { shown: 'h2:not(:has(strong))' },
  ],
  [
    'the type of a block',
    async () => {
      await focusTool(at.page, 'Block type');
      await chooseMenuItem(at.page, 'Heading 3');
    },
    { said: 'Done: Heading 3', shown: 'h3' },
  ],
  [
    'a link',
    async () => {
      await key('Home');
      await pressWithModifiers(at.page, ['Shift'], 'End');
      await pressWithModifiers(at.page, ['Control'], 'k');
      await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
      await at.page.keyboard.type('/there');
      await key('Enter');
    },
    { shown: 'h3 a[href="/there"]' },
  ],
  [
    'a link that is not made after all',
    async () => {
      await pressWithModifiers(at.page, ['Control'], 'k');
      await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
      await key('Escape');
    },
    { shown: 'h3 a[href="/there"]' },
  ],
  [
    'moving by keys',
    () => pressWithModifiers(at.page, ['Alt', 'Shift'], 'ArrowDown'),
    { said: 'Done: Move down', shown: 'p + h3' },
  ],
  [
    'moving from the menu',
    async () => {
      await focusBlockTool(at.page, 'Block tools');
      await chooseMenuItem(at.page, 'Move up');
    },
    { said: 'Done: Move up', shown: 'h3 + p' },
  ],
  [
    'duplicating',
    () => pressWithModifiers(at.page, ['Alt', 'Shift'], 'd'),
    { said: 'Done: Duplicate', shown: 'h3 + h3' },
  ],
  [
    'deleting',
    async () => {
      await focusBlockTool(at.page, 'Block tools');
      await chooseMenuItem(at.page, 'Delete');
    },
    { said: 'Done: Delete', shown: 'h3:first-child + p' },
  ],
  [
    'inserting',
    async () => {
      await focusBlockTool(at.page, 'Insert a block');
      await focusPickerEntry(at.page, 'Quote');
      await key('Enter');
    },
    { said: 'Done: Quote', shown: 'blockquote' },
  ],
  [
    'the theme',
    async () => {
      await focusTool(at.page, 'Theme');
      await focusPickerEntry(at.page, 'Dusk');
      await key('Enter');
    },
    { said: 'Done: Dusk', shown: '.-theme--dusk' },
  ],
];

test('operations on the text in sequence', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open();
  await waitForAnnouncement(at.page, 'Editor is open. F6 moves between the text and the tools, Escape closes.');
  await waitForFocusInText(at.page);
  for (const [name, act, { said, shown: selector }] of OPERATIONS) {
    await act();
    if (said)
      await waitForAnnouncement(at.page, said).catch((error: Error) => assert.fail(`${name}: ${error.message}`));
    if (selector)
      await has(selector.startsWith('feaas') ? selector : `feaas-component ${selector}`).catch(() =>
        assert.fail(`${name}: no ${selector}`),
      );
    // F6 returns from the toolbar to the text.
    if (!(await at.page.evaluate(() => document.activeElement?.matches('feaas-component [contenteditable=true]')))) {
      assert.notEqual(await focusedName(at.page), '', `${name}: the focus is nowhere`);
      await key('F6');
    }
    await waitForFocusInText(at.page).catch(() => assert.fail(`${name}: the focus is not in the text`));
  }
});

test('the keys of a block also work from its tools, whose menu opens by other keys', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open(VIEW.replace('</section>', '<p>Last</p></section>'));
  await waitForFocusInText(at.page);
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  await focusBlockTool(at.page, 'Block tools');
  for (const said of ['One two', 'Lead', 'Sky']) {
    await chooseMenuItem(at.page, 'Select the next one');
    await waitForAnnouncement(at.page, `Selected: ${said}`);
  }
  await waitForFocus(at.page, 'Block tools');
  const does = async (name: string, said: string, shown: string): Promise<void> => {
    await pressWithModifiers(at.page, ['Alt', 'Shift'], name as 'ArrowDown');
    await waitForAnnouncement(at.page, `Done: ${said}`);
    await has(`feaas-component ${shown}`);
    await waitForFocus(at.page, 'Block tools');
  };
  await does('ArrowDown', 'Move down', 'p:not([data-path]) + img:last-child');
  await does('ArrowUp', 'Move up', '[data-path] + img');
  await does('d', 'Duplicate', 'img + img');
  await key('ArrowDown');
  await waitForFocusedRole(at.page, 'menuitem');
});

test('elements without text can be reached, selected, bound, changed and deleted', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open();
  await waitForFocusInText(at.page);
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  const toImage = async (name: string): Promise<void> => {
    await focusBlockTool(at.page, 'Block tools');
    for (const said of ['One two', 'Lead', name]) {
      await chooseMenuItem(at.page, 'Select the next one');
      await waitForAnnouncement(at.page, `Selected: ${said}`);
      await waitForFocus(at.page, 'Block tools');
    }
  };
  await toImage('Sky');
  await chooseMenuItem(at.page, 'Edit image');
  await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
  await waitForFocus(at.page, 'Alternative text');
  await key('Escape');
  await waitForFocus(at.page, 'Block tools');
  await key('F6');
  await waitForFocusInText(at.page);
  await toImage('Sky');
  await chooseMenuItem(at.page, 'Edit image');
  await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
  await pressWithModifiers(at.page, ['Control'], 'a');
  await at.page.keyboard.type('Night');
  await key('Enter');
  await has('feaas-component img[alt="Night"]');
  await waitForFocusInText(at.page);
  await toImage('Night');
  await chooseMenuItem(at.page, 'Delete');
  await waitForAnnouncement(at.page, 'Done: Delete');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component img'));
  await waitForFocusInText(at.page);
  // The caret is next to the deleted text.
  await at.page.waitForFunction(() => document.activeElement!.textContent === 'One two');
  await key('ArrowUp');
  await at.page.waitForFunction(() => document.activeElement!.localName === 'h2');
  // Bind the text, and unbind it again.
  await focusTool(at.page, 'Data mode');
  await key('Enter');
  await at.page.waitForSelector(inEditorUI('[data-binding=content]'), { visible: true });
  await tabTo(at.page, 'Path of the content');
  await key('Enter');
  // The tree is the first element of the dialog.
  await waitForFocusedRole(at.page, 'treeitem');
  await tabTo(at.page, 'Path');
  await at.page.keyboard.type('title');
  await key('Enter');
  await noDialog();
  await has('feaas-component h2[data-path=title]');
  await key('F6');
  await waitForFocusInText(at.page);
  await focusBlockTool(at.page, 'Block tools');
  await chooseMenuItem(at.page, 'Select the one before');
  await waitForAnnouncement(at.page, 'Selected: Title');
  await tabTo(at.page, 'Path of the content');
  await key('Enter');
  await dialog();
  await tabTo(at.page, 'Remove');
  await key('Enter');
  await noDialog();
  await has('feaas-component h2:not([data-path])');
  assert.notEqual(await focusedName(at.page), '');
});

test('dialogs for preview, shortcuts, checks, saving, discarding, unfork and closing return the focus', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await open('<section><h2>Title</h2><p>One <a href="#">two</a></p></section>');
  await waitForFocusInText(at.page);
  await pressWithModifiers(at.page, ['Control'], '/');
  await dialog();
  assert.match(await at.page.$eval('feaas-editor', (e) => e.shadowRoot!.querySelector('dialog')!.innerText), /F6/);
  await key('Escape');
  await noDialog();
  await waitForFocusInText(at.page);
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'Keyboard shortcuts');
  await dialog();
  await key('Escape');
  await noDialog();
  await waitForFocus(at.page, 'More actions');
  await key('F6');
  await focusTool(at.page, 'Preview at a width');
  await key('Enter');
  await dialog();
  await tabTo(at.page, 'Close');
  await key('Enter');
  await noDialog();
  await waitForFocus(at.page, 'Preview at a width');
  await key('F6');
  await waitForFocusInText(at.page);
  // The link of a finding selects its text.
  await focusTool(at.page, 'Checks');
  await key('Enter');
  await at.page.waitForSelector(inEditorUI('.finding'), { visible: true, timeout: 30_000 });
  await tabTo(at.page, 'Go there');
  await key('Enter');
  await at.page.waitForFunction(() => String(document.getSelection()) === 'two');
  await waitForFocusInText(at.page);
  await key('End');
  await at.page.keyboard.type('!');
  await waitForSaveButton(at.page, 'Save customization', true);
  await pressWithModifiers(at.page, ['Control'], 's');
  await dialog();
  await waitForFocus(at.page, 'Cancel');
  await key('Enter');
  await noDialog();
  await waitForFocusInText(at.page);
  await pressWithModifiers(at.page, ['Control'], 's');
  await dialog();
  await tabTo(at.page, 'Save customization');
  await key('Enter');
  await waitForAnnouncement(at.page, 'Saved');
  await waitForSaveButton(at.page, 'Up to date', false);
  await waitForFocusInText(at.page);
  await at.page.keyboard.type('?');
  await waitForSaveButton(at.page, 'Save customization', true);
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'Discard');
  await waitForAnnouncement(at.page, 'Changes discarded');
  await waitForSaveButton(at.page, 'Up to date', false);
  await waitForFocusInText(at.page).catch(async () => {
    assert.notEqual(await focusedName(at.page), '');
    await key('F6');
  });
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'Unfork');
  await dialog();
  await tabTo(at.page, 'Reset component');
  await key('Enter');
  await waitForAnnouncement(at.page, 'Component is reset');
  await waitForComponentText(at.page, 'Title\n\nOne two');
  assert.deepEqual((await at.versions.find([versionId(`${version}-x`)]))[0]!.published, null);
  assert.notEqual(await focusedName(at.page), '');
  // Escape closes the open checks panel first, wherever the focus is.
  assert.ok(await at.page.$(inEditorUI('.aside')));
  await key('Escape');
  await at.page.waitForFunction(() => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.aside'));
  await waitForFocusInText(at.page);
  // Further keys leave the text, and then the editor.
  await key('Escape');
  await key('Escape');
  await waitForEditorState(at.page, 'idle');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-component');
});

for (const opened of ['click', 'Enter'] as const)
  for (const closed of ['Escape', 'the button', 'a control of the page'] as const)
    test(`opened by ${opened} and closed by ${closed}, the editor leaves the focus where the user continues`, async () => {
      const version = await at.publish(VIEW);
      await at.open(`${editableComponent(version)}<p><button id="done">Done</button></p>`);
      await at.page.evaluate(() =>
        document
          .querySelector('#done')!
          .addEventListener('click', () => void document.querySelector('feaas-editor')!.close()),
      );
      const component = await at.page.waitForSelector('feaas-component[tabindex="0"]');
      if (opened === 'click') await at.page.click('feaas-component p');
      else {
        await component!.focus();
        await key('Enter');
      }
      await waitForEditorState(at.page, 'ready');
      await waitForFocusInText(at.page);
      if (closed === 'Escape') {
        await key('Escape');
        await key('Escape');
      } else if (closed === 'the button') await clickButton(at.page, 'Close');
      else await at.page.click('#done');
      await waitForEditorState(at.page, 'idle');
      await at.page.waitForFunction(
        (expected) => document.activeElement?.matches(expected),
        { timeout: 10_000 },
        closed === 'a control of the page' ? '#done' : 'feaas-component',
      );
      // The outline is for users of the keyboard: nothing stays in front of the content of those who only click or tap.
      const outlines = await at.page.$$eval('html > [popover]', (all) => all.length);
      if (closed === 'Escape') assert.equal(outlines, 1);
      else if (opened === 'click') assert.equal(outlines, 0);
    });

test('without text, the focus is in the toolbar, and keys work there, also on a disabled tool', async () => {
  await open('<img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50">');
  assert.equal(await focusedName(at.page), 'Undo');
  assert.ok(await at.page.$(inEditorUI('[aria-label="Undo"][aria-disabled=true]')));
  await pressWithModifiers(at.page, ['Control'], '/');
  await dialog();
  await key('Escape');
  await noDialog();
  assert.equal(await focusedName(at.page), 'Undo');
  // The first Escape leaves the selection, the second one leaves the editor.
  await key('Escape');
  await key('Escape');
  await waitForEditorState(at.page, 'idle');
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
  await at.page.waitForSelector(inEditorUI('.bar--main .icon--theme'), { visible: true });
  const [first = 0, count = 0] = await side();
  // From right to left, the toolbar begins at the right.
  assert.equal(first, count - 1);
  await key('ArrowLeft');
  assert.deepEqual(await side(), [first - 1, count]);
  await key('ArrowRight');
  assert.deepEqual(await side(), [first, count]);
});
