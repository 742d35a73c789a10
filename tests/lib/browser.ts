/**
 * The browser of the journeys: found in the environment or on the system, else installed. The one place that knows
 * puppeteer's launching.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
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

function onSystem(): string | undefined {
  const { PUPPETEER_EXECUTABLE_PATH: named } = process.env;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`PUPPETEER_EXECUTABLE_PATH names ${named}, which can not be run`);
  }
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    for (const name of NAMES) if (isExecutable(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return PLACES.find(isExecutable);
}

function run(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a Chrome or Chromium; installs one when there is none.
 * @throws Error that says what to install by hand.
 */
export function findBrowser(): string {
  let path = onSystem();
  if (path) return path;
  console.error('No Chrome or Chromium found: installing one.');
  if (
    run(process.execPath, ['node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js', 'browsers', 'install', 'chrome'])
  ) {
    try {
      path = puppeteer.executablePath();
      if (isExecutable(path)) return path;
    } catch {
      // not where puppeteer says: the system's package manager is next
    }
  }
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]): boolean => {
    const [command, ...rest] = [...root, 'apt-get', ...args];
    return run(command!, rest);
  };
  if (apt('update', '-q') && apt('install', '-y', '-q', 'chromium')) path = onSystem();
  if (!path) throw new Error('No Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
  return path;
}

/** Starts a browser with a fresh profile. */
export const launch = (args: string[] = []): Promise<Browser> =>
  puppeteer.launch({
    executablePath: findBrowser(),
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
  await page.evaluateOnNewDocument('globalThis.__name = (target) => target');
  return page;
}
