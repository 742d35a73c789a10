/** The panel of an image changes its address and its alternative text (the real editor on the real host, under its policy, D13). */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp, { type SharpOptions } from 'sharp';
import { waitForFocus, tabTo } from './lib/editor-keyboard';
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
  openVisitorPage,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const [OLD, NEW] = ['/media/aurora/hero.svg', '/media/aurora/trip-abisko.svg'];

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(
    editableComponent(version, version, `data='{"a":{"image":"${NEW}"}}'`).replace('fetch="template stylesheet"', ''),
  );
  await openEditor(at.page, 'feaas-component');
  return version;
}
async function fill(name: string, value: string): Promise<void> {
  const field = await at.page.waitForSelector(inEditorUI(`input[name=${name}]`), { visible: true, timeout: 30_000 });
  await field!.click({ count: 3 });
  if (value) await at.page.keyboard.type(value);
  else await at.page.keyboard.press('Backspace');
}

/** Waits until the toolbar of the selected element has the focus. */
const withTools = (): Promise<unknown> =>
  at.page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.closest('.handles'),
    { timeout: 30_000 },
  );

for (const width of [1440, 360])
  test(`the panel of an image changes its address and text, at ${width} px; visitors see the change, and undo by keyboard restores the image`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const view = `<div><p>Text</p><img class="k" src="${OLD}" alt="Sky" srcset="${OLD} 2x" width="80" height="50"></div>`;
    const version = await begin(view);
    await at.page.click('feaas-component img');
    await fill('alt', 'A "dome" & sky');
    await fill('src', NEW);
    await at.page.screenshot({ path: `${SHOTS}/image-${width}.png` });
    await clickButton(at.page, 'Apply');
    await waitForPickerClosed(at.page);
    const changed = `<div><p>Text</p><img class="k" src="${NEW}" alt="A &quot;dome&quot; &amp; sky" width="80" height="50"></div>`;
    await at.page.waitForSelector(`feaas-component img[src="${NEW}"]`);
    // No text had the focus before, so the image's toolbar has it. The keys for undo work there as well.
    await withTools();
    await pressWithModifiers(at.page, ['Control'], 'z');
    await at.page.waitForSelector(`feaas-component img[src="${OLD}"]`);
    await pressWithModifiers(at.page, ['Control'], 'y');
    await at.page.waitForSelector(`feaas-component img[src="${NEW}"]`);
    await saveAndVerify(at, version, changed);
    const visitor = await openVisitorPage(at, version);
    // `currentSrc` is set once the browser has selected a source.
    await visitor.waitForFunction(() => document.querySelector<HTMLImageElement>('feaas-component img')!.currentSrc);
    const seen = await visitor.$eval('feaas-component img', (image) => [image.currentSrc, image.alt]);
    assert.deepEqual(seen, [`${at.host.origin}${NEW}`, 'A "dome" & sky']);
  });

test('a picture element has an address for each source; a source without an address is not selected', async () => {
  const version = await begin(
    `<picture><source media="(max-width: 600px)" srcset="${OLD}"><source type="image/avif" srcset="${OLD}"><img src="${OLD}" alt="Sky" width="80" height="50"></picture><p>Text</p>`,
  );
  await at.page.click('feaas-component img');
  await fill('source0', NEW);
  await fill('source1', '');
  await clickButton(at.page, 'Apply');
  await waitForPickerClosed(at.page);
  await saveAndVerify(
    at,
    version,
    `<picture><source media="(max-width: 600px)" srcset="${NEW}"><img src="${OLD}" alt="Sky" width="80" height="50"></picture><p>Text</p>`,
  );
  await at.page.setViewport({ width: 360, height: 800 });
  const visitor = await openVisitorPage(at, version);
  await visitor.waitForFunction(
    (url) => document.querySelector<HTMLImageElement>('feaas-component img')!.currentSrc === url,
    {},
    `${at.host.origin}${NEW}`,
  );
});

test('an image from data shows its path; the panel refuses a javascript: address', async () => {
  const version = await begin(`<p>Text</p><img data-path-src="a.image" src="${OLD}" alt="" width="80" height="50">`);
  await at.page.click('feaas-component img');
  const note = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .bound__note'), { visible: true });
  // The path is isolated, so that it reads from left to right in every language.
  assert.match(await note!.evaluate((each) => each.textContent!), /comes from data: \u2068a\.image\u2069/);
  await (await at.page.$(inEditorUI('.dialog--pick >>> .bound__way:last-of-type')))!.click();
  await fill('src', 'javascript:alert(1)');
  await at.page.keyboard.press('Enter');
  const alert = await at.page.waitForSelector(inEditorUI('.dialog--pick >>> [role=alert]'), { visible: true });
  assert.match(await alert!.evaluate((each) => each.textContent!), /is not allowed/);
  await at.page.screenshot({ path: `${SHOTS}/image-bound.png` });
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await withTools();
  assert.match(await saveAndVerify(at, version), /src="\/media\/aurora\/hero\.svg"/);
});

