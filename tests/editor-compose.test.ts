/** Compositions that interfere with links, saves, and text that was typed just before (the real editor and host, D13). */
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
  saveAndVerify,
} from './lib/editor-page';
import { inputMethods, type InputMethods } from './lib/input-methods';
import { waitForNetworkIdle } from './lib/network-idle';

const at = editorJourney();
const own = (text: string): string => `<div><p id="own">${text}</p><p>Last</p></div>`;
const link = (text: string): string => `<a href="/there">${text}</a>`;

/** Opens the editor with the caret at the start of `#own`. */
async function open(text: string): Promise<{ version: string; ime: InputMethods }> {
  const version = await at.publish(own(text));
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  // Wait for pending requests.
  await waitForNetworkIdle(at.page, 200);
  await at.page.click('#own');
  await at.page.keyboard.press('Home');
  return { version, ime: await inputMethods(at.page) };
}
async function select(from: number, count: number): Promise<void> {
  for (let step = 0; step < from; step++) await at.page.keyboard.press('ArrowRight');
  await at.page.keyboard.down('Shift');
  for (let step = 0; step < count; step++) await at.page.keyboard.press('ArrowRight');
  await at.page.keyboard.up('Shift');
}
/** Waits until the host has the text and the page shows that it is saved. */
async function isSaved(version: string, text: string): Promise<void> {
  await at.page.waitForFunction(() => !(document.querySelector('feaas-editor') as any).changed);
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, own(text));
}

for (const [where, before, after] of [
  ['in the midst of a text', 'A ', ' b'],
  ['at the start of a block', '', ' b'],
  ['that is all of a block', '', ''],
  ['in a mark', 'A <em>', '</em> b'],
] as const)
  test(`a composition that replaces a whole link ${where}, twice, stays in the link`, async () => {
    const { version, ime } = await open(before + link('gone') + after);
    await select(before ? 2 : 0, 4);
    await ime.composeSteps('t', 'と', 'とう', '東京');
    await ime.composeSteps('た', 'タワー');
    await at.page.waitForFunction(() => document.querySelector('#own a')?.textContent === '東京タワー');
    await saveAndVerify(at, version, own(before + link('東京タワー') + after));
    assert.deepEqual(at.consoleMessages, []);
  });

test('a composition in a link whose text was deleted letter by letter stays in the link', async () => {
  const { version, ime } = await open(`A ${link('gone')} b`);
  for (let step = 0; step < 'A gone'.length; step++) await at.page.keyboard.press('ArrowRight');
  for (const key of ['Backspace', 'Backspace', 'Backspace', 'Backspace'] as const) await at.page.keyboard.press(key);
  await ime.composeSteps('t', 'と', '東');
  await at.page.waitForFunction(() => document.querySelector('#own a')?.textContent === '東');
  await at.page.keyboard.type('x');
  await saveAndVerify(at, version, own(`A ${link('東x')} b`));
  assert.deepEqual(at.consoleMessages, []);
});

test('typing over a link that was just created keeps the link', async () => {
  const { version } = await open('A word b');
  await select(2, 4);
  await pressWithModifiers(at.page, ['Control'], 'k');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await at.page.keyboard.type('/there');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component a[href="/there"]');
  await at.page.waitForFunction(() => document.activeElement?.id === 'own');
  await at.page.keyboard.type('new one');
  await saveAndVerify(at, version, own(`A ${link('new one')} b`));
});

test('a composition right after a key, with a save in between, is inserted once', async () => {
  const { version, ime } = await open('Start');
  // Both arrive before the next frame.
  await Promise.all([at.page.keyboard.type('a'), ime.compose('か')]);
  // Save by script, because the input method receives the keys.
  await at.page.$eval('feaas-editor', (editor) => void editor.save());
  await isSaved(version, 'aStart');
  await ime.compose('かん');
  await ime.commit('漢');
  await saveAndVerify(at, version, own('a漢Start'));
  assert.deepEqual(at.consoleMessages, []);
});

test('a composition that replaces a word while a save ends replaces the old word', async () => {
  const { version, ime } = await open('teh cat');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('s');
  const session = await at.page.createCDPSession();
  await pressWithModifiers(at.page, ['Control'], 's');
  await session.send('Input.imeSetComposition', {
    ...{ text: 'the', selectionStart: 3, selectionEnd: 3, replacementStart: 0, replacementEnd: 3 },
  });
  await isSaved(version, 'teh cats');
  await ime.commit('the');
  await saveAndVerify(at, version, own('the cats'));
  assert.deepEqual(at.consoleMessages, []);
});

test('composed text is unsaved: leaving and closing ask for confirmation', async () => {
  const close = (): Promise<void> => at.page.$eval('feaas-editor', (editor) => void (editor as any).close());
  const { ime } = await open('One');
  await at.page.keyboard.press('End');
  await ime.compose('に');
  await ime.compose('にほん');
  await at.page.reload().catch(() => {});
  assert.deepEqual(at.dialogs.splice(0), ['beforeunload']);

  const again = await open('One');
  await at.page.keyboard.press('End');
  await again.ime.compose('にほん');
  await close();
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  assert.equal(await at.page.$eval('#own', (block) => block.textContent), 'Oneにほん');
  await at.page.keyboard.press('Escape');
  await saveAndVerify(at, again.version, own('Oneにほん'));

  await at.page.click('#own');
  await at.page.keyboard.press('End');
  await again.ime.compose('x');
  await again.ime.compose('');
  await waitForNetworkIdle(at.page, 200);
  await at.page.reload();
  assert.deepEqual(at.dialogs.splice(0), [], 'a composition that was taken back is no change');
  assert.deepEqual(at.consoleMessages, []);
});
