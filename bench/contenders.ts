/**
 * Contenders of W1-W3: one page each, all open in one browser and used in turn. CPU time is that of the page's main
 * thread (`ThreadTime` of the DevTools protocol), so other load on the machine does not count.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer';
import { openPage } from '../tests/lib/browser';
import type { Job } from './pages/harness';
import type { BenchServer } from './server';
import type { Shape } from './shapes/shape';
import { lowQuartile, median, spread } from './statistics';

/** Contenders by the names of their pages and in the report. */
export const CONTENDERS = ['kit', 'lit', 'hand-written', 'peer'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export interface ContenderPage {
  readonly name: ContenderName;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly url: string;
}

/** The main thread frees collected memory later, in steps. */
const SWEEP_MILLISECONDS = 120;

/** Milliseconds of the main thread, and until the DOM showed the data. */
export interface Sample {
  cpu: number;
  wall: number;
  /** CPU time of a run that does nothing. */
  idle: number;
}

/** Per copy and step: the lower quartile of CPU time over rounds, and the median time until shown. */
export interface Figure {
  cpu: number;
  wall: number;
  spread: number;
}

export async function openContenders(
  browser: Browser,
  server: BenchServer,
  shape: Shape,
  names: readonly ContenderName[],
): Promise<ContenderPage[]> {
  const contenders: ContenderPage[] = [];
  for (const name of names) {
    const page = await openPage(browser);
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    page.on('pageerror', (error) => console.error(`${name}: ${(error as Error).message}`));
    const url = `${server.origin}/${name}.html?shape=${encodeURIComponent(shape.name)}`;
    const contender = { name, page, cdp, url };
    await open(contender);
    contenders.push(contender);
  }
  return contenders;
}

/** Opens a new page, in which nothing has run. */
export async function open({ page, url }: ContenderPage): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page.waitForFunction('globalThis.bench');
}

/** Collects garbage and waits until the main thread has freed it. */
export async function collectGarbage(cdp: CDPSession): Promise<void> {
  await cdp.send('HeapProfiler.collectGarbage');
  await setTimeout(SWEEP_MILLISECONDS);
}

/** Bytes in use: by script objects, and by the browser's nodes and styles. */
export async function heapUsage(cdp: CDPSession): Promise<{ heap: number; nodes: number }> {
  const { usedSize, embedderHeapUsedSize } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
  };
  return { heap: usedSize, nodes: embedderHeapUsedSize ?? 0 };
}

async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

/** One measurement in one page. */
export async function measure({ page, cdp }: ContenderPage, job: Job): Promise<Sample> {
  await page.bringToFront();
  await page.evaluate(`bench.prepare(${JSON.stringify(job)})`);
  await collectGarbage(cdp);
  const start = await threadTime(cdp);
  const wall = (await page.evaluate('bench.run()')) as number;
  const between = await threadTime(cdp);
  await page.evaluate('bench.idle()');
  const end = await threadTime(cdp);
  return { cpu: between - start, wall, idle: end - between };
}

/** Runs rounds over all contenders; the first contender changes from round to round. */
export async function measureInRounds<T>(
  contenders: readonly ContenderPage[],
  rounds: number,
  task: (contender: ContenderPage, round: number) => Promise<T>,
): Promise<Map<ContenderName, T[]>> {
  const samples = new Map<ContenderName, T[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < contenders.length; at++) {
      const contender = contenders[(at + round) % contenders.length]!;
      // The peer takes most of the time and varies least: every third round is sufficient.
      if (contender.name === 'peer' && round % 3) continue;
      samples.get(contender.name)!.push(await task(contender, round));
    }
  }
  return samples;
}

/** A contender's figure for one of `parts` equal parts of the work, without the cost of the harness. */
export function toFigure(samples: readonly Sample[], parts = 1): Figure {
  const cpu = samples.map((sample) => sample.cpu);
  // Other load only makes a run slower, never faster: a shared core halves the speed of some runs.
  const idle = lowQuartile(samples.map((sample) => sample.idle));
  return {
    cpu: Math.max(lowQuartile(cpu) - idle, 0.001) / parts,
    wall: median(samples.map(({ wall }) => wall)),
    spread: spread(cpu),
  };
}
