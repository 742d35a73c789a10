import type { Page } from 'puppeteer';

/** Signs the host's own pages in for all later navigations, like a browser that has opened the printed address once. */
export async function signIn(page: Page, host: { readonly origin: string; readonly code: string }): Promise<void> {
  await page.evaluateOnNewDocument(
    (origin, code) => {
      if (location.origin === origin) localStorage.setItem('feaas-development-code', code);
    },
    host.origin,
    host.code,
  );
}
