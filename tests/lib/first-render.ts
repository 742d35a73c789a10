/**
 * What scripts a page loads before a component shows its content, measured in a browser: bytes after gzip, files, and
 * requests that followed one another. Every answer takes a while, so that a request that waits for another shows.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import type { Browser } from 'puppeteer';
import { escapeAttribute, type RealWorldTemplate } from './real-world';
import { send, startServer, WWW, type TestServer } from './server';

/** How a page loads the kit. */
const BUILDS = ['head.html', 'one file'] as const;
type Build = (typeof BUILDS)[number];

interface ScriptLoad {
  readonly bytes: number;
  readonly files: readonly string[];
  readonly roundTrips: number;
}

/** Milliseconds that each answer takes: longer than what a script does after it arrived. */
const LATENCY = 150;

/** A page that shows nothing by then is broken. */
const TIMEOUT = 15_000;

/** A template of a component inside another one. */
const NESTED = '<p class="-note"><var data-path="landing.note">A note</var></p>';

const sizes = new Map<string, number>();

/** Bytes of a built file after gzip. */
function compressedSize(path: string): number {
  let size = sizes.get(path);
  if (size === undefined) sizes.set(path, (size = gzipSync(readFileSync(WWW + path), { level: 9 }).length));
  return size;
}

/** Runs in the page: notes what the component shows, and when, at each of its renders. */
const OBSERVE = `{
  const renders = (globalThis.renders = []);
  document.addEventListener('feaasRender', () =>
    renders.push({ time: performance.now(), html: document.querySelector('feaas-component').innerHTML }));
}`;

interface Loaded {
  readonly shown: number;
  readonly scripts: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

/** In the page: the scripts that had arrived when the component first showed what it shows at last. */
const READ = `(() => {
  const html = document.querySelector('feaas-component').innerHTML;
  const shown = renders.find((each) => each.html === html)?.time;
  const scripts = performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0 && responseEnd <= shown)
    .map(({ name, startTime, responseEnd }) => ({ path: new URL(name).pathname.slice(1), start: startTime, end: responseEnd }));
  return { shown, scripts };
})()`;

/** How many requests came one after the other: each began when an earlier one had been answered. */
function countRoundTrips(scripts: Loaded['scripts']): number {
  let count = 0;
  let answered = -1;
  for (const { start, end } of [...scripts].sort((a, b) => a.start - b.start)) {
    if (!count || start >= answered) {
      count++;
      answered = end;
    } else answered = Math.min(answered, end);
  }
  return count;
}

function pageOf(template: RealWorldTemplate, build: Build, origin: string): string {
  const head =
    build === 'head.html'
      ? readFileSync(`${WWW}build/head.html`, 'utf8')
      : '<script type="module" src="/build/one/feaas.js"></script>';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${template.name}</title>${head}</head><body>` +
    `<feaas-component cdn="${origin}" library="site" component="${template.name}" ` +
    `data="${escapeAttribute(JSON.stringify(template.data))}"></feaas-component></body></html>`
  );
}

/** A server of the site, of templates and of pages that show them. */
function startTemplateServer(templates: readonly RealWorldTemplate[]): Promise<TestServer> {
  return startServer(async (request, response, { pathname }) => {
    const [, kind, ...rest] = pathname.split('/');
    const name = kind === 'components' ? rest[1] : rest.join('/').replace(/\.html$/, '');
    // At once: what a page loads after its first render, for later, would arrive at the same time.
    if (name === 'nested-part') return send(response, NESTED);
    await setTimeout(LATENCY);
    if (kind === 'styles') return send(response, '.-card{padding:1rem}', 'text/css');
    const template = templates.find((each) => each.name === name);
    if (kind === 'components' && template) return send(response, template.html);
    const build = BUILDS.find((each) => each === decodeURIComponent(kind!));
    if (build && template) return send(response, pageOf(template, build, `http://${request.headers.host!}`));
    // An icon, or a picture that the template shows.
    if (kind !== 'build' && kind !== 'assets') return send(response, '', 'image/gif', {}, 404);
    return undefined;
  });
}

/**
 * Loads a page in a profile that has seen nothing.
 * @throws Error when the component shows nothing.
 */
