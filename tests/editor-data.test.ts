/** Binds texts, attributes and selected words to data, and unbinds them (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openBindingPicker,
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  waitForPath,
  pressWithModifiers,
  waitForPickerClosed,
  clickButton,
  waitForEditorState,
  chooseTreeRows,
  saveAndVerify,
  waitForComponentText,
  typePath,
  openVisitorPage,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const DATA = `data='{"trip":{"name":"Abisko","price":"90","href":"/abisko","stops":[{"town":"Kiruna"},{"town":"Narvik"}]}}'`;

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
  await openEditor(at.page);
  return version;
}
const labels = (): Promise<string[]> =>
  at.page.$eval('feaas-editor', (editor) =>
    [...editor.shadowRoot!.querySelectorAll('.path')].map((each) => each.textContent!),
  );

for (const width of [1440, 360])
  test(`a click on a text from data selects it and shows its source, at ${width} px`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await at.publish('<div><h2 data-path="trip.name">Title</h2><p>Text</p></div>');
    await at.open(editableComponent(version, version, DATA).replace('fetch="template stylesheet"', ''));
    await at.page.waitForFunction(() => document.querySelector('feaas-component h2')?.textContent === 'Abisko');
    await at.page.click('feaas-component h2');
    await waitForEditorState(at.page, 'ready');
    const from = await at.page.waitForSelector(inEditorUI('.handles [aria-label="Data mode: trip.name"]'), {
      visible: true,
    });
    await at.page.screenshot({ path: `${SHOTS}/data-bound-${width}.png` });
    // The key does not change another text.
    await at.page.keyboard.type('x');
    await waitForComponentText(at.page, 'Abisko\n\nText');
    await from!.click();
    await openBindingPicker(at.page, 'content');
    await waitForPath(at.page, 'trip.name');
    await at.page.keyboard.press('Escape');
    await waitForPickerClosed(at.page);
    assert.deepEqual(await labels(), ['trip.name']);
  });

for (const width of [1440, 360])
  test(`data mode binds a paragraph, shows its path, and unbinds it, at ${width} px`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await begin('<div><h2>Title</h2><p class="k">Text</p></div>');
    await clickButton(at.page, 'Data mode');
    await at.page.click('feaas-component p');
    // A click into a text puts the caret there.
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('!');
    await waitForComponentText(at.page, 'Title\n\nText!');
    await openBindingPicker(at.page, 'content');
    await typePath(at.page, 'trip.nam[');
    const alert = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> [role=alert]'), { visible: true });
    assert.match(await alert!.evaluate((each) => each.textContent!), /trip\.nam\[.* has a typing error/);
    // The input also offers the paths of the data, so that nobody needs to know the syntax.
    const offered = await at.page.$$eval(inEditorUI('.dialog--pick >>> datalist option'), (all) =>
      all.map((each) => (each as HTMLOptionElement).value),
    );
    assert.deepEqual(offered, ['trip.name', 'trip.price', 'trip.href', 'trip.stops.*.town']);
    await chooseTreeRows(at.page, 'name');
    await waitForPath(at.page, 'trip.name');
    const found = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .finds__value'), { visible: true });
    assert.equal(await found!.evaluate((each) => each.textContent), 'Abisko');
    await at.page.screenshot({ path: `${SHOTS}/data-picker-${width}.png` });
    await clickButton(at.page, 'Use this path');
    await waitForPickerClosed(at.page);
    await waitForComponentText(at.page, 'Title\n\nAbisko');
    assert.deepEqual(await labels(), ['trip.name']);
    await at.page.screenshot({ path: `${SHOTS}/data-${width}.png` });
    await saveAndVerify(at, version, '<div><h2>Title</h2><p class="k" data-path="trip.name">Text!</p></div>');
    const visitor = await openVisitorPage(at, version, DATA);
    assert.equal(await visitor.$eval('feaas-component p', (each) => each.textContent), 'Abisko');
    await openBindingPicker(at.page, 'content');
    await waitForPath(at.page, 'trip.name');
    await clickButton(at.page, 'Remove');
    await waitForComponentText(at.page, 'Title\n\nText!');
    assert.deepEqual(await labels(), []);
    await saveAndVerify(at, version, '<div><h2>Title</h2><p class="k">Text!</p></div>');
  });

test('selected words become a chip, which is deleted as a whole and can be unbound; a link’s address can be bound', async () => {
  const version = await begin('<p>Costs some euros, <a href="/x">more</a></p>');
  const { keyboard } = at.page;
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component p');
  await keyboard.press('Home');
  await pressWithModifiers(at.page, ['Control'], 'ArrowRight');
  await keyboard.press('ArrowRight');
  await pressWithModifiers(at.page, ['Shift', 'Control'], 'ArrowRight');
  assert.equal(await at.page.evaluate(() => getSelection()!.toString()), 'some');
  await openBindingPicker(at.page, 'selection');
  await typePath(at.page, 'trip.price');
  await waitForPickerClosed(at.page);
  await waitForComponentText(at.page, 'Costs 90 euros, more');
  const bound = '<p>Costs <span data-path="trip.price">some</span> euros, <a href="/x">more</a></p>';
  await saveAndVerify(at, version, bound);
  // Typing next to the chip does not change it.
  await at.page.click('feaas-component p');
  await keyboard.press('End');
  await keyboard.type('!');
  await waitForComponentText(at.page, 'Costs 90 euros, more!');
  await saveAndVerify(at, version, bound.replace('</a></p>', '</a>!</p>'));
  await at.page.click('feaas-component a');
  await openBindingPicker(at.page, 'link-href');
  await typePath(at.page, 'trip.href');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component a[href="/abisko"]');
  const both = bound.replace('</a></p>', '</a>!</p>').replace('"/x"', '"/x" data-path-href="trip.href"');
  await saveAndVerify(at, version, both);
  await clickButton(at.page, 'trip.price');
  await openBindingPicker(at.page, 'content');
  await waitForPath(at.page, 'trip.price');
  await clickButton(at.page, 'Remove');
  await waitForPickerClosed(at.page);
  await waitForComponentText(at.page, 'Costs some euros, more!');
  await saveAndVerify(at, version, both.replace(/<\/?span[^>]*>/g, ''));
});

test('a path used as typed closes the picker; words in several formats cannot be bound, with an explanation', async () => {
  const view = '<div><h2 data-path="trip.name">Title</h2><p>one <b>two</b> three</p></div>';
  const version = await begin(view);
  const { keyboard } = at.page;
  await clickButton(at.page, 'Data mode');
  await clickButton(at.page, 'trip.name');
  await openBindingPicker(at.page, 'content');
  await waitForPath(at.page, 'trip.name');
  await clickButton(at.page, 'Use this path');
  await waitForPickerClosed(at.page);
  await at.page.click('feaas-component p');
  await keyboard.press('Home');
  await pressWithModifiers(at.page, ['Shift'], 'End');
  await at.page.waitForFunction(
    (note) => document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.panel__note')?.textContent === note,
    { timeout: 30_000 },
    'What comes from data is one piece of text: in one format, on one line. Select less.',
  );
  assert.equal((await at.page.$$(inEditorUI('[data-binding]'))).length, 0);
  await keyboard.press('Home');
  await pressWithModifiers(at.page, ['Shift', 'Control'], 'ArrowRight');
  await openBindingPicker(at.page, 'selection');
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await saveAndVerify(at, version, view);
});

for (const data of ['', 'no JSON'])
  test(`the preview at a width shows the same content as the page with the data “${data}”`, async () => {
    const version = await at.publish('<div><h2 data-path="trip.name">Title</h2><p>Text</p></div>');
    await at.open(editableComponent(version, version, `data="${data}"`));
    await openEditor(at.page);
    await clickButton(at.page, 'Preview at a width');
    const frame = await at.page.waitForSelector(inEditorUI('dialog iframe'), { visible: true });
    const inner = (await frame!.contentFrame())!;
    await inner.waitForFunction(() => document.querySelector('p')?.textContent === 'Text', { timeout: 30_000 });
    const words = (): string => document.querySelector<HTMLElement>('h2')!.innerText;
    assert.equal(await inner.evaluate(words), await at.page.evaluate(words));
  });

test('the preview at a width has the page’s theme, color scheme, and background', async () => {
  const version = await at.publish('<div><h2>Title</h2><p>Text</p></div>');
  const page = `<div class="-theme--dusk" data-scheme="dark" style="background: rgb(20, 30, 40)"><div style="color-scheme: dark">${editableComponent(version, version)}</div></div>`;
  await at.open(page);
  await openEditor(at.page);
  await clickButton(at.page, 'Preview at a width');
  const frame = await at.page.waitForSelector(inEditorUI('dialog iframe'), { visible: true });
  const inner = (await frame!.contentFrame())!;
  await inner.waitForFunction(() => document.querySelector('p')?.textContent === 'Text', { timeout: 30_000 });
  // The frame loads the library's stylesheet itself.
  await inner.waitForFunction(() => document.querySelector('link')?.sheet, { timeout: 30_000 });
  const looks = (): string[] => {
    const { color, colorScheme } = getComputedStyle(document.querySelector('h2')!);
    return [color, colorScheme];
  };
  assert.deepEqual(await inner.evaluate(looks), await at.page.evaluate(looks));
  assert.equal(
    await inner.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    'rgb(20, 30, 40)',
  );
});

test('closing in data mode, with a selection, and with open findings causes no error', async () => {
  await begin('<p>Text</p><img src="/media/aurora/hero.svg" width="80" height="50">');
  const wrong: string[] = [];
  at.page.on('pageerror', (error) => wrong.push(String(error)));
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component img');
  await at.page.waitForSelector(inEditorUI('[data-binding=attribute-alt]'), { visible: true });
  await clickButton(at.page, 'Close');
  await at.page.waitForSelector(inEditorUI('.bar'), { hidden: true });
  await openEditor(at.page);
  await clickButton(at.page, 'Checks');
  await at.page.waitForSelector(inEditorUI('.aside .finding'), { visible: true });
  await clickButton(at.page, 'Close');
  await at.page.waitForSelector(inEditorUI('.bar'), { hidden: true });
  await openEditor(at.page);
  assert.deepEqual(wrong, []);
});

test('an image’s address can be bound; in data mode, a click on the image selects its binding', async () => {
  const version = await begin('<p>Text</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50">');
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component img');
  await openBindingPicker(at.page, 'attribute-alt');
  await typePath(at.page, 'trip.name');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component img[alt="Abisko"]');
  assert.equal((await at.page.$$(inEditorUI('.panel'))).length, 1);
  await at.page.screenshot({ path: `${SHOTS}/data-image.png` });
  await saveAndVerify(
    at,
    version,
    '<p>Text</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50" data-path-alt="trip.name">',
  );
  const visitor = await openVisitorPage(at, version, DATA);
  assert.equal(await visitor.$eval('feaas-component img', (image) => image.alt), 'Abisko');
  await openBindingPicker(at.page, 'attribute-alt');
  await waitForPath(at.page, 'trip.name');
  await clickButton(at.page, 'Remove');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component img[alt="Sky"]');
  await saveAndVerify(at, version, '<p>Text</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50">');
});

test('within a repeat, paths are written relative to it; selecting a range of a list creates a repeat (D2)', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await begin('<ul><li>One</li></ul>');
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component li');
  await openBindingPicker(at.page, 'repeat');
  await chooseTreeRows(at.page, 'stops');
  await waitForPath(at.page, 'trip.stops.*');
  await clickButton(at.page, 'A range');
  const to = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .fields label:nth-child(2) input'), {
    visible: true,
  });
  await to!.type('1');
  await waitForPath(at.page, 'trip.stops[0:1]');
  await clickButton(at.page, 'Use this path');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component li[data-path-scope]');
  await openBindingPicker(at.page, 'content');
  await chooseTreeRows(at.page, 'stops', '1', 'town');
  await waitForPath(at.page, 'trip.stops.*.town');
  await clickButton(at.page, 'Use this path');
  await waitForPickerClosed(at.page);
  await waitForComponentText(at.page, 'Kiruna');
  await saveAndVerify(
    at,
    version,
    '<ul><li data-path-scope="trip.stops[0:1]" data-path="trip.stops.*.town">One</li></ul>',
  );
});

test('the tree shows the page’s registered data sources with values, and feaasPick reports the picked path', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish('<p>Text</p>');
  const data = `data='{"weather":{"url":"datasource:weather","params":{"city":"Oslo"}}}'`;
  await at.open(editableComponent(version, version, data).replace('fetch="template stylesheet"', ''));
  await at.page.evaluate(async () => {
    const { registerDatasource } = (await import('/build/index.esm.js' as string)) as typeof import('../src');
    registerDatasource({
      name: 'weather',
      properties: { city: { type: 'string' } },
      required: ['city'],
      fetch: async ({ city }) => ({ city, degrees: -4 }),
    });
    registerDatasource({ name: 'moon', fetch: async () => ({ phase: 'new' }) });
    registerDatasource({
      name: 'tides',
      sample: { height: 2.5 },
      fetch: () => {
        throw new Error('asked for nothing');
      },
    });
    document.addEventListener('feaasPick', (event) => {
      const { mode, value, item } = (event as CustomEvent).detail;
      (globalThis as any).heard = [mode, value, item];
    });
  });
  await openEditor(at.page);
  await clickButton(at.page, 'Data mode');
  await at.page.click('feaas-component p');
  await openBindingPicker(at.page, 'content');
  await chooseTreeRows(at.page, 'moon', 'tides', 'weather');
  const seen = await at.page.$$eval(inEditorUI('.dialog--pick >>> .row'), (all) =>
    all.map((row) => [...row.querySelectorAll('.row__name, .row__sample')].map((each) => each.textContent).join(' ')),
  );
  assert.deepEqual(seen, [
    'weather 2 fields',
    'city Oslo',
    'degrees -4',
    'moon 1 field',
    'phase new',
    'tides 1 field',
    'height 2.5',
  ]);
  // The component's data does not fetch this source; the note says how to add it.
  const notes = (wanted: readonly string[]): Promise<unknown> =>
    at.page.waitForFunction(
      (wanted) => {
        const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.dialog--pick');
        const found = dialog?.querySelector(':scope > div')?.shadowRoot?.querySelectorAll('.builder .note');
        return JSON.stringify(Array.from(found ?? [], ({ textContent }) => textContent)) === wanted;
      },
      { timeout: 30_000 },
      JSON.stringify(wanted),
    );
  await chooseTreeRows(at.page, 'phase');
  await waitForPath(at.page, 'moon.phase');
  await notes([
    'It shows in the page once the component’s data names its source: \u2068\u2066"moon": {"url": "datasource:moon"}\u2069\u2069',
  ]);
  await chooseTreeRows(at.page, 'degrees');
  await waitForPath(at.page, 'weather.degrees');
  await notes([]);
  await clickButton(at.page, 'Use this path');
  await waitForPickerClosed(at.page);
  await waitForComponentText(at.page, '-4');
  assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), ['data', 'weather.degrees', -4]);
  await saveAndVerify(at, version, '<p data-path="weather.degrees">Text</p>');
});
