/** `feaas-picker` on the real host, under its policy (D13): the entries and the result of each mode. */
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import sharp from 'sharp';
import { createGateway, type VersionStore } from '../src/utils/gateway';
import { followColorScheme, findViolations } from './lib/axe';
import {
  chooseEntry,
  waitForEntries,
  focusedText,
  inContext,
  inPicker,
  pickerJourney,
  clickButton,
  chooseTreeRows,
  waitForPickerText,
  unexpectedConsoleMessages,
  pickerText,
  type PickerElement,
} from './lib/picker-page';
import { setBrowserLanguages } from './lib/browser-languages';

const journey = pickerJourney();
afterEach(() => assert.deepEqual(unexpectedConsoleMessages(journey.consoleMessages), []));

const versions = (): VersionStore =>
  createGateway({ url: `${journey.host.origin}/graphql`, library: 'aurora', auth: journey.host.token }).versions;

/** Creates a version of the footer with three revisions, the second published. */
async function history(name: string): Promise<VersionStore> {
  const store = versions();
  const id = `aurora/footer/${name}`;
  await store.save(id, '<section><h2>One</h2><p>First</p></section>', { expectedRevision: 0 });
  await store.save(id, '<section><h2>One</h2><p>Second</p></section>', { expectedRevision: 1 });
  await store.publish(id, { expectedRevision: 2 });
  await store.save(id, '<section><h2>Two</h2><p>Second</p><p>Third</p></section>', { expectedRevision: 2 });
  return store;
}

test('theme: each entry is drawn with the library’s stylesheet, in a shadow root of its own; its class is picked', async () => {
  const { page, open, picks } = journey;
  await open(inContext('<feaas-picker></feaas-picker>'));
  await waitForEntries(page, 4);
  const swatches = await page.$eval('feaas-picker', (picker) =>
    [...picker.shadowRoot!.querySelectorAll('[role=option]')].map((option) => {
      const { shadowRoot } = option.querySelector('.swatch')!;
      const { backgroundColor } = getComputedStyle(shadowRoot!.querySelector('.-feaas')!);
      return [option.querySelector('.card__name')!.textContent, backgroundColor, shadowRoot!.adoptedStyleSheets.length];
    }),
  );
  assert.deepEqual(
    swatches.map(([name]) => name),
    ['No theme', 'Aurora', 'Dusk', 'Paper'],
  );
  // The stylesheet defines the look of a theme: Dusk and Paper have backgrounds of their own.
  assert.deepEqual(new Set(swatches.map(([, ground]) => ground)).size, 3);
  assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0, 'nothing of it holds in the page');
  await chooseEntry(page, 'Dusk');
  assert.deepEqual(await picks(), [['theme', '-theme--dusk']]);
  await waitForPickerText(page, '.frame__title', 'Dusk');
  await chooseEntry(page, 'No theme');
  assert.deepEqual((await picks())[1], ['theme', '']);
  await waitForPickerText(page, '.frame__title', 'No theme');
});

test('the picker has the same size on a page with a rem of 10 px', async () => {
  const { page, open } = journey;
  const sizes = (): Promise<unknown> =>
    page.$eval('feaas-picker', (picker) => {
      const option = picker.shadowRoot!.querySelector('[role=option]')!;
      const { fontSize } = getComputedStyle(option.querySelector('.card__name')!);
      return [fontSize, option.getBoundingClientRect().height];
    });
  await open(inContext('<feaas-picker></feaas-picker>'));
  await waitForEntries(page, 4);
  const usual = await sizes();
  await open(
    `<style>html { font-size: 62.5% } i { font-size: 3px }</style>${inContext('<feaas-picker></feaas-picker>')}`,
  );
  await waitForEntries(page, 4);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '10px');
  assert.deepEqual(await sizes(), usual);
});

test('component: found by its name, drawn while it has no thumbnail, and listed as recent once picked', async () => {
  const { page, open, picks, host } = journey;
  await open(inContext('<feaas-picker mode="component" placeholder="None"></feaas-picker>'));
  await waitForEntries(page, 13);
  assert.ok(await page.$(inPicker('.drawing')));
  const search = (await page.$(inPicker('input[type=search]')))!;
  await search.type('WORDS guest');
  await waitForPickerText(page, '.note', 'No results for “WORDS guest”.');
  await search.press('Escape');
  await search.type('guest');
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('.list__entry').length === 1,
  );
  assert.equal(await pickerText(page, '[role=option] .card__name'), 'Testimonials');
  await search.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual(await picks(), [['component', 'aurora/testimonials']]);
  await waitForPickerText(page, '.frame__title', 'Testimonials');
  assert.equal(
    await page.$eval(
      'feaas-picker',
      (picker) => picker.shadowRoot!.querySelector<HTMLAnchorElement>('.frame__actions a')!.href,
    ),
    `${host.origin}/preview.html?feaasSrc=aurora%2Ftestimonials&lang=en`,
  );
  await page.goto(`${host.origin}/journey.html`);
  await waitForEntries(page, 13);
  assert.equal(await pickerText(page, '.recent button'), 'Testimonials');
});

