/** Uploads that are in progress while the user searches, or describes a picture (the real picker on the real host, D13). */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import type { HTTPRequest } from 'puppeteer';
import sharp from 'sharp';
import {
  chooseEntry,
  inContext,
  inPicker,
  pickerJourney,
  clickButton,
  waitForPickerText,
  unexpectedConsoleMessages,
} from './lib/picker-page';

const journey = pickerJourney();
afterEach(() => assert.deepEqual(unexpectedConsoleMessages(journey.consoleMessages), []));

/** Creates new pictures of these colors. */
let count = 0;
async function pictures(...colors: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-picker-media-'));
  return Promise.all(
    colors.map(async (background) => {
      const file = join(folder, `${background}.png`);
      await sharp({ create: { width: 64, height: 40 + ++count, channels: 3, background } })
        .png()
        .toFile(file);
      return file;
    }),
  );
}

/** Opens a picker of pictures and holds its uploads. `pass` lets one of them through. */
async function begin(): Promise<{
  pass(): Promise<void>;
  /** Responds to all uploads in place of the host. */
  answer(status: number): void;
  upload(...files: readonly string[]): Promise<void>;
}> {
  const { page, open } = journey;
  const waiting: HTTPRequest[] = [];
  let arrived = (): void => {};
  await page.setRequestInterception(true);
  let answered: number | undefined;
  page.on('request', (request) => {
    if (!request.headers()['content-type']?.startsWith('multipart/')) return void request.continue();
    if (answered) return void request.respond({ status: answered });
    waiting.push(request);
    arrived();
  });
  await open(inContext('<feaas-picker mode="media"></feaas-picker>'));
  await page.waitForSelector(inPicker('input[type=search]'), { visible: true });
  const next = async (): Promise<HTTPRequest> => {
    if (!waiting.length) await new Promise<void>((resolve) => (arrived = resolve));
    return waiting.shift()!;
  };
  return {
    pass: async () => (await next()).continue(),
    answer: (status) => void (answered = status),
    async upload(...files) {
      const input = (await page.$(inPicker('input[type=file]'))) as any;
      await input.uploadFile(...files);
    },
  };
}

/** Waits until these are the first entries of the list. */
const lists = (...names: readonly string[]): Promise<unknown> =>
  journey.page.waitForFunction(
    (names) =>
      [...document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('[role=option] .card__name')]
        .slice(0, names.length)
        .map((each) => each.textContent)
        .join() === names.join(),
    { timeout: 30_000 },
    names,
  );
const chosen = (name: string): Promise<unknown> =>
  journey.page.waitForSelector(inPicker(`.chosen[aria-label="${name}"]`), { visible: true, timeout: 30_000 });
const item = (): Promise<any> => journey.page.evaluate(() => (globalThis as any).item);
const remember = (): Promise<void> =>
  journey.page.evaluate(() =>
    document.addEventListener('feaasPick', (event) => ((globalThis as any).item = (event as CustomEvent).detail.item)),
  );

test('searching for a picture during uploads stops none of them', async () => {
  const { page } = journey;
  const { pass, upload } = await begin();
  await upload(...(await pictures('teal', 'plum')));
  await waitForPickerText(page, '.uploading .field__name', 'Uploading teal.png');
  await page.type(inPicker('input[type=search]'), 'nothing like it');
  await waitForPickerText(page, '.note', 'No results for “nothing like it”.');
  await pass();
  await lists('teal.png');
  await waitForPickerText(page, '.uploading .field__name', 'Uploading plum.png');
  await pass();
  await lists('plum.png', 'teal.png');
  await page.waitForFunction(() => !document.querySelector('feaas-picker')!.shadowRoot!.querySelector('progress'));
  await chosen('teal.png');
});

