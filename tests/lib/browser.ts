/**
 * Launches the browser of the journeys. It is found in the environment or on the system, or else installed. No other file launches
 * puppeteer.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { trackRequests } from './network-idle';

/** Headless shells: they open a page in half the time, but their pages are never hidden. */
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

/** Paths of an executable in the folders of PATH. */
const onPath = (name: string): string[] =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => `${folder}/${name}`)
    .filter(isExecutable);

function onSystem(whole: boolean): string | undefined {
  const { PUPPETEER_EXECUTABLE_PATH: named } = process.env;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`PUPPETEER_EXECUTABLE_PATH names ${named}, which does not run`);
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

/** Prints what is about to be installed, with which command, and how to avoid it. */
function announce(missing: string, what: string, command: string, instead: string): void {
  console.error(`${missing} Installing ${what}:\n  ${command}\n${instead}`);
}

const OTHER_BROWSER = 'To use another Chrome or Chromium, stop this and set PUPPETEER_EXECUTABLE_PATH to its path.';

/** Installs Debian packages. Returns false if that is not possible. */
function installPackages(missing: string, packages: readonly string[], instead: string): boolean {
  const apt = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get'];
  if (!onPath(apt[0]!).length) return false;
  const commands = [
    [...apt, 'update', '-q'],
    [...apt, 'install', '-y', '-q', ...packages],
  ];
  announce(
    missing,
    `the system packages ${packages.join(' and ')}`,
    commands.map((command) => command.join(' ')).join(' && '),
    instead,
  );
  return commands.every(([command, ...args]) => run(command!, args));
}

const CHROMIUM = ['chromium', 'chromium-headless-shell'];

/** Downloads Puppeteer's own Chrome. Returns its path. */
function download(missing: string): string | undefined {
  const cli = 'node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js';
  announce(missing, "Puppeteer's Chrome, in its own cache", `node ${cli} browsers install chrome`, OTHER_BROWSER);
  if (!run(process.execPath, [cli, 'browsers', 'install', 'chrome'])) return undefined;
  try {
    const path = puppeteer.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined; // Chrome is not at puppeteer's path.
  }
}

/**
 * Returns the path of a Chrome or Chromium. Installs one if there is none.
 * @param whole a complete browser with windows, for what a headless shell does not support
 * @throws Error with what to install manually
 */
export function findBrowser(whole = false): string {
  let path = onSystem(whole);
  if (path) return path;
  const missing = whole ? 'There is no Chrome or Chromium with windows.' : 'There is no Chrome or Chromium.';
  const installed = (): string | undefined =>
    installPackages(missing, whole ? CHROMIUM.slice(0, 1) : CHROMIUM, OTHER_BROWSER) ? onSystem(whole) : undefined;
  // System packages include fonts. Without root, prefer the download, which serves this project only.
  path = isRoot ? (installed() ?? download(missing)) : (download(missing) ?? installed());
  if (!path) throw new Error('No Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
  return path;
}

/**
 * Starts a browser with a new profile.
 * @param whole a complete browser with windows, whose pages can be hidden
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
      // Disables two internal pages per window, which are invisible and take most of the time to open a window.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      ...args,
    ],
  });

/** Opens a page that can run functions of the tests: it defines `__name`, which the compiler of the tests uses. */
export async function openPage(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  trackRequests(page);
  await page.evaluateOnNewDocument('globalThis.__name = (target) => target');
  return page;
}

const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * Returns the path of a Firefox. Installs one if there is none.
 * @throws Error with what to install manually
 */
function findFirefox(): string {
  const find = (): string | undefined => FIREFOX.flatMap(onPath).at(0);
  let path = find();
  if (
    !path &&
    installPackages('There is no Firefox.', ['firefox-esr'], 'To use another one, stop this and put it into PATH.')
  )
    path = find();
  if (!path) throw new Error('No Firefox: install one.');
  return path;
}

/**
 * Starts Firefox with a new profile, for behavior that differs between engines, such as which failed modules are requested again.
 * @throws Error with what to install
 */
const launchFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    env: { ...process.env, TZ: 'UTC' },
  });

/** The browsers for journeys whose behavior differs between engines. */
export const BROWSERS: readonly (readonly [name: 'Chromium' | 'Firefox', start: () => Promise<Browser>])[] = [
  ['Chromium', () => launch()],
  ['Firefox', launchFirefox],
];

/** Finds or installs the browsers of the journeys. Returns a description of them. */
export function prepareBrowsers(): string {
  const path = findBrowser();
  let firefox: string;
  try {
    firefox = findFirefox();
  } catch {
    firefox = 'no Firefox, so that journeys that compare browsers fail';
  }
  const found = new Set([path, findBrowser(true), firefox]);
  const hint = SHELLS.some((name) => path.endsWith(`/${name}`))
    ? ''
    : '. With chromium-headless-shell, which is not installed, pages open in half the time.';
  return [...found].join(', ') + hint;
}
