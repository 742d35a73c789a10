/**
 * Lanes: one page per competitor, all open in one browser, used in turn. CPU time is that of the page's main thread
 * (`ThreadTime` of the DevTools protocol): what else runs on the machine does not count.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'puppeteer';
import { openPage } from '../tests/lib/browser';
import type { Job } from './pages/harness';
import type { BenchServer } from './server';
import { lowQuartile, median, spread } from './statistics';

/** Competitors of the page, as the report names them. */
export const COMPETITORS = ['kit', 'peer', 'lit', 'handlebars', 'limit'] as const;
export type Competitor = (typeof COMPETITORS)[number];

export interface Lane {
  readonly name: Competitor;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly url: string;
}

const SWEEP_MILLISECONDS = 120;

/** Milliseconds: of the main thread, and until the DOM showed the data. */
export interface Sample {
  cpu: number;
  wall: number;
  /** CPU of a run that does nothing. */
  idle: number;
}

/** Per copy and step: the lower quartile of CPU time over rounds, and the median until shown. */
export interface Figure {
  cpu: number;
  wall: number;
  spread: number;
}

export async function openLanes(browser: Browser, server: BenchServer, names = COMPETITORS): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const name of names) {
    const page = await openPage(browser);
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    page.on('pageerror', (error) => console.error(`${name}: ${(error as Error).message}`));
    const lane = { name, page, cdp, url: `${server.origin}/${name}.html` };
    await open(lane);
    lanes.push(lane);
  }
  return lanes;
}

/** A fresh realm: nothing has run in it. */
export async function open({ page, url }: Lane): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page.waitForFunction('globalThis.bench');
}

/** Also waits: the main thread sweeps what was collected in pieces, later. */
export async function collectGarbage(cdp: CDPSession): Promise<void> {
  await cdp.send('HeapProfiler.collectGarbage');
  await setTimeout(SWEEP_MILLISECONDS);
}

async function threadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

/** One measurement in one page. */
export async function measure({ page, cdp }: Lane, job: Job): Promise<Sample> {
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

/** Rounds over all lanes; who comes first changes from round to round. */
export async function inRounds<T>(
  lanes: readonly Lane[],
  rounds: number,
  task: (lane: Lane, round: number) => Promise<T>,
  takesPart: (lane: Lane, round: number) => boolean = () => true,
): Promise<Map<Competitor, T[]>> {
  const samples = new Map<Competitor, T[]>(lanes.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < lanes.length; at++) {
      const lane = lanes[(at + round) % lanes.length]!;
      if (takesPart(lane, round)) samples.get(lane.name)!.push(await task(lane, round));
    }
  }
  return samples;
}

/** Figure of a lane, of one of `parts` equal pieces of work. What the harness itself costs is taken off. */
export function figure(samples: readonly Sample[], parts = 1): Figure {
  const cpu = samples.map((sample) => sample.cpu);
  // What else the machine does makes a run slower, never faster: a shared core halves its speed in some of them.
  const idle = lowQuartile(samples.map((sample) => sample.idle));
  return {
    cpu: Math.max(lowQuartile(cpu) - idle, 0.001) / parts,
    wall: median(samples.map(({ wall }) => wall)),
    spread: spread(cpu),
  };
}
