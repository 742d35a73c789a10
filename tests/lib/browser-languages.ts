/** Sets the preferred languages of a browser. */
import type { Page } from 'puppeteer';

/** Sets the languages that the browser of a page prefers, the most preferred one first. */
export async function setBrowserLanguages(page: Page, ...languages: readonly string[]): Promise<void> {
  const session = await page.createCDPSession();
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: languages.join(',') });
}
