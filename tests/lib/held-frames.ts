/** Holds the animation frames of a page, so that nothing renders until a test releases them. */
import type { Page } from 'puppeteer';
import { FRAME_TIMEOUT } from '../../src/utils/scheduling/scheduler';

/** Holds later animation frames, and the timer that replaces them. Resolves with a function that releases them. */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((timeout) => {
    const { requestAnimationFrame: frame, setTimeout: timer } = window;
    const held: (() => void)[] = [];
    window.requestAnimationFrame = (call) => held.push(() => frame(call));
    window.setTimeout = ((call: () => void, ms?: number) =>
      ms === timeout ? held.push(call) : timer(call, ms)) as typeof setTimeout;
    Object.assign(window, {
      releaseFrames() {
        Object.assign(window, { requestAnimationFrame: frame, setTimeout: timer });
        held.forEach((call) => call());
      },
    });
  }, FRAME_TIMEOUT);
  return () => page.evaluate(() => (window as unknown as { releaseFrames(): void }).releaseFrames());
}
