/**
 * W5: what a visitor waits for. A page with one component on a slow network and a slow processor, nothing cached: until
 * its content is in the DOM, styled and painted. And what scripts arrived until then.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { PredefinedNetworkConditions, type Browser } from 'puppeteer';
import { pictures, startServer, type BenchServer, type Files } from './server';
import { median, spread } from './statistics';
import { makeData, TEMPLATE } from './workload';

const NETWORK = PredefinedNetworkConditions['Fast 3G'];
/** How much slower a visitor's processor is. */
const SLOWDOWN = 4;
const root = new URL('..', import.meta.url).pathname;

/** How a page loads each; the peer as its readme says, whose service keeps what it imports a file of its own. */
export const LOADERS = ['kit', 'kit, one file', 'peer', 'peer, one file', 'limit'] as const;
export type Loader = (typeof LOADERS)[number];

export interface Load {
  shown: number;
  /** Scripts that had arrived by then: bytes on the wire, files, and how many waited for another. */
  bytes: number;
  files: number;
  trips: number;
}

export interface LoadFigure extends Load {
  spread: number;
}

const CSS = `body{font:16px/1.5 sans-serif;margin:2rem}.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}
.card{border:2px solid #345;border-radius:8px;padding:1rem}.title{font-size:1.2rem;margin:.5rem 0}.price{font-weight:700}
.tags{display:flex;gap:.5rem;list-style:none;padding:0}.tag{background:#eef;border-radius:4px;padding:0 .5rem}`;
const DATA = makeData(6, 'load');
const LAST = DATA.shop.cards.at(-1)!.title;

/** The peer's own files, as published; or all in one. */
export async function peerFiles(): Promise<[string, string][]> {
  const own = readFileSync(`${root}node_modules/@sitecore-feaas/clientside/dist/browser/index.esm.js`, 'utf8');
  const bundle = async (entry: string): Promise<string> => {
    const options = { absWorkingDir: root, bundle: true, minify: true, format: 'esm', write: false } as const;
    const made = await build({ ...options, stdin: { contents: `export * from '${entry}'`, resolveDir: root } });
    return made.outputFiles[0]!.text;
  };
  const strip = (code: string): string => code.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
  return [
    ['/peer/clientside.js', strip(own).replace(/(["'])@sitecore\/byoc\1/g, '"./byoc.js"')],
    ['/peer/byoc.js', await bundle('@sitecore/byoc')],
    ['/peer/one.js', await bundle('@sitecore-feaas/clientside')],
  ];
}

/** All that loads, read at once: others may build while this measures. */
export async function loadFiles(): Promise<Files> {
  const found: Files = new Map<string, string | Uint8Array>([...(await peerFiles()), ...pictures()]);
  for (const entry of readdirSync(`${root}www/build`, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`;
    if (entry.isFile()) found.set(path.slice(root.length + 3), readFileSync(path));
  }
  for (const name of ['hand-made', 'hand-made-delivery']) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [`bench/pages/${name}.ts`],
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    found.set(`/${name}.js`, outputFiles[0]!.contents);
  }
  found.set('/components/shop/cards/responsive/published.html', TEMPLATE);
  found.set('/styles/shop/published.css', CSS);
  return found;
}

function addPages({ files: found, origin }: BenchServer): void {
  const data = JSON.stringify(DATA).replace(/"/g, '&quot;');
  const component = `<feaas-component cdn="${origin}" library="shop" component="cards" data="${data}"></feaas-component>`;
  const script = (path: string): string => `<script type="module" src="${path}"></script>`;
  const link = `<link rel="stylesheet" href="${origin}/styles/shop/published.css">`;
  const source = `${origin}/components/shop/cards/responsive/published.html`;
  const pages: Record<Loader, [head: string, body: string]> = {
    kit: [String(found.get('/build/head.html')), component],
    'kit, one file': [script('/build/one/feaas.js'), component],
    peer: [link + script('/peer/clientside.js'), component],
    'peer, one file': [link + script('/peer/one.js'), component],
    limit: [link + script('/hand-made.js'), `<hand-made src="${source}" data="${data}"></hand-made>`],
  };
  for (const [name, [head, body]] of Object.entries(pages)) {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Load</title>${head}</head><body>${body}</body></html>`;
    found.set(`/${name.replace(/\W+/g, '-')}.html`, html);
  }
}

/** Runs in the page: looks after every frame, at what it has painted; a message sent in a frame comes after it. */
const WATCH = `{
  const { port1, port2 } = new MessageChannel();
  const next = () => requestAnimationFrame(() => port2.postMessage(0));
  port1.onmessage = () => {
    const card = document.querySelector('.card:last-child');
    if (card?.querySelector('.title').textContent !== ${JSON.stringify(LAST)} || getComputedStyle(card).borderTopStyle !== 'solid')
      return next();
    port1.close();
    const shown = performance.now();
    const scripts = performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => /\\.js$/.test(name) && responseEnd && responseEnd <= shown)
      .map(({ startTime, responseEnd, encodedBodySize }) => ({ startTime, responseEnd, encodedBodySize }));
    globalThis.shown = { shown, scripts };
  };
  next();
}`;

interface Watched {
  shown: number;
  scripts: { startTime: number; responseEnd: number; encodedBodySize: number }[];
}

/** How many requests came one after the other: each began when an earlier one had been answered. */
function roundTrips(scripts: Watched['scripts']): number {
  let trips = 0;
  let answered = -1;
  for (const { startTime, responseEnd } of [...scripts].sort((a, b) => a.startTime - b.startTime)) {
    if (!trips || startTime >= answered) {
      trips++;
      answered = responseEnd;
    } else answered = Math.min(answered, responseEnd);
  }
  return trips;
}

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.emulateNetworkConditions(NETWORK);
    await page.emulateCPUThrottling(SLOWDOWN);
    await page.evaluateOnNewDocument(WATCH);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const handle = await page.waitForFunction('globalThis.shown', { polling: 200 });
    const { shown, scripts } = (await handle.jsonValue()) as Watched;
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { shown, bytes, files: scripts.length, trips: roundTrips(scripts) };
  } finally {
    await context.close();
  }
}

export async function load(browser: Browser, files: Files, rounds: number): Promise<Map<Loader, LoadFigure>> {
  const server = await startServer(files);
  try {
    addPages(server);
    const samples = new Map<Loader, Load[]>(LOADERS.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (let at = 0; at < LOADERS.length; at++) {
        const name = LOADERS[(at + round) % LOADERS.length]!;
        samples.get(name)!.push(await loadOnce(browser, `${server.origin}/${name.replace(/\W+/g, '-')}.html`));
      }
    }
    const of = (each: Load[], key: keyof Load): number => median(each.map((load) => load[key]));
    return new Map(
      [...samples].map(([name, each]) => [
        name,
        {
          shown: of(each, 'shown'),
          spread: spread(each.map(({ shown }) => shown)),
          // What the page loads ahead may or may not arrive in time: the most is what counts.
          bytes: Math.max(...each.map(({ bytes }) => bytes)),
          files: Math.max(...each.map((load) => load.files)),
          trips: Math.max(...each.map(({ trips }) => trips)),
        },
      ]),
    );
  } finally {
    await server.close();
  }
}
