/** A change to one copy of a repeat changes all copies; a repeat is created and removed (the real editor and host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import {
  openBindingPicker,
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  waitForPath,
  waitForSaveButton,
  waitForNotice,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  typePath,
  openVisitorPage,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const DATA = `data='{"trips":[{"name":"Abisko"},{"name":"Fjord"},{"name":"Tent"}]}'`;
const ITEM = '<h3 data-path="trips.*.name">Name</h3><p class="k">From here</p>';
const VIEW = `<div><article data-path-scope="trips">${ITEM}</article></div>`;

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
  await openEditor(at.page);
  return version;
}
const texts = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(`feaas-component ${selector}`, (all) => all.map((each) => each.textContent!));
const waitForTexts = (selector: string, wanted: readonly string[]): Promise<unknown> =>
  at.page.waitForFunction(
    (selector, wanted) =>
      JSON.stringify([...document.querySelectorAll(`feaas-component ${selector}`)].map((each) => each.textContent)) ===
      wanted,
    { timeout: 30_000 },
    selector,
    JSON.stringify(wanted),
  );

for (const width of [1440, 360])
  test(`typing into any item changes all items, also for visitors, at ${width} px`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await begin(VIEW);
    await at.page.click('feaas-component article p');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type(' on');
    await waitForTexts('p', ['From here on', 'From here on', 'From here on']);
    await at.page.click('feaas-component article:nth-of-type(3) p');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('!');
    await waitForTexts('p', ['From here on!', 'From here on!', 'From here on!']);
    await at.page.screenshot({ path: `${SHOTS}/repeat-${width}.png` });
    await saveAndVerify(at, version, VIEW.replace('From here', 'From here on!'));
    const visitor = await openVisitorPage(at, version, DATA);
    assert.deepEqual(
      await texts(visitor, 'article'),
      ['Abisko', 'Fjord', 'Tent'].map((name) => `${name}From here on!`),
    );
  });

test('only the edited copy of a text is editable, so that no key goes to an invisible caret', async () => {
  const version = await begin(
    '<section><p>first</p><div><p data-path-scope="trips">Town</p></div><p>after</p></section>',
  );
  await at.page.click('feaas-component div p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('A');
  await waitForTexts('div p', ['TownA', 'TownA', 'TownA']);
  assert.equal((await at.page.$$('feaas-component [contenteditable=true]')).length, 1);
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.type('GONE');
  // Whichever element received the key, the page shows what is saved.
  const same = await at.page.waitForFunction(
    () => {
      const [first, ...others] = Array.from(
        document.querySelectorAll('feaas-component div p'),
        (each) => each.textContent!,
      );
      return others.every((each) => each === first) && first;
    },
    { timeout: 30_000 },
  );
  const text = await same.jsonValue();
  const view = `<section><p>first</p><div><p data-path-scope="trips">${text}</p></div><p>after</p></section>`;
  await saveAndVerify(at, version, view);
});

test('binding a block to a list repeats the block and changes nothing else', async () => {
  const version = await begin('<ul><li>One</li></ul>');
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component li');
  await openBindingPicker(at.page, 'repeat');
  await typePath(at.page, 'trips');
  await waitForPickerClosed(at.page);
  await waitForTexts('li', ['One', 'One', 'One']);
  await saveAndVerify(at, version, '<ul><li data-path-scope="trips">One</li></ul>');
  const visitor = await openVisitorPage(at, version, DATA);
  assert.deepEqual(await texts(visitor, 'li'), ['One', 'One', 'One']);
  await openBindingPicker(at.page, 'repeat');
  await waitForPath(at.page, 'trips');
  await clickButton(at.page, 'Remove');
  await waitForTexts('li', ['One']);
  await saveAndVerify(at, version, '<ul><li>One</li></ul>');
});

async function openTools(): Promise<void> {
  const button = await at.page.waitForSelector(inEditorUI('.handles .icon--more'), { visible: true });
  await button!.click();
  await at.page.waitForSelector(inEditorUI('.menu:popover-open'), { visible: true });
}

test('commands on one copy of a repeater say that they apply to all; deleting asks first', async () => {
  const version = await begin(VIEW);
  await at.page.click('feaas-component article:nth-of-type(2) p');
  await openTools();
  await clickButton(at.page, 'Select what is around');
  await openTools();
  const items = await at.page.$$eval(inEditorUI('.menu:popover-open .menu__item'), (all) =>
    all.map((each) => [each.firstChild!.textContent, each.ariaDisabled === 'true' ? each.getAttribute('title') : '']),
  );
  assert.deepEqual(items.slice(0, 3), [
    ['Move all 3 copies up', 'Nothing is before it.'],
    ['Move all 3 copies down', 'Nothing is after it.'],
    ['Duplicate in all 3 copies', 'It is there once for each item of its list. Add an item to the data instead.'],
  ]);
  // Destructive entries come last, in a group of their own.
  assert.deepEqual(items.at(-1), ['Delete all 3 copies', '']);
  await at.page.keyboard.press('End');
  await at.page.keyboard.press('Enter');
  const dialog = await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  assert.match(await dialog!.evaluate((each) => each.textContent!), /deletes all 3 copies/);
  await clickButton(at.page, 'Cancel');
  assert.equal((await texts(at.page, 'article')).length, 3);
  await openTools();
  await at.page.keyboard.press('End');
  await at.page.keyboard.press('Enter');
  await clickButton(at.page, 'Delete all 3 copies');
  await waitForTexts('article', []);
  await saveAndVerify(at, version, '<div></div>');
});

/** Class or tag of the focused element: the placeholder that ignores keys, or the text. */
const focused = (): Promise<string> =>
  at.page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element!.className || element!.localName;
  });
