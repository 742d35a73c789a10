/** Lists and quotes: creating, continuing, nesting, ending and undoing them (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  clickButton,
  saveAndVerify,
  openVisitorPage,
} from './lib/editor-page';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return version;
}
/** Waits until the page shows this markup, without attributes and elements of the editor. */
const waitForMarkup = (html: string): Promise<unknown> =>
  at.page.waitForFunction(
    (html) => {
      const copy = document.querySelector('feaas-component')!.cloneNode(true) as HTMLElement;
      for (const each of copy.querySelectorAll('*'))
        for (const name of each.getAttributeNames())
          if (
            /^data-feaas|^contenteditable$/.test(name) ||
            (name === 'class' && /^(?:ql-blank)?$/.test(each.className))
          )
            each.removeAttribute(name);
      for (const line of copy.querySelectorAll('feaas-line, feaas-atom')) line.replaceWith(...line.childNodes);
      return copy.innerHTML.replace(/<!--[^]*?-->|<br>/g, '') === html;
    },
    { timeout: 30_000 },
    html,
  );
const setBlockType = async (selector: string, type: string): Promise<void> => {
  await at.page.click(selector);
  await clickButton(at.page, 'Block type: Paragraph');
  await clickButton(at.page, type);
};

for (const width of [1440, 360])
  test(`paragraphs become one list; its items are typed, nested and left by keyboard, at ${width} px`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await begin('<div><p id="a">One</p><p id="b">Two</p><p>End</p></div>');
    const { keyboard } = at.page;
    await setBlockType('#a', 'Bulleted list');
    await waitForMarkup('<div><ul><li id="a">One</li></ul><p id="b">Two</p><p>End</p></div>');
    await setBlockType('#b', 'Bulleted list');
    await waitForMarkup('<div><ul><li id="a">One</li><li id="b">Two</li></ul><p>End</p></div>');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.type('Three');
    await waitForMarkup('<div><ul><li id="a">One</li><li id="b">Two</li><li>Three</li></ul><p>End</p></div>');
    await keyboard.press('Tab');
    await waitForMarkup('<div><ul><li id="a">One</li><li id="b">Two<ul><li>Three</li></ul></li></ul><p>End</p></div>');
    await keyboard.press('Enter');
    await keyboard.type('Four');
    await at.page.screenshot({ path: `${SHOTS}/list-${width}.png` });
    await pressWithModifiers(at.page, ['Shift'], 'Tab');
    const nested = '<li id="b">Two<ul><li>Three</li></ul></li><li>Four</li>';
    await waitForMarkup(`<div><ul><li id="a">One</li>${nested}</ul><p>End</p></div>`);
    // Enter in an empty item ends the list.
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('After');
    const whole = `<div><ul><li id="a">One</li>${nested}</ul><p>After</p><p>End</p></div>`;
    await waitForMarkup(whole);
    await saveAndVerify(at, version, whole);
    const visitor = await openVisitorPage(at, version);
    assert.equal(await visitor.$eval('feaas-component li li', (each) => each.textContent), 'Three');
    await visitor.screenshot({ path: `${SHOTS}/list-visitor-${width}.png` });
  });

test('an item becomes a paragraph again; Backspace joins items, and leaves the list at its first item', async () => {
  const version = await begin('<div><ul><li>One</li><li>Two</li><li>Three</li></ul></div>');
  const { keyboard } = at.page;
  await at.page.click('feaas-component li:nth-child(2)');
  await clickButton(at.page, 'Block type: Bulleted list');
  await clickButton(at.page, 'Paragraph');
  await waitForMarkup('<div><ul><li>One</li></ul><p>Two</p><ul><li>Three</li></ul></div>');
  await keyboard.press('Home');
  await keyboard.press('Backspace');
  await waitForMarkup('<div><ul><li>OneTwo</li></ul><ul><li>Three</li></ul></div>');
  await typeWithoutPauses(at.page, ' and ');
  await waitForMarkup('<div><ul><li>One and Two</li></ul><ul><li>Three</li></ul></div>');
  await keyboard.press('Home');
  await keyboard.press('Backspace');
  await waitForMarkup('<div><p>One and Two</p><ul><li>Three</li></ul></div>');
  // Undo and redo all changes by keyboard.
  for (let step = 0; step < 4; step++) await pressWithModifiers(at.page, ['Control'], 'z');
  await waitForMarkup('<div><ul><li>One</li><li>Two</li><li>Three</li></ul></div>');
  for (let step = 0; step < 4; step++) await pressWithModifiers(at.page, ['Control'], 'y');
  await waitForMarkup('<div><p>One and Two</p><ul><li>Three</li></ul></div>');
  await saveAndVerify(at, version, '<div><p>One and Two</p><ul><li>Three</li></ul></div>');
});

test('Enter in an empty last line or an empty last paragraph leaves a quote', async () => {
  const version = await begin('<div><p id="a">One</p><blockquote><p id="b">Two</p></blockquote></div>');
  const { keyboard } = at.page;
  await setBlockType('#a', 'Quote');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.type('more');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('After');
  await at.page.click('#b');
  await keyboard.press('End');
  for (let count = 0; count < 2; count++) await keyboard.press('Enter');
  await keyboard.type('Last');
  await saveAndVerify(
    at,
    version,
    '<div><blockquote><p id="a">One</p><p>more</p></blockquote><p>After</p><blockquote><p id="b">Two</p></blockquote><p>Last</p></div>',
  );
});