test('dropped files are uploaded; a text is dropped into its field by the browser', async () => {
  const { page } = journey;
  await begin();
  /** Which events of a drag the picker handles, so that the browser does nothing. */
  const handled = (selector: string, isFile: boolean): Promise<string[]> =>
    page.$eval(
      inPicker(selector),
      (target, isFile) => {
        const dataTransfer = new DataTransfer();
        if (isFile) dataTransfer.items.add(new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
        else dataTransfer.setData('text/plain', 'aurora');
        const init = { bubbles: true, composed: true, cancelable: true, dataTransfer };
        return ['dragover', 'drop'].filter((type) => !target.dispatchEvent(new DragEvent(type, init)));
      },
      isFile,
    );
  assert.deepEqual(await handled('.mode', true), ['dragover', 'drop']);
  assert.deepEqual(await handled('input[type=search]', false), []);
  assert.deepEqual(await handled('.mode', false), []);
});

test('a description of the first uploaded picture stays with it when others arrive', async () => {
  const { page } = journey;
  const { pass, upload } = await begin();
  await remember();
  await upload(...(await pictures('navy', 'olive', 'coral')));
  await pass();
  await chosen('navy.png');
  await page.keyboard.type('A dark');
  await pass();
  await lists('olive.png', 'navy.png');
  await page.keyboard.type(' sea');
  await pass();
  await lists('coral.png', 'olive.png', 'navy.png');
  await page.keyboard.type('!');
  await clickButton(page, 'Use picture');
  const { name, alt } = await item();
  assert.deepEqual([name, alt], ['navy.png', 'A dark sea!']);
  // A later upload becomes the selection unless the user has typed a description.
  await chooseEntry(page, 'coral.png');
  await chosen('coral.png');
  await upload(...(await pictures('pink')));
  await pass();
  await chosen('pink.png');
});

test('a picture selected during uploads stays selected', async () => {
  const { page } = journey;
  const { pass, upload } = await begin();
  await upload(...(await pictures('khaki', 'silver')));
  await pass();
  await pass();
  await lists('silver.png', 'khaki.png');
  await page.waitForFunction(() => !document.querySelector('feaas-picker')!.shadowRoot!.querySelector('progress'));
  await upload(...(await pictures('gold')));
  await waitForPickerText(page, '.uploading .field__name', 'Uploading gold.png');
  await chooseEntry(page, 'silver.png');
  await chosen('silver.png');
  await pass();
  await lists('gold.png', 'silver.png');
  await chosen('silver.png');
});

for (const status of [204, 205, 304])
  test(`an upload that a proxy answers with status ${status}, which has no body, has failed`, async () => {
    const { page } = journey;
    const { answer, upload } = await begin();
    answer(status);
    await upload(...(await pictures('khaki')));
    const note = await page.waitForSelector(inPicker('.note--wrong'), { visible: true, timeout: 60_000 });
    const text = await note!.evaluate((each) => each.textContent!.replace(/[\u2068\u2069]/g, ''));
    assert.match(text, /^Could not upload “khaki\.png”: /);
    assert.equal(await page.$(inPicker('.uploading')), null);
  });

test('the list stays while another one loads, and keeps the focus and its first entry', async () => {
  const { page, open } = journey;
  const { pass, upload } = await begin();
  await upload(...(await pictures('azure', 'beige')));
  await pass();
  await pass();
  await lists('beige.png', 'azure.png');
  page.removeAllListeners('request');
  let release = (): void => {};
  page.on('request', (request) => {
    const go = (): void => void request.continue();
    if ((request.postData() ?? request.url()).includes('azure')) release = go;
    else go();
  });
  await open(inContext('<feaas-picker mode="media"></feaas-picker>'));
  await page.waitForSelector(inPicker('[role=option]'), { visible: true });
  const shown = (): Promise<unknown> =>
    page.evaluate(() => {
      const list = document.querySelector('feaas-picker')!.shadowRoot!.querySelector('[role=listbox]')!;
      const names = [...list.querySelectorAll('.card__name')].map((each) => each.textContent);
      const focused = document.querySelector('feaas-picker')!.shadowRoot!.activeElement;
      return { names, isBusy: list.ariaBusy, focused: focused?.querySelector('.card__name')?.textContent };
    });
  const { names } = (await shown()) as { names: string[] };
  assert.ok(names.length > 1, names.join());
  await page.type(inPicker('input[type=search]'), 'azure');
  await page.waitForSelector(inPicker('.list[aria-busy=true]'), { visible: true });
  await page.focus(inPicker('[role=option]'));
  assert.deepEqual(await shown(), { names, isBusy: 'true', focused: names[0] });
  release();
  await page.waitForSelector(inPicker('.list[aria-busy=false]'), { visible: true });
  assert.deepEqual(await shown(), { names: ['azure.png'], isBusy: 'false', focused: 'azure.png' });
  assert.equal(await page.evaluate(() => document.querySelector('feaas-picker')!.ariaBusy), 'false');
});