async function measureFirstRender(
  browser: Browser,
  server: TestServer,
  template: RealWorldTemplate,
  build: Build,
): Promise<ScriptLoad> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.evaluateOnNewDocument(OBSERVE);
    await page.goto(`${server.origin}/${encodeURIComponent(build)}/${template.name}.html`);
    await page.waitForFunction('renders.length > 0', { timeout: TIMEOUT });
    // Until nothing is requested any more: what is loaded for the content has been shown by then.
    await page.waitForNetworkIdle({ idleTime: 500 });
    const { shown, scripts } = (await page.evaluate(READ)) as Loaded;
    if (!shown) throw new Error(`${template.name}, ${build}: its content changed after its last render`);
    return {
      bytes: scripts.reduce((sum, { path }) => sum + compressedSize(path), 0),
      files: scripts.map(({ path }) => path),
      roundTrips: countRoundTrips(scripts),
    };
  } finally {
    await context.close();
  }
}

/** Most bytes after gzip of one template, by build; more where HTML in data or a filter needs a library. */
interface Limits extends Readonly<Record<Build, number>> {
  readonly heavy: number;
  readonly median: number;
  readonly roundTrips: number;
}
/** What is aimed at. */
const TARGETS: Limits = { 'head.html': 26_000, 'one file': 24_000, heavy: 45_000, median: 22_000, roundTrips: 2 };
/** What holds today: nothing may grow beyond it. Lower it whenever the bundle gets smaller, until it is the target. */
const CEILINGS: Limits = { 'head.html': 36_800, 'one file': 32_600, heavy: 73_000, median: 36_800, roundTrips: 3 };

const fits = (limits: Limits, { isHeavy }: RealWorldTemplate, build: Build, load: ScriptLoad): boolean =>
  load.bytes <= (isHeavy ? limits.heavy : limits[build]) && load.roundTrips <= limits.roundTrips;

/** One template by one build; a page that shows nothing has a problem instead of a load. */
export interface FirstRenderRow {
  readonly template: RealWorldTemplate;
  readonly build: Build;
  readonly load?: ScriptLoad;
  readonly problem?: string;
  readonly isOnTarget: boolean;
  readonly isWithin: boolean;
}

async function measureRow(
  browser: Browser,
  server: TestServer,
  template: RealWorldTemplate,
  build: Build,
): Promise<FirstRenderRow> {
  try {
    const load = await measureFirstRender(browser, server, template, build);
    const [isOnTarget, isWithin] = [fits(TARGETS, template, build, load), fits(CEILINGS, template, build, load)];
    return { template, build, load, isOnTarget, isWithin };
  } catch (error) {
    return { template, build, problem: (error as Error).message, isOnTarget: false, isWithin: false };
  }
}

/**
 * Loads of one template before a result beyond the ceilings counts. A busy machine can only make a load look larger: a script
 * arrives before the render that did not wait for it, or a request starts after an answer that it did not need.
 */
const LOADS = 3;

/** Pages that are measured at once: each waits for answers most of the time. */
const PAGES_AT_ONCE = 4;

/** Measures every template by both builds. */
export async function* measureFirstRenders(
  browser: Browser,
  templates: readonly RealWorldTemplate[],
): AsyncGenerator<FirstRenderRow> {
  const server = await startTemplateServer(templates);
  const limit = pLimit(PAGES_AT_ONCE);
  const measure = async (template: RealWorldTemplate, build: Build): Promise<FirstRenderRow> => {
    let row = await measureRow(browser, server, template, build);
    for (let repeat = 1; !row.isWithin && repeat < LOADS; repeat++)
      row = await measureRow(browser, server, template, build);
    return row;
  };
  try {
    const rows = BUILDS.flatMap((build) => templates.map((template) => limit(measure, template, build)));
    for (const row of rows) yield await row;
  } finally {
    await server.close();
  }
}

/** The median over templates that show no HTML from data, by the tags of `head.html`, and whether it is small enough. */
export function medianSize(rows: readonly FirstRenderRow[]): {
  bytes: number;
  target: number;
  most: number;
  isWithin: boolean;
} {
  const sizes = rows
    .filter(({ build, template }) => build === 'head.html' && !template.isHeavy)
    .map(({ load }) => load?.bytes ?? Infinity)
    .sort((a, b) => a - b);
  const bytes = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return { bytes, target: TARGETS.median, most: CEILINGS.median, isWithin: bytes <= CEILINGS.median };
}
