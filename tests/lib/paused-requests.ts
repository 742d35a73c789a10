/** Pauses requests of a page until a test releases them, such as the request for a module of the frontend. */
import { readdirSync, readFileSync } from 'node:fs';
import type { HTTPRequest, Page } from 'puppeteer';

const FILES = new URL('../../www/assets/', import.meta.url);

export interface PausedRequests {
  /** The number of paused requests. */
  count(): number;
  release(): Promise<void>;
}

/**
 * Pauses all later requests for the built file that exports a name.
 * @throws Error if no file exports the name
 */
export async function pauseModuleRequests(page: Page, exported: string): Promise<PausedRequests> {
  const names = readdirSync(FILES).filter(
    (name) => name.endsWith('.js') && readFileSync(new URL(name, FILES), 'utf8').includes(`as ${exported}`),
  );
  if (!names.length) throw new Error(`No file of ${FILES.pathname} exports '${exported}'. Build the frontend.`);
  return pauseRequests(page, (url) => names.some((name) => url.endsWith(name)));
}

/** Pauses all later requests for matching URLs. */
export async function pauseRequests(page: Page, matches: (url: string) => boolean): Promise<PausedRequests> {
  const held: HTTPRequest[] = [];
  let isHolding = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (isHolding && matches(request.url())) held.push(request);
    else void request.continue();
  });
  return {
    count: () => held.length,
    async release() {
      isHolding = false;
      await Promise.all(held.splice(0).map((request) => request.continue()));
    },
  };
}
