/** The page moves, hides or removes the edited component: the toolbar stays usable (the real editor, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame, Page } from 'puppeteer';
import { boxOf, waitForBar, clickInBar, waitForSaveButtonInBar } from './lib/editor-bar';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  clickButton,
  waitForEditorState,
} from './lib/editor-page';
import { openIsolatedEditor, isolatedComponent } from './lib/isolated-editor';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const VIEW = '<section><h2>Title</h2><p>Text</p></section>';

async function begin(wrap = (inner: string): string => inner): Promise<string> {
  const version = await at.publish(VIEW);
  await at.page.setViewport({ width: 1280, height: 800 });
  await at.open(wrap(editableComponent(version, version)));
  return version;
}
async function typeInOpened(): Promise<void> {
  await openEditor(at.page, 'feaas-component');
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
}
const viewOf = async (version: string): Promise<string> => (await at.versions.find([versionId(version)]))[0]!.view;

/** Whether a press on the save button reaches it: the button is neither inert, nor covered, nor removed. */
const canPress = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => {
      const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      const inner = roots.flatMap((root) =>
        [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      );
      const root = [...roots, ...inner].find((each) => each.querySelector('.bar--main'));
      const button = root?.querySelector('.bar--main .button--main');
      if (!root || !button) return false;
      const { left, top, width, height } = button.getBoundingClientRect();
      return width > 0 && button.contains(root.elementFromPoint(left + width / 2, top + height / 2));
    },
    { timeout: 15_000, polling: 100 },
  );
/** Saves by a press on the button in the toolbar, wherever the toolbar is. */
async function clickSaveAndVerify(version: string, text: RegExp): Promise<void> {
  await canPress(at.page);
  await waitForBar(at.page);
  await waitForSaveButtonInBar(at.page, 'Save', true);
  await clickInBar(at.page, '.bar--main .button--main');
  assert.match(
    await pollUntil(
      () => viewOf(version),
      (view) => text.test(view),
    ),
    text,
  );
}

const WAYS: readonly (readonly [name: string, open: () => void, close: () => void])[] = [
  [
    'a modal dialog',
    () => document.querySelector('dialog')!.showModal(),
    () => document.querySelector('dialog')!.close(),
  ],
  [
    'a popover',
    () => document.querySelector<HTMLElement>('[popover]')!.showPopover(),
    () => document.querySelector<HTMLElement>('[popover]')!.hidePopover(),
  ],
];
for (const [name, open] of WAYS)
  test(`after a move into ${name} and out again, the toolbar works there, and then in the page`, async () => {
    const box = name === 'a popover' ? '<div popover id="box"></div>' : '<dialog id="box"></dialog>';
    const version = await begin((inner) => `${box}<main>${inner}</main>`);
    await typeInOpened();
    await at.page.evaluate(() => {
      const box = document.querySelector<HTMLElement>('#box')!;
      box.style.width = '900px';
      box.append(document.querySelector('feaas-component')!);
    });
    await at.page.evaluate(open);
    await clickSaveAndVerify(version, /Text!/);
    assert.equal(await at.page.$eval('#box', (box) => box.matches(':modal, :popover-open')), true);
    await at.page.click('feaas-component h2');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('?');
    await at.page.evaluate(() => {
      document.querySelector('main')!.append(document.querySelector('feaas-component')!);
      document.querySelector('#box')!.remove();
    });
    await clickSaveAndVerify(version, /Title\?/);
    await clickButton(at.page, 'Close');
    await waitForEditorState(at.page, 'idle');
    assert.equal(await at.page.$('[data-feaas-editor-ui]'), null);
    assert.deepEqual(at.consoleMessages, []);
  });

for (const [name, open, close] of WAYS)
  test(`${name} around the component closes: typed text is saved from the page, and within it after it opens again`, async () => {
    const version = await begin((inner) =>
      name === 'a popover' ? `<div popover>${inner}</div>` : `<dialog>${inner}</dialog>`,
    );
    await at.page.$eval('dialog, [popover]', (box) => ((box as HTMLElement).style.width = '900px'));
    await at.page.evaluate(open);
    await at.page.waitForSelector('feaas-component p', { visible: true });
    await typeInOpened();
    await at.page.evaluate(close);
    await clickSaveAndVerify(version, /Text!/);
    await at.page.evaluate(open);
    await at.page.click('feaas-component h2');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('?');
    await clickSaveAndVerify(version, /Title\?/);
    assert.deepEqual(at.consoleMessages, []);
  });

