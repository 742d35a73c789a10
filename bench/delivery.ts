/**
 * W4: a page with many components of few sources, on a content host of another origin. Measures a first visit and a
 * repeat visit.
 *
 * One content host responds at once, so the page's own work dominates. A distant one takes 300 ms per response over
 * HTTP/1.1, where a browser has six open requests. There, all contenders' first visits wait for the same few responses.
 * Browsers may cache responses for an hour. The peer requests a URL once per element and relies on the browser's cache
 * for all but the first. So `no-cache` would double its requests. The caching saves no requests of other contenders:
 * they have copies of their own, and their checks bypass that cache.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';
import { ContentHost } from '../tests/lib/content-host';
import { collectGarbage, heapUsage } from './contenders';
import { startServer, type BenchServer, type Files } from './server';
import { SHAPES } from './shapes';
import { makeItems } from './shapes/shape';
import { median, spread } from './statistics';

/**
 * Contenders that show the page. The hand-written code binds no data, so it takes part only in the mix without data.
 */
type DeliveryContender = 'kit' | 'peer' | 'hand-written';

export const VISITS = ['first', 'repeat'] as const;
type Visit = (typeof VISITS)[number];

const COMPONENTS = 500;
const SOURCES = 20;
/** Plus one stylesheet. */
export const URLS = SOURCES + 1;

/** Response times of the content hosts in milliseconds. */
export const HOSTS = { near: 0, far: 300 } as const;
type Host = keyof typeof HOSTS;
/** A page is settled when everything is shown and the host has received no request for this many milliseconds. */
const SETTLE_TIME = 1000;
/** Longer than any visit. */
const TIMEOUT = 120_000;
/** With a distant host, the peer takes part in one of this many rounds, as its visits take half a minute. */
const PEER_ROUND_INTERVAL = 2;

/** The cost of one visit. */
interface VisitLoad {
  /** Milliseconds from the start of the navigation until everything is in the DOM, styled and painted. */
  shown: number;
  /** Milliseconds until the host's last response. */
  answered: number;
  gets: number;
  heads: number;
  /** Milliseconds of the main thread until the page was settled. */
  cpu: number;
  /** Bytes of script objects when settled, after a garbage collection. */
  heap: number;
  /** The same including the browser's nodes and styles: scripts can hold nodes that are not visible. */
  heapWithNodes: number;
  /** Sum of all layout shifts. */
  shift: number;
}

export interface VisitFigure extends VisitLoad {
  /** How much rounds vary in `shown` and `cpu`. */
  shownSpread: number;
  cpuSpread: number;
}

/** Results for one mix of components on one host. */
export interface MixFigures {
  readonly mix: string;
  readonly host: Host;
  readonly figures: ReadonlyMap<DeliveryContender, Readonly<Record<Visit, VisitFigure>>>;
}

/** A template and the `data` of its elements. Its title is in an element with the class `-title`. */
interface Source {
  readonly template: string;
  readonly data?: unknown;
}

/** The components of a page. */
interface Mix {
  readonly name: string;
  readonly contenders: readonly DeliveryContender[];
  readonly sources: readonly Source[];
}

const CSS = `.card{display:block;border:2px solid #345;border-radius:8px;padding:1rem}.-title{border-top:2px solid #345;margin:.5rem 0}
.-text{margin:0 0 .5rem}.-price{font-weight:700}.-button{float:right}`;

const title = (source: number): string => `Article ${source}`;
const plainCard = (source: number): string =>
  `<article class="card"><h3 class="-title">${title(source)}</h3>` +
  `<p class="-text">A thing that is useful in ${17 + source} ways, made of what was at hand.</p>` +
  `<span class="-price">${10 + source}.90 EUR</span><a class="-button" href="/articles/${source}">More</a></article>`;

