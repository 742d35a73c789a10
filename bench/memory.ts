/**
 * Heap size after forced collections: the cache of compiled templates is bounded, and repeated rendering keeps no
 * memory.
 */
import type { Browser, CDPSession } from 'puppeteer';
import { openPage } from '../tests/lib/browser';
import { collectGarbage, heapUsage } from './contenders';
import type { Check } from './report';
import type { BenchServer } from './server';

/** Maximum growth of the heap from one reading to the next. */
const LIMIT = 0.05;

/** Bytes in use by scripts and the nodes that they reference. */
async function heapWithNodes(cdp: CDPSession): Promise<number> {
  for (let again = 0; again < 2; again++) await collectGarbage(cdp);
  const { heap, nodes } = await heapUsage(cdp);
  return heap + nodes;
}

async function readings(browser: Browser, server: BenchServer, work: string, marks: number[]): Promise<number[]> {
  const page = await openPage(browser);
  try {
    const cdp = await page.createCDPSession();
    await page.goto(`${server.origin}/engine.html`);
    await page.waitForFunction('globalThis.bench');
    const found: number[] = [];
    let from = 0;
    for (const to of marks) {
      await page.evaluate(`bench.${work}(${from}, ${to})`);
      found.push(await heapWithNodes(cdp));
      from = to;
    }
    return found;
  } finally {
    await page.close();
  }
}

function check(title: string, marks: number[], found: number[], since: number): Check {
  const growth = found.at(-1)! / found[since]! - 1;
  return {
    title,
    measured:
      found.map((bytes, at) => `${marks[at]}: ${(bytes / 1e6).toFixed(2)} MB`).join(', ') +
      `; ${(growth * 100).toFixed(1)} % from ${marks[since]} to ${marks.at(-1)}`,
    target: `< ${LIMIT * 100} %`,
    met: growth < LIMIT,
  };
}

export async function memory(browser: Browser, server: BenchServer): Promise<Check[]> {
  const templates = [250, 500, 1000, 2500, 5000];
  const renders = [1000, 2500, 5000, 10_000];
  return [
    check('heap after different templates', templates, await readings(browser, server, 'templates', templates), 2),
    check('heap after re-renders', renders, await readings(browser, server, 'rerender', renders), 0),
  ];
}
