/**
 * The browser of the journeys: found in the environment or on the system, else installed. The one place that knows
 * puppeteer's launching.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer';
import { trackRequests } from './network-idle';

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

/** Says what is installed, and by which command, before it is; nobody's system changes unasked. */
function announce(missing: string, what: string, command: string, instead: string): void {
  console.error(`${missing} Installing ${what}:\n  ${command}\n${instead}`);
}

const OTHER_BROWSER = 'To use another Chrome or Chromium, stop this and set PUPPETEER_EXECUTABLE_PATH to its path.';

/** Installs packages of Debian's; false where that can not be. */
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

/** Puppeteer's own Chrome; its path. */
function download(missing: string): string | undefined {
  const cli = 'node_modules/puppeteer/lib/cjs/puppeteer/node/cli.js';
  announce(missing, "Puppeteer's Chrome, in its own cache", `node ${cli} browsers install chrome`, OTHER_BROWSER);
  if (!run(process.execPath, [cli, 'browsers', 'install', 'chrome'])) return undefined;
  try {
    const path = puppeteer.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch {
    return undefined; // not where puppeteer says
  }
}

/**
 * Path of a Chrome or Chromium; installs one only where there is none.
 * @param whole with windows, for what the engine alone does not do.
 * @throws Error that says what to install by hand.
 */
export function findBrowser(whole = false): string {
  let path = onSystem(whole);
  if (path) return path;
  const missing = whole ? 'There is no Chrome or Chromium with windows.' : 'There is no Chrome or Chromium.';
  const installed = (): string | undefined =>
    installPackages(missing, whole ? CHROMIUM.slice(0, 1) : CHROMIUM, OTHER_BROWSER) ? onSystem(whole) : undefined;
  // The system's own packages bring their fonts; who may not install them has one for this project alone.
  path = isRoot ? (installed() ?? download(missing)) : (download(missing) ?? installed());
  if (!path) throw new Error('No Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
  return path;
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
  trackRequests(page);
  await page.evaluateOnNewDocument('globalThis.__name = (target) => target');
  return page;
}

const FIREFOX = ['firefox-esr', 'firefox'];

/**
 * Path of a Firefox; installs one where there is none and that is possible.
 * @throws Error that says what to install by hand.
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
 * Starts Firefox with a fresh profile: what differs between engines, like which failed modules are requested again.
 * @throws Error that says what to install.
 */
const launchFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    env: { ...process.env, TZ: 'UTC' },
  });

/** The browsers that a journey runs in where they differ. */
export const BROWSERS: readonly (readonly [name: 'Chromium' | 'Firefox', start: () => Promise<Browser>])[] = [
  ['Chromium', () => launch()],
  ['Firefox', launchFirefox],
];

/** Finds the browsers of the journeys, or installs them; what it found, in words. */
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
