/** Typing at a speed that no machine decides. */
import type { Page } from 'puppeteer';

/**
 * Presses the keys of a text one by one, with no pause between them, however slow the machine: the page's clock stands
 * meanwhile, so that what is typed is one step of undo.
 */
export async function typeWithoutPauses(page: Page, text: string): Promise<void> {
  await page.evaluate(() => {
    const [run, now] = [Date.now, Date.now()];
    Object.assign(Date, { now: () => now, run });
  });
  await page.keyboard.type(text);
  await page.evaluate(async () => {
    // The last key has done what it does.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    Object.assign(Date, { now: (Date as unknown as { run: () => number }).run });
  });
}
