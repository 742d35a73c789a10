/** Records the requests of a page, and violations of its Content Security Policy. */
import type { Page } from 'puppeteer';

/** Returns an array that receives the URL of each later request of the page, in order. */
export function recordRequestURLs(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Logs violations of the page's Content Security Policy as console errors. Journeys assert that the console is empty. */
export async function logPolicyViolations(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  );
}

/** Whether a URL is that of an entry script of the frontend, or of one of its chunks. */
export const isFrontendScript = (url: string): boolean =>
  /^\/(?:context\.js|editor\.js|picker\.js|assets\/)/.test(new URL(url).pathname);
