/** Lists of 10,000 entries in a real browser: scrolling renders visible entries only, and is as fast as in a plain list of 100. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import {
  waitForEntries,
  inContext,
  inPicker,
  pickerJourney,
  unexpectedConsoleMessages,
  type PickerElement,
} from './lib/picker-page';
import { assertSmoothScrolling, measureScrolling } from './lib/scrolling';

const journey = pickerJourney();
afterEach(() => assert.deepEqual(unexpectedConsoleMessages(journey.consoleMessages), []));

const COUNT = 10_000;
/** Number of components. Each is a row in the host's database, so the usual run uses a tenth; `FEAAS_LONG=1` uses all. */
const COMPONENTS = process.env['FEAAS_LONG'] ? 10_000 : 1000;
/** Number of the component that the test searches for. */
const LIGHTHOUSE = COMPONENTS - 223;
const nameOf = (at: number): string => `Part ${String(at).padStart(5, '0')}`;
/** More entries than fit into the visible part of a list. */
const SCREENFUL = 80;
const PLAIN = { host: 'body', list: '#plain', entry: 'li' };
const PICKER = { host: 'feaas-picker', list: '.list', entry: '.list__entry' };

test('10,000 entries of a data list: only visible ones are rendered, and scrolling is as smooth as with 100', async (t) => {
  const { page, open } = journey;
  const plain = Array.from({ length: 100 }, (_, at) => `<li>Entry ${at} of a plain list</li>`).join('');
  await open(
    inContext('<feaas-picker mode="data"></feaas-picker>') +
      `<ul id="plain" style="height:20rem;overflow:auto;line-height:2.25rem">${plain}</ul>`,
  );
  await page.$eval(
    'feaas-picker',
    (picker, count) => {
      const items = Array.from({ length: count }, (_, at) => ({ name: `Entry ${at}`, price: at }));
      (picker as unknown as PickerElement).data = { items };
    },
    COUNT,
  );
  await waitForEntries(page, 10);
  const [plainList, list] = [await measureScrolling(page, PLAIN), await measureScrolling(page, PICKER)];
  t.diagnostic(JSON.stringify({ plainList, list }));
  assertSmoothScrolling(list, plainList, SCREENFUL);
  await page.waitForFunction(
    () =>
      [...document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('.row__name')].at(-1)?.textContent ===
      '10000',
  );
});

/** Creates the files of a library with this number of components. */
async function largeLibrary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-large-'));
  const settings = { embeds: [], cdns: [], frames: [], publicDrafts: false };
  const library = { id: 'large', name: 'Large', settings, collections: [], themes: [], breakpoints: [] };
  await writeFile(join(folder, 'library.json'), JSON.stringify(library));
  await writeFile(join(folder, 'styles.css'), 'p { margin: 0 }');
  for (let at = 0; at < COMPONENTS; at++) {
    const name = nameOf(at);
    const own = join(folder, 'components', name.toLowerCase().replace(' ', '-'));
    await mkdir(own, { recursive: true });
    const description = at === LIGHTHOUSE ? 'The lighthouse' : `The part with number ${at}`;
    await writeFile(join(own, 'component.json'), JSON.stringify({ name, description }));
  }
  return folder;
}

test(`${COMPONENTS} components of a library: searched, scrolled as smoothly as a plain list of 100, and navigated by keys`, async (t) => {
  const { page, host, picks } = journey;
  const folder = await largeLibrary();
  await host.importLibrary(folder);
  await rm(folder, { recursive: true });
  const plain = Array.from({ length: 100 }, (_, at) => `<li>Entry ${at} of a plain list</li>`).join('');
  await page.setViewport({ width: 1280, height: 900 });
  await journey.open(
    inContext('<feaas-picker library="large" mode="component"></feaas-picker>') +
      `<ul id="plain" style="height:20rem;overflow:auto;line-height:13rem">${plain}</ul>`,
  );
  await waitForEntries(page, 10);

  // The search finds a component of the host that the list has not loaded yet.
  const search = (await page.$(inPicker('input[type=search]')))!;
  await search.type('lighthouse');
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.querySelectorAll('.list__entry').length === 1,
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual(await picks(), [['component', `large/${nameOf(LIGHTHOUSE).toLowerCase().replace(' ', '-')}`]]);
  await search.click({ count: 3 });
  await page.keyboard.press('Backspace');
  await waitForEntries(page, 10);

  // Scroll to the end while entries load, and then from one end to the other and back.
  const plainList = await measureScrolling(page, PLAIN);
  const coming = await measureScrolling(page, { ...PICKER, minEntries: COMPONENTS });
  const there = await measureScrolling(page, PICKER);
  t.diagnostic(JSON.stringify({ plainList, coming, there }));
  for (const round of [coming, there]) assertSmoothScrolling(round, plainList, SCREENFUL);

  const focusedOn = (name: string): Promise<unknown> =>
    page.waitForFunction(
      (name) =>
        document.querySelector('feaas-picker')!.shadowRoot!.activeElement?.querySelector('.card__name')?.textContent ===
        name,
      { timeout: 30_000 },
      name,
    );
  await page.focus(inPicker('[role=option][tabindex="0"]'));
  await page.keyboard.press('End');
  await focusedOn(nameOf(COMPONENTS - 1));
  await page.keyboard.press('ArrowLeft');
  await focusedOn(nameOf(COMPONENTS - 2));
  await page.keyboard.press('Home');
  await focusedOn('Part 00000');
  await page.keyboard.press('ArrowRight');
  await focusedOn('Part 00001');
  await page.keyboard.press('Space');
  assert.deepEqual((await picks()).at(-1), ['component', 'large/part-00001']);
});