for (const data of ['{"trips":[]}', '{}', '{"trips":null}'])
  test(`data become ${data} while an editor types in a list: a notice shows, no key reaches the page, and typing continues when the data returns`, async () => {
    const version = await begin(VIEW);
    await at.page.click('feaas-component article:last-of-type p');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type(' on');
    const setData = (data: string): Promise<void> =>
      at.page.$eval('feaas-component', (element, data) => element.setAttribute('data', data), data);
    await setData(data);
    await waitForNotice(
      at.page,
      /^The page does not show this text any more, as its list is empty\. You keep your changes\.$/,
    );
    assert.equal(await focused(), 'layer');
    await at.page.keyboard.type('nowhere ');
    await setData('{"trips":[{"name":"Abisko"}]}');
    await waitForTexts('article p', ['From here on']);
    await at.page.waitForFunction(() => document.activeElement?.matches('article p'));
    assert.equal(await at.page.$(inEditorUI('.banner')), null);
    await at.page.keyboard.type(' again');
    await waitForTexts('article p', ['From here on again']);
    await saveAndVerify(at, version, VIEW.replace('From here', 'From here on again'));
    // If the edited copy disappears, the caret moves to the first copy.
    await setData('{"trips":[{"name":"Abisko"},{"name":"Fjord"}]}');
    await waitForTexts('article p', ['From here on again', 'From here on again']);
    await at.page.click('feaas-component article:last-of-type p');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('!');
    await setData('{"trips":[{"name":"Abisko"}]}');
    await waitForTexts('article p', ['From here on again!']);
    await at.page.waitForFunction(() => document.activeElement?.matches('article p'));
    await at.page.keyboard.type('!');
    await waitForTexts('article p', ['From here on again!!']);
    // The caret does not move back when the data returns.
    await setData(data);
    await waitForNotice(at.page, /list is empty/);
    await clickButton(at.page, 'Dismiss');
    await waitForSaveButton(at.page, 'Save', true);
    await setData('{"trips":[{"name":"Abisko"}]}');
    await waitForTexts('article p', ['From here on again!!']);
  });
