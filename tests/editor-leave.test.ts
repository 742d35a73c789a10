/** Leaving the editor: one level at a time, without unconfirmed loss, and with a visible save (the real editor, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  saveButton,
  typeAtEnd,
} from './lib/editor-page';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const VIEW =
  '<section><h2>Title</h2><p>Text</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

async function begin(view = VIEW): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return version;
}
const viewOf = async (version: string): Promise<string> => (await at.versions.find([versionId(version)]))[0]!.view;
const dialogText = (): Promise<string> =>
  at.page
    .waitForSelector(inEditorUI('dialog[open]'), { visible: true, timeout: 30_000 })
    .then((found) => found!.$eval('.dialog__text', (each) => each.textContent!));
const focused = (): Promise<string> =>
  at.page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Types into one component, and clicks another one. */
async function clickAnother(): Promise<{ one: string; other: string }> {
  const [one, other] = [await at.publish(VIEW), await at.publish('<p>Other</p>')];
  await at.open(editableComponent(one, one) + editableComponent(other, other));
  await openEditor(at.page, `feaas-component[version="${one}"]`);
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await waitForSaveButton(at.page, 'Save', true);
  await at.page.click(`feaas-component[version="${other}"] p`);
  return { one, other };
}

test('a click on another component with unsaved changes: Save continues to that component', async () => {
  const { one, other } = await clickAnother();
  assert.equal(await dialogText(), 'Are you sure to close editor and discard changes?');
  assert.equal(await focused(), 'Save');
  await at.page.keyboard.press('Enter');
  await at.page.waitForFunction(
    (version) => {
      const editor = document.querySelector('feaas-editor')!;
      return editor.getAttribute('state') === 'ready' && editor.getAttribute('version') === version;
    },
    { timeout: 30_000 },
    other,
  );
  assert.match(await viewOf(one), /Title!/);
});

test('a click on another component with unsaved changes: Escape returns to the caret', async () => {
  await clickAnother();
  await dialogText();
  await at.page.keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { hidden: true });
  await at.page.keyboard.type('?');
  await at.page.waitForFunction(() => document.querySelector('feaas-component h2')!.textContent === 'Title!?', {
    timeout: 10_000,
  });
});

test('Save while closing asks as the first save does, and the editor stays open after a refusal', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, `${version}-fork`));
  await openEditor(at.page);
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await clickButton(at.page, 'Close');
  await dialogText();
  await clickButton(at.page, 'Save customization');
  await at.page.waitForFunction(
    () =>
      document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open] .dialog__text')?.textContent ===
      'Changes will be visible only on this page. You can revert them. Save customization?',
  );
  await at.page.keyboard.press('Escape');
  await waitForSaveButton(at.page, 'Save customization', true);
  await waitForEditorState(at.page, 'ready');
  await clickButton(at.page, 'Close');
  await dialogText();
  await clickButton(at.page, 'Discard changes');
  await waitForEditorState(at.page, 'idle');
  assert.match(await viewOf(version), /Title</);
});

test('Escape leaves the menu, the panel, the selection and the text before it closes the editor', async () => {
  await begin();
  const { keyboard } = at.page;
  await at.page.click('feaas-component p');
  await clickButton(at.page, 'Checks');
  await at.page.waitForSelector(inEditorUI('.aside'), { visible: true });
  await clickButton(at.page, 'More actions');
  await at.page.waitForSelector(inEditorUI('.menu:popover-open'), { visible: true });
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('.menu:popover-open'), { hidden: true });
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('.aside'), { hidden: true });
  await at.page.click('feaas-component img');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { hidden: true });
  await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('.ring--chosen'), { hidden: true });
  await at.page.waitForFunction(() => !!document.activeElement?.closest('feaas-component [contenteditable]'));
  await keyboard.press('Escape');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'feaas-editor');
  await waitForEditorState(at.page, 'ready');
  await keyboard.press('Escape');
  await waitForEditorState(at.page, 'idle');
});

test('the save button confirms a save, and no button moves or changes its width', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await begin();
  const places = (): Promise<string> =>
    at.page.$eval('feaas-editor', (editor) =>
      Array.from(editor.shadowRoot!.querySelectorAll('.bar__actions > button'), (button) => {
        const { left, width } = button.getBoundingClientRect();
        return `${Math.round(left)} ${Math.round(width)}`;
      }).join(),
    );
  await at.page.waitForSelector(inEditorUI('.bar--main .icon--theme'), { visible: true });
  const before = await places();
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await waitForSaveButton(at.page, 'Save', true);
  assert.equal(await places(), before);
  await pressWithModifiers(at.page, ['Control'], 's');
  await waitForSaveButton(at.page, 'Saved', false);
  await at.page.waitForSelector(inEditorUI('.button--saved'), { visible: true });
  assert.equal(await places(), before);
  await at.page.waitForFunction(
    () =>
      document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.bar--main .button--main')!.textContent ===
      'Up to date',
    { timeout: 20_000 },
  );
  assert.equal(await places(), before);
  assert.deepEqual(await saveButton(at.page), ['Up to date', false]);
  assert.match(await viewOf(version), /Title!/);
});

test('the menu begins with commands that lose nothing, and disabled commands show the reason', async () => {
  await begin();
  await clickButton(at.page, 'More actions');
  await at.page.waitForSelector(inEditorUI('.menu:popover-open'), { visible: true });
  assert.equal(await focused(), 'History');
  const last = await at.page.$$eval(inEditorUI('.menu:popover-open .menu__item'), (all) =>
    all.slice(-2).map((each) => [each.textContent, each.getAttribute('title'), each.getAttribute('aria-description')]),
  );
  const reasons = ['Nothing has changed since the last save.', 'This page shows the original.'];
  assert.deepEqual(last[0], ['Discard', reasons[0], reasons[0]]);
  assert.equal(last[1]![0], 'Unfork');
});

for (const [what, open] of [
  ['a tool', () => clickButton(at.page, 'Preview at a width')],
  ['a shortcut', () => pressWithModifiers(at.page, ['Control'], '/')],
] as const)
  test(`a dialog that ${what} opens while a menu is open: the focus moves to the text, because the previous element is gone`, async () => {
    await at.page.setViewport({ width: 1280, height: 800 });
    const version = await begin();
    await typeAtEnd(at.page, '!', 'feaas-component p');
    await clickButton(at.page, 'More actions');
    await at.page.waitForSelector(inEditorUI('[role=menu]'), { visible: true });
    await open();
    await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
    await at.page.keyboard.press('Escape');
    await at.page.waitForFunction(
      () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open], [role=menu]'),
    );
    await at.page.waitForFunction(() => document.activeElement?.matches('feaas-component p'));
    await at.page.keyboard.type('?');
    await pressWithModifiers(at.page, ['Control'], 's');
    assert.equal(
      await pollUntil(
        () => viewOf(version),
        (view) => view.includes('?'),
        20_000,
      ),
      VIEW.replace('Text', 'Text!?'),
    );
  });
