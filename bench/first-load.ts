/**
 * W5: the time a visitor waits. A page with one component, with a slow network and processor and an empty cache, until
 * its content is in the DOM, styled and painted. For each template of a set, by the kit's two builds and by the peer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { PredefinedNetworkConditions, type Browser } from 'puppeteer';
import { escapeAttribute, type RealWorldTemplate } from '../tests/lib/real-world';
import { pictures, startServer, type BenchServer, type Files } from './server';
import { median } from './statistics';

const NETWORK = PredefinedNetworkConditions['Fast 3G'];
/** Factor by which a visitor's processor is slower. */
const SLOWDOWN = 4;
const root = new URL('..', import.meta.url).pathname;

/** Ways to load the component. The peer follows its readme, whose service serves its import as a second file. */
const LOADERS = ['kit', 'kit, one file', 'peer'] as const;
type Loader = (typeof LOADERS)[number];

/** Milliseconds until one template was shown. */
export interface TemplateLoad {
  readonly template: string;
  readonly shown: ReadonlyMap<Loader, number>;
}

const CSS = 'body{font:16px/1.5 sans-serif;margin:2rem}.shown-marker{border-top:2px solid #345}';

/** The peer's published files, and a bundle of both. */
export async function peerFiles(): Promise<[string, string][]> {
  const own = readFileSync(`${root}bench/node_modules/@sitecore-feaas/clientside/dist/browser/index.esm.js`, 'utf8');
  const bundle = async (entry: string): Promise<string> => {
    const options = { absWorkingDir: root, bundle: true, minify: true, format: 'esm', write: false } as const;
    const made = await build({
      ...options,
      stdin: { contents: `export * from '${entry}'`, resolveDir: `${root}bench` },
    });
    return made.outputFiles[0]!.text;
  };
  const strip = (code: string): string => code.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
  return [
    ['/peer/clientside.js', strip(own).replace(/(["'])@sitecore\/byoc\1/g, '"./byoc.js"')],
    ['/peer/byoc.js', await bundle('@sitecore/byoc')],
    ['/peer/one.js', await bundle('@sitecore-feaas/clientside')],
  ];
}

/** All scripts of W4 and W5, read in advance because other builds may run during the measurement. */
export async function builtFiles(): Promise<Files> {
  const found: Files = new Map<string, string | Uint8Array>([...(await peerFiles()), ...pictures()]);
  for (const entry of readdirSync(`${root}www/build`, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`;
    if (entry.isFile()) found.set(path.slice(root.length + 3), readFileSync(path));
  }
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['bench/pages/hand-written-delivery.ts'],
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  found.set('/hand-written-delivery.js', outputFiles[0]!.contents);
  return found;
}

/**
 * A bound last line, which shows at the same time as the rest, so that all templates are observed the same way. If a
 * template shows HTML from data, its last line does, too.
 */
const MARKER = '\n<p class="shown-marker" data-path="shownMarker.text">Not yet</p>';
const markerText = ({ isHeavy }: RealWorldTemplate): string => (isHeavy ? 'It is <b>shown</b>' : 'It is shown');

const pageName = (template: RealWorldTemplate, loader: Loader): string =>
  `/${template.name}-${loader.replace(/\W+/g, '-')}.html`;

function addPages({ files, origin }: BenchServer, template: RealWorldTemplate): void {
  files.set(`/components/site/${template.name}/responsive/published.html`, template.html + MARKER);
  const data = { ...(template.data as object), shownMarker: { text: markerText(template) } };
  const component =
    `<feaas-component cdn="${origin}" library="site" component="${template.name}" ` +
    `data="${escapeAttribute(JSON.stringify(data))}"></feaas-component>`;
  const script = (path: string): string => `<script type="module" src="${path}"></script>`;
  const heads: Record<Loader, string> = {
    kit: String(files.get('/build/evergreen.html')),
    'kit, one file': script('/build/one/feaas.js'),
    peer: `<link rel="stylesheet" href="${origin}/styles/site/published.css">${script('/peer/clientside.js')}`,
  };
  for (const loader of LOADERS)
    files.set(
      pageName(template, loader),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Load</title>${heads[loader]}</head><body>${component}</body></html>`,
    );
}

/** Runs in the page and checks the result after each frame: a message sent in a frame arrives after its paint. */
const WATCH = `{
  const { port1, port2 } = new MessageChannel();
  const next = () => requestAnimationFrame(() => port2.postMessage(0));
  port1.onmessage = () => {
    const marker = document.querySelector('.shown-marker');
    if (marker?.textContent !== 'It is shown' || getComputedStyle(marker).borderTopStyle !== 'solid') return next();
    port1.close();
    globalThis.shown = performance.now();
  };
  next();
}`;

async function loadOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.emulateNetworkConditions(NETWORK);
    await page.emulateCPUThrottling(SLOWDOWN);
    await page.evaluateOnNewDocument(WATCH);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const handle = await page.waitForFunction('globalThis.shown', { polling: 200 });
    return (await handle.jsonValue()) as number;
  } catch (error) {
    throw new Error(`${url}: not shown`, { cause: error });
  } finally {
    await context.close();
  }
}

export async function measureFirstLoads(
  browser: Browser,
  files: Files,
  templates: readonly RealWorldTemplate[],
  rounds: number,
  logStep: (text: string) => void,
): Promise<TemplateLoad[]> {
  const server = await startServer(new Map(files));
  server.files.set('/styles/site/published.css', CSS);
  try {
    const found: TemplateLoad[] = [];
    for (const template of templates) {
      addPages(server, template);
      const samples = new Map<Loader, number[]>(LOADERS.map((loader) => [loader, []]));
      for (let round = 0; round < rounds; round++) {
        for (let at = 0; at < LOADERS.length; at++) {
          const loader = LOADERS[(at + round) % LOADERS.length]!;
          samples.get(loader)!.push(await loadOnce(browser, server.origin + pageName(template, loader)));
        }
      }
      const shown = new Map([...samples].map(([loader, each]) => [loader, median(each)]));
      logStep(`${template.name}: ${[...shown].map(([loader, ms]) => `${loader} ${ms.toFixed(0)} ms`).join(', ')}`);
      found.push({ template: template.name, shown });
    }
    return found;
  } finally {
    await server.close();
  }
}