test('component: an existing thumbnail shows (E4)', async () => {
  const { page, open, host } = journey;
  const [version] = await versions().find(['aurora/call-to-action/responsive']);
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  const query =
    'mutation ($file: File!, $at: DateTime!, $revision: Int!) { uploadThumbnail(versionId: "aurora/call-to-action/responsive", ofComponent: true, file: $file, renderedAt: $at, expectedRevision: $revision) { src } }';
  const variables = { file: null, at: new Date().toISOString(), revision: version!.revision };
  form.set('operations', JSON.stringify({ query, variables }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new Blob([new Uint8Array(picture)]), 'a.jpg');
  const headers = { authorization: `Bearer ${host.token}`, 'apollo-require-preflight': 'true' };
  const answer = await (await fetch(`${host.origin}/graphql`, { method: 'POST', headers, body: form })).json();
  assert.ok(answer.data, JSON.stringify(answer));
  await open(inContext('<feaas-picker mode="component"></feaas-picker>'));
  await waitForEntries(page, 13);
  await page.waitForFunction(
    () =>
      document.querySelector('feaas-picker')!.shadowRoot!.querySelector<HTMLImageElement>('.picture__image')
        ?.naturalWidth === 80,
  );
});

test('data: a path is picked from the tree, without knowledge of the syntax', async () => {
  const { page, open, picks } = journey;
  await open(inContext('<feaas-picker mode="data" placeholder="No path"></feaas-picker>'));
  await waitForEntries(page, 3);
  await chooseTreeRows(page, 'products', 'items', '2', 'name');
  await waitForPickerText(page, '.path__text', 'products.items[1].name');
  await waitForPickerText(page, '.finds__value', 'Harbour light');
  await clickButton(page, 'The first where');
  await page.select(inPicker('.fields select'), 'place');
  await page.select(inPicker('.fields label:nth-child(2) select'), 'contains');
  const value = (await page.$(inPicker('.fields input')))!;
  await value.click({ count: 3 });
  await value.type('Svalbard');
  await waitForPickerText(page, '.path__text', "products.items[?search(@.place, 'Svalbard')].name");
  await page.waitForFunction(
    () =>
      !/Harbour/.test(
        document.querySelector('feaas-picker')!.shadowRoot!.querySelector('.finds__value')?.textContent ?? 'Harbour',
      ),
  );
  await clickButton(page, 'Use this path');
  await page.waitForFunction(() => (globalThis as any).picks.length === 1);
  assert.deepEqual(await picks(), [['data', "products.items[?search(@.place, 'Svalbard')].name"]]);
});

test('data: a list for a repeat, of the page’s own data; within a repeat, paths are relative to it (D2)', async () => {
  const { page, open, picks } = journey;
  await open(inContext('<feaas-picker mode="data" binding="repeat"></feaas-picker>'));
  await page.$eval('feaas-picker', (picker) => {
    (picker as unknown as PickerElement).data = { shop: { 'all items': [{ n: 1 }, { n: 2 }, { n: 3 }] } };
  });
  await chooseTreeRows(page, 'all items');
  await waitForPickerText(page, '.path__text', "shop['all items'].*");
  await waitForPickerText(page, '.finds__title', '3 items');
  await clickButton(page, 'A range');
  const to = (await page.$(inPicker('.fields label:nth-child(2) input')))!;
  await to.type('2');
  await waitForPickerText(page, '.path__text', "shop['all items'][0:2]");
  await waitForPickerText(page, '.finds__title', '2 items');
  await clickButton(page, 'Use this path');
  await page.waitForFunction(() => (globalThis as any).picks.length === 1);
  assert.deepEqual(await picks(), [['data', "shop['all items'][0:2]"]]);
  await page.$eval('feaas-picker', (picker) => {
    picker.setAttribute('binding', 'text');
    picker.setAttribute('scope', "shop['all items'][0:2]");
  });
  await chooseTreeRows(page, '3', 'n');
  await waitForPickerText(page, '.path__text', "shop['all items'].*.n");
  await waitForPickerText(page, '.finds__value', '1');
});

test('media: pictures are uploaded, found, and picked with their alternative text', async () => {
  const { page, open, picks } = journey;
  await open(inContext('<feaas-picker mode="media" placeholder="No picture"></feaas-picker>'));
  await waitForPickerText(page, '.note', 'There is nothing here yet.');
  const folder = await mkdtemp(join(tmpdir(), 'feaas-picker-'));
  const files = await Promise.all(
    ['teal', 'plum'].map(async (background) => {
      const file = join(folder, `${background}.png`);
      await sharp({ create: { width: 640, height: 400, channels: 3, background } })
        .png()
        .toFile(file);
      return file;
    }),
  );
  await writeFile(join(folder, 'broken.png'), 'no picture');
  const input = (await page.$(inPicker('input[type=file]'))) as any;
  await input.uploadFile(...files, join(folder, 'broken.png'));
  await waitForEntries(page, 2);
  const failure = await page.waitForSelector(inPicker('.note--wrong'), { visible: true });
  assert.match(await failure!.evaluate((each) => each.textContent!), /^Could not upload “\u2068broken\.png\u2069”: /);
  await page.waitForFunction(() => !document.querySelector('feaas-picker')!.shadowRoot!.querySelector('progress'));
  const search = (await page.$(inPicker('input[type=search]')))!;
  await search.type('teal');
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('.list__entry').length === 1,
  );
  await page.evaluate(() =>
    document.addEventListener('feaasPick', (event) => ((globalThis as any).item = (event as CustomEvent).detail.item)),
  );
  await chooseEntry(page, 'teal.png');
  // The input for the alternative text has the focus next.
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.activeElement?.closest('.chosen') !== null,
  );
  await page.keyboard.type('A teal field');
  // Enter that confirms a composition does not pick an entry: Safari fires it after the composition.
  await page.$eval('feaas-picker', (picker) => {
    const field = picker.shadowRoot!.activeElement!;
    const keys = [{ isComposing: true }, { keyCode: 229 }] as KeyboardEventInit[];
    for (const each of keys)
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, ...each }));
  });
  assert.deepEqual(await picks(), []);
  await clickButton(page, 'Use picture');
  const [value, item] = await page.evaluate(() => [(globalThis as any).picks[0][1], (globalThis as any).item]);
  assert.match(value, /^\/media\/aurora\//);
  assert.deepEqual([item.alt, item.width, item.height, item.src], ['A teal field', 640, 400, value]);
  assert.equal(await page.evaluate(async (url) => (await fetch(url)).status, value), 200);
  await waitForPickerText(page, '.frame__title', 'teal.png');
});