/** A section in one of the content shapes, bound to data: 3 items and a title. */
function boundSection(source: number): Source {
  const shape = SHAPES[source % SHAPES.length]!;
  const data = { ...(shape.toData(makeItems(shape, 3, `s${source}`)) as object), head: { title: title(source) } };
  const heading = '<h2 class="-title"><var data-path="head.title">Title</var></h2>';
  return {
    data,
    template: `<section class="component feaas -section">\n  ${heading}\n  ${shape.template}\n</section>`,
  };
}

const sources = (make: (source: number) => Source): Source[] =>
  Array.from({ length: SOURCES }, (_each, at) => make(at));

export const MIXES: readonly Mix[] = [
  {
    name: 'plain cards',
    contenders: ['kit', 'peer', 'hand-written'],
    sources: sources((source) => ({ template: plainCard(source) })),
  },
  { name: 'bound sections', contenders: ['kit', 'peer'], sources: sources(boundSection) },
];

/** Counts requests, and records the time of the last response. */
class Traffic {
  private methods: string[] = [];
  private open = 0;
  private last = 0;

  constructor(
    readonly host: ContentHost,
    mix: Mix,
    delay: number,
  ) {
    host.headers = { 'cache-control': 'public, max-age=3600', 'x-ms-meta-modifiedat': '2026-01-01T00:00:00.000Z' };
    host.gate = async ({ method }) => {
      this.methods.push(method!);
      this.open++;
      if (delay) await pause(delay);
      this.open--;
      this.last = Date.now();
    };
    host.style('shop', CSS);
    mix.sources.forEach(({ template }, at) => host.publish(`shop/part-${at}`, template));
  }

  reset(): void {
    this.methods = [];
    this.last = Date.now();
  }

  /** Resolves with the time of the last response, after a period without requests. */
  async quiet(): Promise<number> {
    const since = Date.now();
    for (;;) {
      const left = Math.max(this.last, since) + SETTLE_TIME - Date.now();
      if (!this.open && left <= 0) return this.last;
      await pause(Math.max(left, 50));
    }
  }

  count(method: string): number {
    return this.methods.filter((each) => each === method).length;
  }
}

