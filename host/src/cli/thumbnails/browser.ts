/** Finds and starts the installed browser that renders thumbnails. */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import { HostError } from '../../lib/host-error.js';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chrome.exe',
  'chromium-headless-shell',
  'chrome-headless-shell',
];
const LOCATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const VARIABLE = 'PUPPETEER_EXECUTABLE_PATH';

const canRun = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Path of a Chrome or Chromium: PUPPETEER_EXECUTABLE_PATH, or one in PATH or a usual location.
 * @throws HostError with advice if there is none.
 */
export async function findBrowser(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const configured = environment[VARIABLE];
  if (configured) {
    if (await canRun(configured)) return configured;
    throw new HostError(`${VARIABLE} names '${configured}', which does not run. Name an installed Chrome or Chromium.`);
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...LOCATIONS]) {
    if (await canRun(path)) return path;
  }
  throw new HostError(
    `there is no Chrome or Chromium on this machine, which draws thumbnails. Install one, or name one in ${VARIABLE}.`,
  );
}

/** @throws HostError if it does not start. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  // Chromium does not support its sandbox when it runs as root.
  const isRoot = process.getuid?.() === 0;
  try {
    return await launch({
      executablePath,
      headless: true,
      // Its handlers would keep the command running without a browser, which ends with the process.
      ...{ handleSIGINT: false, handleSIGTERM: false },
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        ...['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
        ...['--disable-sync', '--no-first-run', '--hide-scrollbars'],
      ],
    });
  } catch (error) {
    throw new HostError(
      `${executablePath} does not start. Run it yourself to see why: ${(error as Error).message.split('\n')[0]}`,
      {
        cause: error,
      },
    );
  }
}
