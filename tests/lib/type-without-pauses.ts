/** Types text at a speed that does not depend on the machine. */
import type { Page } from 'puppeteer';

/**
 * Presses the keys of a text one by one. The page's clock is stopped meanwhile, so that the editor sees no pause on a slow
 * machine, and the text is one undo step.
 */
export async function typeWithoutPauses(page: Page, text: string): Promise<void> {
  await page.evaluate(() => {
    const [run, now] = [Date.now, Date.now()];
    Object.assign(Date, { now: () => now, run });
  });
  await page.keyboard.type(text);
  await page.evaluate(async () => {
    // Wait until the last key press is handled.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    Object.assign(Date, { now: (Date as unknown as { run: () => number }).run });
  });
}
