/** Measures how a list performs while it is scrolled: the entries that it renders, and long tasks of the main thread. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer';

const FRAMES = 120;
/** Least duration of a long task, in seconds. */
const LONG_TASK = 0.05;

export interface ScrollResult {
  /** The largest number of entries that were added in one frame. */
  readonly maxAddedPerFrame: number;
  /** The largest number of entries in the DOM at one time. */
  readonly maxEntries: number;
  /** The number of frames with a long task, by CPU time of the thread. */
  readonly longTaskFrames: number;
}

export interface ScrollTarget {
  /** Selector of the element that contains the list, in its shadow root or as a descendant. */
  readonly host: string;
  readonly list: string;
  readonly entry: string;
  /** If set, scrolls to the end repeatedly until the list has so many entries. Otherwise scrolls through the list once. */
  readonly minEntries?: number;
}

/** Scrolls through a list frame by frame. */
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
 * Asserts that a list renders only visible entries, whatever its size. With `FEAAS_LONG=1`, on an otherwise idle machine, also
 * asserts that it causes no more long tasks than a plain list.
 * @param screenful more entries than fit on a screen
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
