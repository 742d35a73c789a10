/** Carets in places without text, and actions right after typing: real keys on the real host, under its policy (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyInput } from 'puppeteer';
import {
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
} from './lib/editor-page';
import { holdFrames } from './lib/held-frames';
import { waitForNetworkIdle } from './lib/network-idle';

const at = editorJourney();
const chip = (name: string): string => `<a class="au-button" href="#${name}" data-path="trip.${name}">${name}</a>`;
/** The style `au-actions` puts each item on a line of its own. */
const FLEX = `<section><p class="au-actions" id="own">${chip('one')}\n ${chip('two')}\n</p></section>`;
const VIEW = '<div><p>Before</p><p id="own">Start</p></div>';

/** Opens the editor with the caret at the end of `#own`. */
async function open(view = VIEW): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  // Wait for pending requests.
  await waitForNetworkIdle(at.page, 200);
  await at.page.click('#own');
  await pressKey('End');
  return version;
}
const pressKey = (key: KeyInput): Promise<void> => at.page.keyboard.press(key);
async function assertSavedMarkup(version: string, view: string): Promise<void> {
  await pressWithModifiers(at.page, ['Control'], 's');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, view);
}

test('Home and End move the caret beside elements without text, and typed text goes there', async () => {
  const line = '<div><p id="own"><meter value="0.2"></meter> and <meter value="0.3"></meter></p></div>';
  for (const [view, keys, saved] of [
    [FLEX, ['End', 'x'], FLEX.replace('\n</p>', 'x\n</p>')],
    [line, ['End', 'x', 'Home', 'y'], line.replace('"own">', '"own">y').replace('</p>', 'x</p>')],
  ] as const) {
    const version = await open(view);
    for (const key of keys) await pressKey(key);
    await assertSavedMarkup(version, saved);
  }
});

test('text is saved if saving follows the key immediately, and an undo after it works', async () => {
  const version = await open();
  await at.page.evaluate(() => {
    document.execCommand('insertText', false, '!');
    const s = { key: 's', ctrlKey: true, bubbles: true, cancelable: true, composed: true };
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', s));
  });
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, VIEW.replace('Start', 'Start!'));
  await at.page.evaluate(() => {
    document.execCommand('insertText', false, '?');
    const z = { key: 'z', ctrlKey: true, bubbles: true, cancelable: true, composed: true };
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', z));
  });
  // The pause between the keys decides whether both characters are one undo step.
  const left = await at.page.waitForFunction(() => /^Start!?$/.exec(document.querySelector('#own')!.textContent!)?.[0]);
  await assertSavedMarkup(version, VIEW.replace('Start', (await left.jsonValue())!));
});

test('a save includes keys that wait for the page to render previous keys', async () => {
  const version = await open(FLEX);
  await at.page.evaluate(() => {
    for (const key of [...'Zug', 's']) {
      const init = { key, ctrlKey: key === 's', bubbles: true, cancelable: true, composed: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init));
    }
  });
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal((await at.versions.find([versionId(version)]))[0]!.view, FLEX.replace('\n</p>', 'Zug\n</p>'));
});

test('text that follows Enter at the end of a block goes into the new line', async () => {
  const version = await open();
  await pressWithModifiers(at.page, ['Shift'], 'Enter');
  await at.page.keyboard.type('more');
  await assertSavedMarkup(version, VIEW.replace('Start', 'Start<br>more'));
});

test('Tab moves from cell to cell, to the tools, and from the last tool back to the text; Shift+Tab in reverse', async () => {
  // Use a table as wide as the page, so that the tools of a cell fit beside its text.
  await open(
    '<div><table width="100%"><tbody><tr><td id="own">A</td><td>B</td></tr><tr><td>C</td></tr></tbody></table><p>End</p></div>',
  );
  const where = (): Promise<string> =>
    at.page.evaluate(() => {
      const inside = document.querySelector('feaas-editor')!.shadowRoot!.activeElement;
      return inside ? 'tools' : document.getSelection()!.anchorNode!.textContent!;
    });
  const tab = async (...held: KeyInput[]): Promise<string> => {
    await pressWithModifiers(at.page, held, 'Tab');
    return where();
  };
  assert.deepEqual([await tab(), await tab()], ['B', 'C']);
  assert.equal(await tab('Shift'), 'B');
  assert.deepEqual([await tab(), await tab()], ['C', 'tools']);
  let last = 'tools';
  for (let stops = 0; stops < 8 && last === 'tools'; stops++) last = await tab();
  assert.equal(last, 'C');
});

test('text typed before a click elsewhere stays at its place, even if the page renders it later', async () => {
  const version = await open('<div><p id="own">One</p><p id="b">Two</p></div>');
  const { keyboard, mouse } = at.page;
  const release = await holdFrames(at.page);
  const { x, y } = (await (await at.page.$('#b'))!.clickablePoint())!;
  await keyboard.press('Enter');
  await keyboard.type('new');
  await mouse.click(x, y);
  await release();
  await keyboard.press('End');
  await keyboard.type('!');
  await keyboard.press('Enter');
  await keyboard.type('last');
  await assertSavedMarkup(version, '<div><p id="own">One</p><p>new</p><p id="b">Two!</p><p>last</p></div>');
});