test('revision: two are compared, and an earlier one is restored on the host unless the page prevents it', async () => {
  const { page, open } = journey;
  const store = await history('compared');
  await open(
    inContext('<feaas-picker mode="revision" component="footer" version="compared" placeholder="Now"></feaas-picker>'),
  );
  await waitForEntries(page, 3);
  const rows = await page.$eval('feaas-picker', (picker) =>
    [...picker.shadowRoot!.querySelectorAll('[role=option]')].map((each) => [
      each.querySelector('.card__name')!.textContent,
      each.querySelector('.badge')?.textContent ?? '',
      /^\u2068development\u2069, .*202\d/.test(each.querySelector('.card__more')!.textContent!),
    ]),
  );
  assert.deepEqual(rows, [
    ['Revision 3', '', true],
    ['Revision 2', 'Published', true],
    ['Revision 1', '', true],
  ]);
  // Each entry looks as before.
  await page.waitForFunction(
    () =>
      [...document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('[role=option] .miniature')]
        .map((each) => each.shadowRoot?.querySelector('p')?.textContent)
        .join() === 'Second,Second,First',
  );
  await page.click(inPicker('[role=option][aria-posinset="2"]'));
  await page.select(inPicker('.chosen select'), '3');
  await page.waitForSelector(inPicker('.difference'), { visible: true });
  const changed = await page.$eval('feaas-picker', (picker) =>
    [...picker.shadowRoot!.querySelectorAll('.difference__side')].map((each) => [
      each.localName,
      each.lastChild!.textContent,
    ]),
  );
  assert.deepEqual(changed, [
    ['del', 'One'],
    ['ins', 'Two'],
    ['ins', 'Third'],
  ]);
  const prevented = await page.evaluateHandle(() => {
    const stop = (event: Event): void => event.preventDefault();
    document.querySelector('feaas-picker')!.addEventListener('feaasPick', stop, { once: true });
  });
  await prevented.dispose();
  await clickButton(page, 'Restore revision 2');
  await page.click(inPicker('.ask .button--main'));
  await page.waitForFunction(() => (globalThis as any).picks.length === 1);
  assert.equal((await store.find(['aurora/footer/compared']))[0]!.revision, 3);
  await clickButton(page, 'Restore revision 2');
  await page.click(inPicker('.ask .button--main'));
  await waitForEntries(page, 4);
  const [version] = await store.find(['aurora/footer/compared']);
  assert.deepEqual([version!.revision, version!.view], [4, '<section><h2>One</h2><p>Second</p></section>']);
});

