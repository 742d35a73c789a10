/** Renders markup in a headless browser, in a page without network access except for the given resources. */
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { THUMBNAIL } from '../../content/media/limits.js';
import { originResponse, ORIGIN, type OriginOptions } from './screenshot-origin.js';
import type { Subject } from './missing-thumbnails.js';

/** Minimum device pixels per CSS pixel (specification §9), so that a smaller size is sharp. */
const SCALE = 1.1;
/** Quality of the JPEG, which is encoded again at a smaller size. */
const QUALITY = 95;
/** Timeouts in milliseconds for a page and for its pictures. */
const TIMEOUT = { page: 30_000, pictures: 8_000 } as const;

/**
 * Renders markup as a JPEG, with at most the size of a thumbnail.
 * @throws Error if it takes longer than half a minute.
 */
export async function takeScreenshot(browser: Browser, subject: Subject, options: OriginOptions): Promise<Uint8Array> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT.page);
    await page.setViewport({ width: THUMBNAIL.width, height: 800, deviceScaleFactor: SCALE });
    await page.setRequestInterception(true);
    page.on('request', (request) => void respondTo(request, subject, options));
    await page.goto(`${ORIGIN}/`);
    // A string, because this file is compiled without the DOM types.
    await page.evaluate(`(async () => {
      await customElements.whenDefined('feaas-component');
      const component = document.querySelector('feaas-component');
      await component.whenRendered();
      const images = [...component.querySelectorAll('img')];
      for (const image of images) image.loading = 'eager';
      void component.offsetHeight;
      const late = new Promise((resolve) => setTimeout(resolve, ${TIMEOUT.pictures}));
      await Promise.race([Promise.allSettled([document.fonts.ready, ...images.map((image) => image.decode())]), late]);
    })()`);
    const height = Number(await page.evaluate(`document.querySelector('feaas-component').offsetHeight`));
    return await page.screenshot({
      type: 'jpeg',
      quality: QUALITY,
      clip: { x: 0, y: 0, width: THUMBNAIL.width, height: Math.min(Math.max(height, 1), THUMBNAIL.height) },
      captureBeyondViewport: true,
    });
  } finally {
    await context.close();
  }
}

async function respondTo(request: HTTPRequest, subject: Subject, options: OriginOptions): Promise<void> {
  try {
    if (request.url().startsWith('data:')) return await request.continue();
    const found = request.method() === 'GET' ? await originResponse(request.url(), subject, options) : undefined;
    if (found) await request.respond({ ...found, headers: { ...found.headers } });
    else await request.respond({ status: 404, body: '' });
  } catch {
    // The page is closed already, or requests an invalid URL.
    await request.abort().catch(() => {});
  }
}
