/**
 * The browser of the journeys: found in the environment or on the system, else installed. The one place that knows
 * puppeteer's launching.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { heedRequests } from './quiet';

/** The engine without windows: it opens a page in half the time. Its pages are never hidden behind others. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Paths of a program, as the shell would find it. */
const onPath = (name: string): string[] =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => `${folder}/${name}`)
    .filter(isExecutable);

function onSystem(whole: boolean): string | undefined {
  const { PUPPETEER_EXECUTABLE_PATH: named } = process.env;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`PUPPETEER_EXECUTABLE_PATH names ${named}, which can not be run`);
  }
  return (whole ? WHOLE : [...SHELLS, ...WHOLE]).flatMap(onPath).at(0) ?? PLACES.find(isExecutable);
}

function run(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
}

const isRoot = process.getuid?.() === 0;

function apt(...args: string[]): boolean {
  const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args];
  return run(command!, rest);
}

/** Installs packages of Debian's. */
const install = (...packages: string[]): boolean => apt('install', '-y', '-q', ...packages);

const installPackages = (): boolean =>
  apt('update', '-q') && (install('chromium', 'chromium-headless-shell') || install('chromium'));

/** Puppeteer's own Chrome; its path. */
function download(): string | undefined {
  const cli = 'node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js';
  if (!run(process.execPath, [cli, 'browsers', 'install', 'chrome'])) return undefined;
  try {
    const path = puppeteer.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined; // not where puppeteer says
  }
}

/**
 * Path of a Chrome or Chromium; installs one when there is none.
 * @param whole with windows, for what the engine alone does not do.
 * @throws Error that says what to install by hand.
 */
export function findBrowser(whole = false): string {
  let path = onSystem(whole);
  if (path) return path;
  console.error('No Chrome or Chromium found: installing one.');
  // The system's own packages bring their fonts; who may not install them has one for this project alone.
  path = (isRoot ? installPackages() && onSystem(whole) : undefined) || download();
  if (!path && !isRoot && installPackages()) path = onSystem(whole);
  if (!path) throw new Error('No Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
  return path;
}

/**
 * Path of the browser that most journeys run in. Where there is one with windows only, and this machine's packages are ours to
 * install, the engine without windows is installed beside it.
 */
export function prepareBrowser(): string {
  const path = findBrowser();
  if (!isRoot || process.env['PUPPETEER_EXECUTABLE_PATH'] || SHELLS.some((name) => path.endsWith(`/${name}`)))
    return path;
  console.error('Installing the engine without windows, which opens a page in half the time.');
  if (!install('chromium-headless-shell') && apt('update', '-q')) install('chromium-headless-shell');
  return findBrowser();
}

/**
 * Starts a browser with a fresh profile.
 * @param whole one with windows, whose pages can be hidden.
 */
export const launch = (args: string[] = [], whole = false): Promise<Browser> =>
  puppeteer.launch({
    executablePath: findBrowser(whole),
    headless: true,
    env: { ...process.env, TZ: 'UTC' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Two pages of the browser's own for each window, which nobody sees: they take most of the time that a new one needs.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      ...args,
    ],
  });

/** Opens a page in which functions of the tests can run: their compiler names functions with a helper. */
export async function openPage(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  heedRequests(page);
  await page.evaluateOnNewDocument('globalThis.__name = (target) => target');
  return page;
}

const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * Starts Firefox with a fresh profile: what differs between engines, like which failed modules are requested again.
 * @throws Error that says what to install.
 */
function launchFirefox(): Promise<Browser> {
  const find = (): string | undefined => FIREFOX.flatMap(onPath).at(0);
  const path = find() ?? (isRoot && apt('update', '-q') && install('firefox-esr') ? find() : undefined);
  if (!path) throw new Error('No Firefox: install one.');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    env: { ...process.env, TZ: 'UTC' },
  });
}

/** The browsers that a journey runs in where they differ. */
export const BROWSERS: readonly (readonly [name: 'Chromium' | 'Firefox', start: () => Promise<Browser>])[] = [
  ['Chromium', () => launch()],
  ['Firefox', launchFirefox],
];
