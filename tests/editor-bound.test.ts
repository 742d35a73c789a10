/** Tests that editors can change values from data, and that no change to them is silent (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  pickEntry,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
} from './lib/editor-page';

const at = editorJourney();
const [OLD, NEW, OTHER] = ['/media/aurora/hero.svg', '/media/aurora/trip-abisko.svg', '/media/aurora/trip-fjord.svg'];
const TRIPS = ['Abisko', 'Fjord', 'Tent'].map((name) => ({ name, image: NEW }));
const DATA = `data='${JSON.stringify({ hero: { title: 'North', rich: '<b>Far</b> north' }, trips: TRIPS })}'`;
const CARD =
  `<article data-path-scope="trips"><img data-path-src="trips.*.image" src="${OLD}" srcset="${OLD} 2x" alt="Trip" width="80" height="50">` +
  '<h3 data-path="trips.*.name">Name</h3><p>Go</p></article>';

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
  await openEditor(at.page);
  return version;
}
const inPicker = (selector: string): string => inEditorUI(`.dialog--pick >>> ${selector}`);
const textOf = (selector: string): Promise<string> =>
  at.page
    .waitForSelector(selector, { visible: true, timeout: 30_000 })
    .then((found) => found!.evaluate((each) => each.textContent!));
async function choose(label: RegExp): Promise<void> {
  for (const way of await at.page.$$(inPicker('.bound__way')))
    if (label.test(await way.evaluate((each) => each.textContent!))) return way.click();
  throw new Error(`Nothing is called ${label}`);
}
async function setAddress(value: string): Promise<void> {
  const field = await at.page.waitForSelector(inPicker('input[name=src]'), { visible: true });
  await field!.click({ count: 3 });
  await at.page.keyboard.type(value);
}

test('an image in a repeater shows its path and its number of copies, and nothing changes before a choice', async () => {
  const view = `<div>${CARD}</div>`;
  const version = await begin(view);
  await at.page.click('feaas-component article:nth-of-type(2) img');
  assert.match(await textOf(inPicker('.bound__note')), /trips\.\*\.image.*all 3 copies/);
  await setAddress(OTHER);
  await clickButton(at.page, 'Apply');
  assert.match(await textOf(inPicker('[role=alert]')), /First choose/);
  await choose(/^Use an own image.*all 3 copies/);
  await clickButton(at.page, 'Apply');
  await waitForPickerClosed(at.page);
  await at.page.waitForFunction(
    (src) => [...document.querySelectorAll('feaas-component img')].every((image) => image.getAttribute('src') === src),
    { timeout: 30_000 },
    OTHER,
  );
  // A single undo restores the previous state.
  await pressWithModifiers(at.page, ['Control'], 'z');
  await at.page.waitForSelector(`feaas-component img[src="${NEW}"]`);
  await pressWithModifiers(at.page, ['Control'], 'y');
  await at.page.waitForSelector(`feaas-component img[src="${OTHER}"]`);
  await saveAndVerify(
    at,
    version,
    view.replace(` data-path-src="trips.*.image" src="${OLD}" srcset="${OLD} 2x"`, ` src="${OTHER}"`),
  );
});

test('keeping the data of an image: the own image shows only where the data has none', async () => {
  const version = await begin(`<div>${CARD}</div>`);
  await at.page.click('feaas-component img');
  await textOf(inPicker('.bound__note'));
  await choose(/^Keep the data/);
  await setAddress(OTHER);
  await at.page.keyboard.press('Enter');
  await waitForPickerClosed(at.page);
  await saveAndVerify(at, version, `<div>${CARD.replace(`src="${OLD}" srcset="${OLD} 2x"`, `src="${OTHER}"`)}</div>`);
  assert.equal(await at.page.$eval('feaas-component img', (image) => image.getAttribute('src')), NEW);
});

test('the alternative text of an image from data changes without a question', async () => {
  const version = await begin(`<div>${CARD}</div>`);
  await at.page.click('feaas-component img');
  const field = await at.page.waitForSelector(inPicker('input[name=alt]'), { visible: true });
  await field!.click({ count: 3 });
  await at.page.keyboard.type('Trips');
  await at.page.keyboard.press('Enter');
  await waitForPickerClosed(at.page);
  await saveAndVerify(at, version, `<div>${CARD.replace('alt="Trip"', 'alt="Trips"')}</div>`);
});

test('a press opens the path picker of an image', async () => {
  await begin(`<div>${CARD}</div>`);
  await at.page.click('feaas-component img');
  await textOf(inPicker('.bound__note'));
  await clickButton(at.page, 'Edit the path');
  const field = await at.page.waitForSelector(inPicker('input[name=path]'), { visible: true, timeout: 30_000 });
  assert.equal(await field!.evaluate((each) => (each as HTMLInputElement).value), 'trips.*.image');
});

test('an own picture ends the binding of the element around it', async () => {
  const version = await begin(
    `<figure data-path-src="trips[0].image"><picture><source media="(min-width: 1px)" srcset="${OLD}"><img src="${OLD}" alt="" width="80" height="50"></picture></figure>`,
  );
  await at.page.click('feaas-component img');
  await textOf(inPicker('.bound__note'));
  await choose(/^Use an own image/);
  await setAddress(OTHER);
  await at.page.keyboard.press('Enter');
  await waitForPickerClosed(at.page);
  await saveAndVerify(
    at,
    version,
    `<figure><picture><img src="${OTHER}" alt="" width="80" height="50"></picture></figure>`,
  );
});

test('a text from data becomes editable template text in one undo step', async () => {
  const version = await begin('<section><h2 data-path="hero.title">Title</h2><p>Text</p></section>');
  await at.page.click('feaas-component h2');
  await clickButton(at.page, 'Comes from data: use own text here');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'h2');
  await at.page.keyboard.type(' pole');
  await at.page.waitForFunction(() => document.querySelector('feaas-component h2')!.textContent === 'North pole');
  await saveAndVerify(at, version, '<section><h2>North pole</h2><p>Text</p></section>');
});

test('own text keeps the markup of the data if the element allows it', async () => {
  const version = await begin('<section><h2 data-path="hero.rich">Title</h2><p>Text</p></section>');
  await at.page.click('feaas-component h2');
  await clickButton(at.page, 'Comes from data: use own text here');
  await at.page.waitForFunction(() => document.activeElement?.localName === 'h2');
  await saveAndVerify(at, version, '<section><h2><b>Far</b> north</h2><p>Text</p></section>');
  await pressWithModifiers(at.page, ['Control'], 'z');
  await saveAndVerify(at, version, '<section><h2 data-path="hero.rich">Title</h2><p>Text</p></section>');
});

test('in a repeater, all copies get the text of the clicked copy', async () => {
  const version = await begin(`<div>${CARD}</div>`);
  await at.page.click('feaas-component article:nth-of-type(3) h3');
  await clickButton(at.page, 'Comes from data: use own text in all 3 copies');
  await at.page.waitForFunction(() =>
    [...document.querySelectorAll('feaas-component h3')].every((each) => each.textContent === 'Tent'),
  );
  await saveAndVerify(at, version, `<div>${CARD.replace(' data-path="trips.*.name">Name', '>Tent')}</div>`);
});

test('a block inserted after a text from data is editable', async () => {
  const version = await begin('<section><h2 data-path="hero.title">Title</h2><p>Text</p></section>');
  await at.page.click('feaas-component h2');
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Paragraph');
  await waitForPickerClosed(at.page);
  await at.page.waitForFunction(() => document.activeElement?.localName === 'p');
  await at.page.keyboard.type('Two words');
  await saveAndVerify(
    at,
    version,
    '<section><h2 data-path="hero.title">Title</h2><p>Two words</p><p>Text</p></section>',
  );
});