/** Adds a page per contender with 500 elements, whose sources alternate. The site responds at once. */
function addPages({ files }: BenchServer, mix: Mix, cdn: string): void {
  const tags: Record<DeliveryContender, [head: string, tag: string]> = {
    kit: [String(files.get('/build/evergreen.html')), 'feaas-component'],
    peer: ['<script type="module" src="/peer/one.js"></script>', 'feaas-component'],
    'hand-written': ['<script type="module" src="/hand-written-delivery.js"></script>', 'hand-written-delivery'],
  };
  const attributes = mix.sources.map(({ data }, at) => {
    const json =
      data === undefined ? '' : ` data="${JSON.stringify(data).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    return `cdn="${cdn}" library="shop" component="part-${at}"${json}`;
  });
  for (const name of mix.contenders) {
    const [head, tag] = tags[name];
    const body = Array.from(
      { length: COMPONENTS },
      (_each, at) => `<${tag} ${attributes[at % SOURCES]!}></${tag}>`,
    ).join('\n');
    files.set(
      `/delivery-${name}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}<style>` +
        'body{font:16px/1.5 sans-serif;margin:2rem}main{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}' +
        `</style></head><body><h1>Shop</h1><main>${body}</main></body></html>`,
    );
  }
}

/**
 * Runs in the page. A timer reads a list that the browser keeps up to date. Additional frames, or observers of all
 * changes, would cost more than the measured work.
 */
const WATCH = `{
  const watch = globalThis.watch = { shift: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (watch.shift += value)))
    .observe({ type: 'layout-shift', buffered: true });
  watch.shown = new Promise((resolve) => {
    const titles = document.getElementsByClassName('-title');
    const check = () => {
      if (titles.length < ${COMPONENTS} || getComputedStyle(titles[${COMPONENTS - 1}]).borderTopStyle !== 'solid')
        return setTimeout(check, 10);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { port1.close(); resolve(performance.now()); };
        port2.postMessage(0);
      });
    };
    setTimeout(check);
  });
}`;

/** Asserts that every component shows its own content. */
async function assertContent(page: Page): Promise<void> {
  const titles = (await page.evaluate(
    `[...document.querySelectorAll('main > * > * > .-title')].map((each) => each.textContent)`,
  )) as string[];
  const wrong = Array.from({ length: COMPONENTS }).findIndex((_each, at) => titles[at] !== title(at % SOURCES));
  if (wrong !== -1 || titles.length !== COMPONENTS)
    throw new Error(`${page.url()}: content ${wrong} is not as it should be`);
}

async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

async function visit(context: BrowserContext, url: string, traffic: Traffic): Promise<VisitLoad> {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.on('pageerror', (error) => console.error(`${url}: ${(error as Error).message}`));
  await page.evaluateOnNewDocument(WATCH);
  const cdp = await page.createCDPSession();
  // Counts the processor time of tasks, so that other load on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  traffic.reset();
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const shown = (await page.evaluate('watch.shown')) as number;
  const last = await traffic.quiet();
  const cpu = await taskTime(cdp);
  const [start, shift] = (await page.evaluate('[performance.timeOrigin, watch.shift]')) as [number, number];
  await assertContent(page);
  for (let again = 0; again < 2; again++) await collectGarbage(cdp);
  const { heap, nodes } = await heapUsage(cdp);
  // The cached copies are written by then.
  await traffic.quiet();
  await page.close();
  const [gets, heads] = [traffic.count('GET'), traffic.count('HEAD')];
  return { shown, answered: last - start, gets, heads, cpu, heap, heapWithNodes: heap + nodes, shift };
}

/** Two visits with a new browser profile. */
async function visits(browser: Browser, url: string, traffic: Traffic): Promise<Record<Visit, VisitLoad>> {
  const context = await browser.createBrowserContext();
  try {
    return { first: await visit(context, url, traffic), repeat: await visit(context, url, traffic) };
  } finally {
    await context.close();
  }
}

function toFigure(loads: readonly VisitLoad[]): VisitFigure {
  const all = (key: keyof VisitLoad): number[] => loads.map((load) => load[key]);
  return {
    shown: median(all('shown')),
    shownSpread: spread(all('shown')),
    answered: median(all('answered')),
    // The number of requests may vary; the maximum counts.
    gets: Math.max(...all('gets')),
    heads: Math.max(...all('heads')),
    cpu: median(all('cpu')),
    cpuSpread: spread(all('cpu')),
    heap: median(all('heap')),
    heapWithNodes: median(all('heapWithNodes')),
    shift: Math.max(...all('shift')),
  };
}

/** Measures rounds of first and repeat visits, with the contenders in turn. */
export async function measureDelivery(
  browser: Browser,
  files: Files,
  mix: Mix,
  hostName: Host,
  rounds: number,
): Promise<MixFigures> {
  const delay = HOSTS[hostName];
  const host = await new ContentHost().start();
  const site = await startServer(new Map(files));
  try {
    addPages(site, mix, host.origin);
    const traffic = new Traffic(host, mix, delay);
    const samples = new Map(mix.contenders.map((name) => [name, [] as Record<Visit, VisitLoad>[]]));
    for (let round = 0; round < rounds; round++) {
      for (let at = 0; at < mix.contenders.length; at++) {
        const name = mix.contenders[(at + round) % mix.contenders.length]!;
        if (delay && name === 'peer' && round % PEER_ROUND_INTERVAL) continue;
        samples.get(name)!.push(await visits(browser, `${site.origin}/delivery-${name}.html`, traffic));
      }
    }
    const of = (each: Record<Visit, VisitLoad>[], which: Visit): VisitFigure => toFigure(each.map((one) => one[which]));
    return {
      mix: mix.name,
      host: hostName,
      figures: new Map(
        [...samples].map(([name, each]) => [name, { first: of(each, 'first'), repeat: of(each, 'repeat') }]),
      ),
    };
  } finally {
    await site.close();
    await host.kill();
  }
}