/** The interface of the editor, wherever it is in the document. */
const inInterface = `(document.querySelector('[data-feaas-editor-ui]') ?? document.querySelector('feaas-editor')).shadowRoot`;
/** Fields of panels, with the functions that open a panel and apply it. */
const PANELS: readonly (readonly [
  name: string,
  open: (edited: Page | Frame) => Promise<unknown>,
  field: string,
  view: RegExp,
])[] = [
  [
    'a form beside the text',
    async (edited) => {
      await edited.click('p.text', { count: 3 });
      await pressWithModifiers(at.page, ['Control'], 'k');
    },
    `${inInterface}.querySelector('input[name=href]')`,
    /<a href="\/typed">Text<\/a>/,
  ],
  [
    'a picker in a dialog',
    (edited) => edited.click('img'),
    `${inInterface}.querySelector('.dialog--pick > div')?.shadowRoot?.querySelector('[name=alt]')`,
    /alt="\/typed"/,
  ],
];
const PLACES = [...WAYS.map(([name, open]) => [name, open] as const), ['another element', () => {}] as const];
for (const [panel, openPanel, field, view] of PANELS)
  for (const [name, open] of PLACES)
    for (const kind of ['a component', 'an isolated component'])
      test(`${kind} is moved into ${name} and out again: ${panel} keeps its typed text and the focus`, async () => {
        const version = await at.publish(
          '<section><p class="text">Text</p><img src="/media/aurora/hero.svg" alt="" width="80" height="50"></section>',
        );
        await at.page.setViewport({ width: 1280, height: 800 });
        const box = { 'a popover': '<div popover id="box"></div>', 'a modal dialog': '<dialog id="box"></dialog>' };
        const isIsolated = kind === 'an isolated component';
        const shown = isIsolated ? isolatedComponent(version) : editableComponent(version, version);
        await at.open(`${box[name as 'a popover'] ?? '<div id="box"></div>'}<main>${shown}</main>`);
        const edited = isIsolated ? await openIsolatedEditor(at.page, 'p.text') : (await openEditor(at.page), at.page);
        await openPanel(edited);
        await at.page.waitForFunction(field);
        await at.page.evaluate(`${field}.focus()`);
        await at.page.keyboard.type('/typ');
        await at.page.evaluate(() => {
          const box = document.querySelector<HTMLElement>('#box')!;
          box.style.width = '900px';
          box.append(document.querySelector('feaas-component')!);
        });
        await at.page.evaluate(open);
        /** Whether the toolbar is there and the component is editable. */
        const isThere = (inside: boolean): string =>
          `!!document.querySelector('[data-feaas-editor-ui]') === ${inside} && ${
            isIsolated
              ? `!!document.querySelector('feaas-component').shadowRoot.querySelector('iframe')?.contentDocument?.querySelector('p.text')`
              : true
          }`;
        await at.page.waitForFunction(`${isThere(name !== 'another element')} && ${field}?.value === '/typ'`);
        // A modal dialog of the page takes the focus when it opens.
        if (name !== 'another element') await at.page.evaluate(`${field}.focus()`);
        await at.page.keyboard.type('e');
        await at.page.evaluate(() => {
          document.querySelector('main')!.append(document.querySelector('feaas-component')!);
          document.querySelector('#box')!.remove();
        });
        await at.page.waitForFunction(`${isThere(false)} && ${field}?.value === '/type'`);
        if (name !== 'another element') await at.page.evaluate(`${field}.focus()`);
        await at.page.keyboard.type('d');
        await at.page.keyboard.press('Enter');
        await pressWithModifiers(at.page, ['Control'], 's');
        assert.match(
          await pollUntil(
            () => viewOf(version),
            (now) => view.test(now),
            20_000,
          ),
          view,
        );
        assert.deepEqual(
          at.consoleMessages.filter((line) => !/404/.test(line)),
          [],
        );
      });

test('in a modal dialog within a shadow root that shows the component in a slot, the toolbar is in the dialog', async () => {
  const version = await begin((inner) => `<my-dialog>${inner}</my-dialog>`);
  await at.page.$eval('my-dialog', (element) => {
    const dialog = document.createElement('dialog');
    dialog.style.width = '900px';
    dialog.append(document.createElement('slot'));
    element.attachShadow({ mode: 'open' }).append(dialog);
    dialog.showModal();
  });
  await at.page.waitForSelector('feaas-component p', { visible: true });
  await typeInOpened();
  await canPress(at.page);
  await pressWithModifiers(at.page, ['Control'], 's');
  assert.match(
    await pollUntil(
      () => viewOf(version),
      (view) => /Text!/.test(view),
    ),
    /Text!/,
  );
});

for (const [name, act] of [
  ['taken away', (element: Element) => element.remove()],
  ['hidden', (element: Element) => (element as HTMLElement).style.setProperty('display', 'none')],
] as const)
  test(`the edited component is ${name}: no tools remain at it, and the toolbar saves and closes`, async () => {
    const version = await begin();
    await typeInOpened();
    await at.page.keyboard.down('Shift');
    await at.page.keyboard.press('Home');
    await at.page.keyboard.up('Shift');
    await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
    await at.page.$eval('feaas-component', act);
    for (const selector of ['.handles', '.ring', '.frame', '.bar--small:not(.handles)'])
      await at.page.waitForFunction(
        (selector) => {
          const found = document.querySelector('feaas-editor')!.shadowRoot!.querySelector(selector);
          return !found?.checkVisibility({ visibilityProperty: true });
        },
        { timeout: 10_000, polling: 100 },
        selector,
      );
    await clickSaveAndVerify(version, /Text!/);
    await waitForSaveButton(at.page, 'Up to date', false);
    await clickButton(at.page, 'Close');
    await waitForEditorState(at.page, 'idle');
  });

test('the tools and outlines of an element without a box are at its content', async () => {
  const version = await at.publish('<section><h2>Title</h2><div style="display:contents"><p>Text</p></div></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.$eval('feaas-component', (element) => ((element as HTMLElement).style.display = 'contents'));
  await at.page.waitForFunction(
    () => {
      const frame = document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector('.frame')!
        .getBoundingClientRect();
      const section = document.querySelector('feaas-component section')!.getBoundingClientRect();
      return frame.top < section.top && frame.bottom >= section.bottom;
    },
    { timeout: 10_000, polling: 100 },
  );
  assert.ok((await boxOf(at.page, '.frame')).width > 100);
});
