/** The languages of a browser, as somebody has set them. */
import type { Page } from 'puppeteer';

/** Has a page's browser prefer languages, the first most. */
export async function setBrowserLanguages(page: Page, ...languages: readonly string[]): Promise<void> {
  const session = await page.createCDPSession();
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: languages.join(',') });
}
