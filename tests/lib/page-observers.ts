/** What a page asked for, and whether its policy was broken. */
import type { Page } from 'puppeteer';

/** Keeps the URLs that a page asks for, in order. */
export function recordRequestURLs(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Keeps violations of the page's policy in the console, as errors; journeys hold the console to be silent. */
export async function logPolicyViolations(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  );
}

/** Whether a URL is of a script of the frontend host, or of one of its chunks. */
export const isFrontendScript = (url: string): boolean =>
  /^\/(?:context\.js|editor\.js|picker\.js|assets\/)/.test(new URL(url).pathname);
