/**
 * W4: a page full of components from few sources, on a host of another origin. What a first visit costs, and the next.
 *
 * Measured with a host that answers at once, where what counts is the work of the page; and with one far away, whose
 * every answer takes 300 ms over HTTP/1.1, so that a browser has six requests open at a time: there everybody's first
 * visit waits for the same few answers. The host lets browsers keep its answers for an hour: the peer asks for a URL
 * once per element and leaves it to the browser's cache to answer all but one, so `no-cache` would double its requests.
 * Nobody else asks less for that: copies of their own answer before, and checks go past that cache.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';
import { ContentHost } from '../tests/lib/content-host';
import { collectGarbage, heapUsage } from './contenders';
import { startServer, type BenchServer, type Files } from './server';
import { SHAPES } from './shapes';
import { makeItems } from './shapes/shape';
import { median, spread } from './statistics';

/** Who shows the page. Code written by hand binds no data, so it takes part in the mix without. */
type DeliveryContender = 'kit' | 'peer' | 'hand-written';

export const VISITS = ['first', 'repeat'] as const;
type Visit = (typeof VISITS)[number];

const COMPONENTS = 500;
const SOURCES = 20;
/** And one stylesheet. */
export const URLS = SOURCES + 1;

/** How late the content host answers, in milliseconds. */
export const HOSTS = { near: 0, far: 300 } as const;
type Host = keyof typeof HOSTS;
/** A page is settled when everything is shown and the host has had no request for so many milliseconds. */
const QUIET = 1000;
/** No visit takes as long. */
const TIMEOUT = 120_000;
/** Rounds the peer takes part in when the host is far: one of so many, as its visits take half a minute. */
const PEER_EVERY = 2;

/** What one visit took. */
interface VisitLoad {
  /** Milliseconds from the start of the navigation until everything is in the DOM, styled and painted. */
  shown: number;
  /** And until the host's last answer. */
  answered: number;
  gets: number;
  heads: number;
  /** Milliseconds of the main thread until the page was settled. */
  cpu: number;
  /** Bytes of scripts' objects then, after a collection. */
  heap: number;
  /** The same with the nodes and styles of the browser: scripts can hold nodes that nobody sees. */
  heapWithNodes: number;
  /** Sum of all layout shifts. */
  shift: number;
}

export interface VisitFigure extends VisitLoad {
  /** How much rounds differ in `shown` and `cpu`. */
  shownSpread: number;
  cpuSpread: number;
}

/** What was found of one mix of components, on one host. */
export interface MixFigures {
  readonly mix: string;
  readonly host: Host;
  readonly figures: ReadonlyMap<DeliveryContender, Readonly<Record<Visit, VisitFigure>>>;
}

/** A template and what its elements have as `data`. Its title is in an element with the class `-title`. */
interface Source {
  readonly template: string;
  readonly data?: unknown;
}

/** What the components of a page are. */
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

/** A section of one of the shapes of content, bound to data: 3 items and a title. */
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

/** Counts requests, and notes when the last was answered. */
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

  /** Resolves with the time of the last answer, once there was no other for a while. */
  async quiet(): Promise<number> {
    const since = Date.now();
    for (;;) {
      const left = Math.max(this.last, since) + QUIET - Date.now();
      if (!this.open && left <= 0) return this.last;
      await pause(Math.max(left, 50));
    }
  }

  count(method: string): number {
    return this.methods.filter((each) => each === method).length;
  }
}

/** The page of each: its element stands there 500 times, sources in turn. The site answers at once. */
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
 * Runs in the page. It reads, by a timer, a list that the browser keeps up to date: frames that nobody else asks for,
 * and observers of every change, would cost more than what is measured.
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

/** Everything is shown, each component its own content. */
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
  // Tasks count by the processor's time: what else runs on the machine does not.
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
  // Copies are kept by then.
  await traffic.quiet();
  await page.close();
  const [gets, heads] = [traffic.count('GET'), traffic.count('HEAD')];
  return { shown, answered: last - start, gets, heads, cpu, heap, heapWithNodes: heap + nodes, shift };
}

/** A profile that has seen nothing, and two visits. */
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
    // How many requests may depend on chance: the most is what counts.
    gets: Math.max(...all('gets')),
    heads: Math.max(...all('heads')),
    cpu: median(all('cpu')),
    cpuSpread: spread(all('cpu')),
    heap: median(all('heap')),
    heapWithNodes: median(all('heapWithNodes')),
    shift: Math.max(...all('shift')),
  };
}

/** Rounds of first and repeat visits of every contender, in turn. */
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
        if (delay && name === 'peer' && round % PEER_EVERY) continue;
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