test('revision: after a save by another user, nothing is restored, and the list is updated', async () => {
  const { page, open } = journey;
  const store = await history('raced');
  await open(inContext('<feaas-picker mode="revision" component="footer" version="raced"></feaas-picker>'));
  await waitForEntries(page, 3);
  await store.save('aurora/footer/raced', '<p>theirs</p>', { expectedRevision: 3 });
  await page.click(inPicker('[role=option][aria-posinset="3"]'));
  await clickButton(page, 'Restore revision 1');
  await page.click(inPicker('.ask .button--main'));
  await waitForPickerText(
    page,
    '.note',
    'Another editor saved in the meantime. The picker restored nothing. This is the current state.',
  );
  await waitForEntries(page, 4);
  assert.equal((await store.find(['aurora/footer/raced']))[0]!.view, '<p>theirs</p>');
});

test('keys: one tab stop, arrow keys, Home, End and first letters in a list; arrow keys expand and collapse a tree', async () => {
  const { page, open, picks } = journey;
  await open(inContext('<feaas-picker></feaas-picker>'));
  await waitForEntries(page, 4);
  assert.equal(await page.$$eval(inPicker('[role=option][tabindex="0"]'), (all) => all.length), 1);
  await page.focus(inPicker('[role=option][tabindex="0"]'));
  for (const [key, name] of [
    ['ArrowRight', 'Aurora'],
    ['End', 'Paper'],
    ['ArrowLeft', 'Dusk'],
    ['Home', 'No theme'],
    ['p', 'Paper'],
    ['d', 'Dusk'],
  ] as const) {
    // Pause between letters, because letters in quick succession form one search text.
    if (key.length === 1) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
    await page.keyboard.press(key);
    await page.waitForFunction(
      (name) => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.querySelector('.card__name')?.textContent === name;
      },
      { timeout: 3000 },
      name,
    );
  }
  await page.keyboard.press('Space');
  assert.deepEqual(await picks(), [['theme', '-theme--dusk']]);
  await open(inContext('<feaas-picker mode="data"></feaas-picker>'));
  await waitForEntries(page, 3);
  await page.focus(inPicker('[role=treeitem][tabindex="0"]'));
  assert.equal(await focusedText(page), 'news');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector(inPicker('[role=treeitem][aria-expanded=true]'), { visible: true });
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.activeElement?.getAttribute('aria-level') === '2',
  );
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.activeElement?.getAttribute('aria-level') === '1',
  );
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(
    () => !document.querySelector('feaas-picker')!.shadowRoot!.querySelector('[aria-expanded=true]'),
  );
});

for (const [mode, attributes] of Object.entries({
  theme: '',
  component: '',
  data: '',
  media: '',
  revision: 'component="footer" version="axe"',
})) {
  test(`accessible (axe): ${mode}, light, dark, from right to left`, async () => {
    const { page, open, host } = journey;
    if (mode === 'revision') await history('axe');
    for (const [scheme, language, variant] of [
      ['light', 'en', 'full'],
      ['dark', 'ar', 'full'],
      ['dark', 'de', 'compact'],
    ] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const attribute = `lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`;
      const picker = `<feaas-picker mode="${mode}" variant="${variant}" placeholder="None" ${attributes}></feaas-picker>`;
      await setBrowserLanguages(page, language);
      await open(inContext(picker, attribute));
      await followColorScheme(page);
      await waitForEntries(page, 2);
      if (mode === 'data') {
        await chooseTreeRows(page, 'products', 'items', '2', 'name');
        await page.waitForSelector(inPicker('.finds__value'), { visible: true });
      }
      if (mode === 'media' || mode === 'revision') {
        await page.click(inPicker('[role=option][aria-posinset="2"]'));
        await page.waitForSelector(inPicker('.chosen'), { visible: true });
      }
      if (mode === 'revision') {
        await page.select(inPicker('.chosen select'), '3');
        await page.waitForSelector(inPicker('.difference'), { visible: true });
      }
      assert.deepEqual(await findViolations(page), [], `${scheme} ${language}`);
      const turned = await page.$eval('feaas-picker', (picker) => {
        const frame = picker.shadowRoot!.querySelector<HTMLElement>('.frame')!;
        return [frame.lang, frame.dir, frame.scrollWidth <= frame.clientWidth];
      });
      assert.deepEqual(turned, [language, language === 'ar' ? 'rtl' : 'ltr', true]);
    }
    void host;
  });
}
