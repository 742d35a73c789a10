/**
 * Takes screenshots of the product in a browser: `npm run screenshots [-- words of names]`. Every page and editor state
 * at 320, 768 and 1440 px; light, dark, and right to left. Each goes to /tmp/feaas-screenshots. All of a state are
 * combined on a sheet in docs/screenshots, where visual changes show in a diff. Pictures for the documentation go to
 * docs/pictures. The site has to be built.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer';
import sharp from 'sharp';
import { launch, openPage } from '../tests/lib/browser';
import { startEditingHost, type EditingHost } from '../tests/lib/editing-host';
import { signIn } from '../tests/lib/sign-in';
import { inEditorUI } from '../tests/lib/editor-page';
import { setBrowserLanguages } from '../tests/lib/browser-languages';
import { clip, type Unseen } from './screenshots/clip';
import { writeSheet } from './screenshots/sheet';
import { EDITOR, PAGES, editHero, type State } from './screenshots/states';

const OUTPUT_FOLDER = '/tmp/feaas-screenshots';
const SHEETS = new URL('../docs/screenshots/', import.meta.url).pathname;
const COMMITTED = new URL('../docs/pictures/', import.meta.url).pathname;
const filters = process.argv.slice(2);

const WIDTHS = [320, 768, 1440] as const;
const APPEARANCES = [
  { name: 'light', scheme: 'light', rtl: '' },
  { name: 'dark', scheme: 'dark', rtl: '' },
  { name: 'rtl', scheme: 'light', rtl: 'on' },
] as const;

/** Pictures for the documentation: states at a width. */
const DOC_PICTURES: readonly { readonly name: string; readonly width: number; readonly scheme: 'light' | 'dark' }[] = [
  { name: 'demo', width: 1440, scheme: 'light' },
  { name: 'editor', width: 1440, scheme: 'light' },
  { name: 'editor-data', width: 1440, scheme: 'light' },
  { name: 'editor-history', width: 1440, scheme: 'dark' },
  { name: 'editor-schedule', width: 1440, scheme: 'light' },
  { name: 'editor-preview-links', width: 1440, scheme: 'light' },
  { name: 'playground', width: 1440, scheme: 'dark' },
];
/** Width of committed pictures in pixels. */
const PICTURE = 960;

const STATES: readonly State[] = [...PAGES, ...EDITOR];

const isRequested = (name: string): boolean => !filters.length || filters.some((filter) => name.includes(filter));

interface ScreenshotOptions {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly rtl?: string;
}

/** Uses a separate browser for each state, so that a crash does not affect other states. */
async function inBrowser<Result>(callback: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launch();
  try {
    return await callback(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a state in a new browser profile; returns the result of `callback`. */
async function inState<Result>(
  browser: Browser,
  host: EditingHost,
  { path, mirrored = path, isTranslated, act }: State,
  { width, scheme, rtl = '' }: ScreenshotOptions,
  callback: (page: Page) => Promise<Result>,
): Promise<Result> {
  const profile = await browser.createBrowserContext();
  try {
    const page = await openPage(profile);
    await signIn(page, host);
    await page.evaluateOnNewDocument((rtl) => localStorage.setItem('aurora-rtl', rtl), rtl);
    if (rtl && isTranslated) {
      // The editor uses the browser's language.
      await setBrowserLanguages(page, 'ar');
      // The inspector uses the language of its page, which is set before its scripts run, as soon as the document has
      // an element.
      await page.evaluateOnNewDocument(() =>
        document.addEventListener('readystatechange', () => (document.documentElement.lang = 'ar'), { once: true }),
      );
    }
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport({ width, height: width < 700 ? 720 : 900 });
    await page.goto(host.origin + (rtl ? mirrored : path), { waitUntil: 'networkidle0' });
    await act?.(page);
    await page.waitForNetworkIdle({ idleTime: 300 }).catch(() => {});
    const result = await callback(page);
    // The editor reports on leaving, so that the next one is alone.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    return result;
  } finally {
    await profile.close();
  }
}

/** Takes the requested pictures of a state; returns the failures. */
async function takeScreenshots(browser: Browser, host: EditingHost, state: State): Promise<string[]> {
  const failed: string[] = [];
  const rows: Uint8Array[][] = [];
  for (const { name, ...appearance } of APPEARANCES) {
    const row: Uint8Array[] = [];
    for (const width of WIDTHS) {
      const file = `${state.name}-${width}-${name}`;
      if (!isRequested(file)) continue;
      try {
        const picture = await inState(browser, host, state, { width, ...appearance }, (page) => page.screenshot());
        writeFileSync(`${OUTPUT_FOLDER}/${file}.png`, picture);
        row.push(picture);
      } catch (error) {
        failed.push(`${file}: ${(error as Error).message}`);
      }
    }
    rows.push(row);
  }
  // A sheet is only written if it is complete.
  if (rows.every(({ length }) => length === WIDTHS.length)) await writeSheet(rows, `${SHEETS}${state.name}.webp`);
  return failed;
}

async function commitPictures(browser: Browser, host: EditingHost): Promise<void> {
  for (const { name, ...appearance } of DOC_PICTURES) {
    if (!isRequested(`${name}-${appearance.width}-${appearance.scheme}`)) continue;
    const state = STATES.find((each) => each.name === name)!;
    const picture = await inState(browser, host, state, appearance, (page) => page.screenshot());
    await sharp(picture).resize({ width: PICTURE }).webp({ quality: 72, effort: 6 }).toFile(`${COMMITTED}${name}.webp`);
  }
}

/** Types at the end of the heading. */
async function typing(page: Page, unrecorded: Unseen): Promise<void> {
  await unrecorded(() => editHero(page));
  // The heading has two lines; click the last one.
  const heading = (await page.$('feaas-component[component=hero] h1'))!;
  const { height } = (await heading.boundingBox())!;
  await heading.click({ offset: { x: 20, y: height - 20 } });
  await page.keyboard.press('End');
  await page.keyboard.type(', so stay up', { delay: 90 });
  await page.waitForSelector(inEditorUI('.bar--main .button--main'), { visible: true });
}

async function commitClips(browser: Browser, host: EditingHost): Promise<void> {
  if (!isRequested('typing')) return;
  const state = { name: 'typing', path: '/' };
  const appearance = { width: 1024, scheme: 'light' } as const;
  const recording = await inState(browser, host, state, appearance, (page) =>
    clip(page, (unrecorded) => typing(page, unrecorded), { width: 720, end: 1500 }),
  );
  writeFileSync(`${COMMITTED}typing.webp`, recording);
}

/** Starts a separate host: an editor shows who else has recently edited on a host. */
async function onHost<Result>(callback: (host: EditingHost) => Promise<Result>): Promise<Result> {
  const host = await startEditingHost();
  try {
    return await callback(host);
  } finally {
    await host.stop();
  }
}

mkdirSync(OUTPUT_FOLDER, { recursive: true });
mkdirSync(COMMITTED, { recursive: true });
mkdirSync(SHEETS, { recursive: true });
const failed = await onHost(async (host) => {
  const failed: string[] = [];
  for (const state of STATES) failed.push(...(await inBrowser((browser) => takeScreenshots(browser, host, state))));
  return failed;
});
await onHost((host) => inBrowser((browser) => commitPictures(browser, host)));
await onHost((host) => inBrowser((browser) => commitClips(browser, host)));
console.log(`Pictures are in ${OUTPUT_FOLDER}, docs/screenshots and docs/pictures.`);
if (failed.length) {
  console.error(`Not made:\n${failed.join('\n')}`);
  process.exitCode = 1;
}
