/** How a list takes being scrolled through: what it draws, and how long that keeps the page's thread. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer';

const FRAMES = 120;
/** Seconds that make a task a long one. */
const LONG_TASK = 0.05;

export interface ScrollResult {
  /** Entries that were put into the list in the frame that put most of them. */
  readonly maxAddedPerFrame: number;
  /** Entries that were there at once, at most. */
  readonly maxEntries: number;
  /** Frames that kept the thread busy for long, by the thread's own time. */
  readonly longTaskFrames: number;
}

export interface ScrollTarget {
  /** The element that has the list, in its shadow root or itself. */
  readonly host: string;
  readonly list: string;
  readonly entry: string;
  /** The end is scrolled to on and on until so many entries are there; else the list is gone through once. */
  readonly minEntries?: number;
}

/** Scrolls through a list, frame by frame. */
export async function measureScrolling(
  page: Page,
  { host, list, entry, minEntries = 0 }: ScrollTarget,
): Promise<ScrollResult> {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyUntilNow = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  let [maxAddedPerFrame, maxEntries, longTaskFrames, size] = [0, 0, 0, 0];
  let before = await busyUntilNow();
  for (let frame = 1; minEntries ? size < minEntries : frame <= FRAMES; frame++) {
    const frameResult = await page.evaluate(
      async (home, selector, entry, part) => {
        const at = document.querySelector(home)!;
        const list = (at.shadowRoot ?? at).querySelector(selector)!;
        const added: Node[] = [];
        const changes = new MutationObserver((records) =>
          added.push(...records.flatMap(({ addedNodes }) => [...addedNodes])),
        );
        changes.observe(list, { childList: true, subtree: true });
        list.scrollTop = (list.scrollHeight - list.clientHeight) * part;
        for (let twice = 0; twice < 2; twice++) await new Promise(requestAnimationFrame);
        const addedCount = added.filter((node) => node instanceof Element && node.matches(entry)).length;
        changes.disconnect();
        const all = [...list.querySelectorAll(entry)];
        return { addedCount, entryCount: all.length, size: Number(all.at(-1)?.ariaPosInSet ?? 0) };
      },
      host,
      list,
      entry,
      minEntries ? 1 : frame / FRAMES,
    );
    maxAddedPerFrame = Math.max(maxAddedPerFrame, frameResult.addedCount);
    maxEntries = Math.max(maxEntries, frameResult.entryCount);
    size = frameResult.size;
    const now = await busyUntilNow();
    if (now - before >= LONG_TASK) longTaskFrames++;
    before = now;
  }
  await session.detach();
  return { maxAddedPerFrame, maxEntries, longTaskFrames };
}

/**
 * A list draws what is seen, however many entries it has. `FEAAS_LONG=1`, on a machine that does nothing else: it keeps the
 * thread no longer than a plain one does.
 */
export function assertSmoothScrolling(list: ScrollResult, plain: ScrollResult, screenful: number): void {
  for (const count of [list.maxEntries, list.maxAddedPerFrame])
    assert.ok(count < screenful, `${JSON.stringify(list)}: what is not seen is drawn`);
  if (process.env['FEAAS_LONG'])
    assert.ok(
      list.longTaskFrames <= plain.longTaskFrames,
      `${list.longTaskFrames} frames with a long task, and ${plain.longTaskFrames} of the plain list`,
    );
}