for (const width of [1440, 360])
  test(`an uploaded picture of the host is picked with its text, at ${width} px: with all sizes and the previous width`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await begin(`<p>Text</p><img class="k" src="${OLD}" alt="Sky" width="80" height="50">`);
    const file = join(await mkdtemp(join(tmpdir(), 'feaas-image-')), `teal-${width}.png`);
    // Use noise, because the host stores a plain picture in one size only.
    await sharp({
      create: { width: 1600, height: 800, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: width / 40 } },
    } as SharpOptions)
      .png()
      .toFile(file);
    await at.page.evaluate(() => {
      document.addEventListener('feaasPick', (event) => {
        const { mode, item } = (event as CustomEvent).detail;
        (globalThis as any).heard = [mode, item.alt, item.width, item.height];
      });
    });
    await at.page.click('feaas-component img');
    await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .upload'), { visible: true });
    const input = await at.page.$(inEditorUI('.dialog--pick >>> input[type=file]'));
    await (input as any).uploadFile(file);
    // The uploaded picture is selected, and the input for its text has the focus.
    await waitForFocus(at.page, 'Alternative textDescribe the picture; leave it empty for decoration.');
    await at.page.keyboard.type('A teal field');
    await at.page.screenshot({ path: `${SHOTS}/image-picker-${width}.png` });
    await clickButton(at.page, 'Use picture');
    await waitForPickerClosed(at.page);
    await at.page.waitForSelector('feaas-component img[alt="A teal field"]');
    assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), ['media', 'A teal field', 1600, 800]);
    const view = await saveAndVerify(at, version);
    assert.match(
      view,
      /^<p>Text<\/p><img class="k" src="(\/media\/aurora\/[^"]+)\.png" alt="A teal field" width="80" height="40" srcset="\1\.webp 1600w, \/media\/[^"]+\.webp \d+w"/,
    );
    const visitor = await openVisitorPage(at, version);
    await visitor.waitForFunction(
      () => document.querySelector<HTMLImageElement>('feaas-component img')!.naturalWidth > 0,
    );
    // The picker also offers the picture for the next image.
    await at.page.click('feaas-component img');
    await pickEntry(at.page, `teal-${width}.png`);
    await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .chosen:not(.current)'), { visible: true });
    await at.page.keyboard.press('Escape');
    await waitForPickerClosed(at.page);
  });

test('by keys: the input for the text has the focus, Enter applies, and Escape goes back without a change', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await begin(`<p>Text</p><img src="${OLD}" alt="Sky" width="80" height="50">`);
  await at.page.click('feaas-component img');
  await waitForFocus(at.page, 'Alternative text');
  await at.page.keyboard.type('!');
  await tabTo(at.page, 'Close');
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await at.page.click('feaas-component img');
  await waitForFocus(at.page, 'Alternative text');
  await pressWithModifiers(at.page, ['Control'], 'a');
  await at.page.keyboard.type('Night');
  await at.page.keyboard.press('Enter');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component img[alt="Night"]');
  await saveAndVerify(at, version, `<p>Text</p><img src="${OLD}" alt="Night" width="80" height="50">`);
});

test('one click edits an image within a text, and typing continues there afterwards', async () => {
  const image = `<img src="${OLD}" alt="Sky" width="80" height="50">`;
  const version = await begin(`<h2>Title</h2><p>Before ${image} after</p><p>${image}</p>`);
  await at.page.setViewport({ width: 1440, height: 800 });
  for (const [selector, alt] of [
    ['p:nth-of-type(1) img', 'Night'],
    ['p:nth-of-type(2) img', 'Dusk'],
  ] as const) {
    await at.page.click('feaas-component h2');
    await at.page.keyboard.press('End');
    await at.page.click(`feaas-component ${selector}`);
    await fill('alt', alt);
    await at.page.keyboard.press('Enter');
    await withTools();
  }
  await at.page.keyboard.press('Escape');
  await at.page.waitForSelector('feaas-component h2[contenteditable=true]');
  await at.page.keyboard.type('!');
  const [night, dusk] = ['Night', 'Dusk'].map((alt) => image.replace('Sky', alt));
  await saveAndVerify(at, version, `<h2>Title!</h2><p>Before ${night} after</p><p>${dusk}</p>`);
});
