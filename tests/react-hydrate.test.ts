/**
 * Random components, rendered to a string by `renderElement`, sent by React 18 and 19 and hydrated: no warning, the same nodes, and the
 * result of a new render (D18). `FEAAS_LONG=1` uses 1,000 for each; the test prints the seed, and `FEAAS_SEED` repeats one.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { renderElement } from 'feaas-kit/server';
import { openPage } from './lib/browser';
import { seed } from './lib/fuzz';
import { journey, recordConsole } from './lib/journey';
import { normalize } from './lib/normalize';
import { randomCases } from './lib/random-cases';
import { browserBundle, serverModule, type ReactVersion } from './lib/react-bundle';
import { send } from './lib/server';
import type { Shown } from './pages/hydrate';

const COUNT = process.env['FEAAS_LONG'] ? 1000 : 100;
const PAGE = 100;

let page = '';
let script = '';
const at = journey({}, (_request, response, url) => {
  if (url.pathname === '/site.js') return (send(response, script, 'text/javascript'), true);
  if (url.pathname === '/hydrate.html') return (send(response, page, 'text/html; charset=utf-8'), true);
  return undefined;
});

const cases = randomCases(COUNT, seed);
let printed: Shown[] = [];
before(async () => {
  console.log(`# seed ${seed}`);
  printed = await Promise.all(
    cases.map(async ({ template, data }) => {
      const { attributes, content } = await renderElement({ template, data });
      return { attributes, content };
    }),
  );
});

interface Seen {
  html: string;
  fresh: string;
  /** Whether the string parses back to itself. */
  stable: boolean;
  /** Whether every node of the server is still there, in the same order. */
  kept: boolean;
  /** Number of elements that the server did not render. A text is split where an element between its parts is absent. */
  more: number;
}

/** Lists elements and texts in the page; an empty text stands for an absent value. */
const WALK = `function walk(root) {
  const list = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeValue !== '') list.push(node);
  return list;
}`;

/** Hydrates the content of a page, waits until all of it shows, and compares it. */
async function hydrate(version: ReactVersion, shown: readonly Shown[]): Promise<{ seen: Seen[]; said: string[] }> {
  const { print } = await serverModule<{ print(shown: Shown): string }>('tests/pages/hydrate-server.ts', version);
  const roots = shown.map((each) => `<div class="root">${print(each)}</div>`).join('');
  page =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Hydrate</title><body>${roots}` +
    // Runs before any code of the kit or of React.
    `<script>${WALK}; before = [...document.querySelectorAll('.root')].map(walk)</script>` +
    `<script type="module" src="/site.js"></script></body></html>`;
  const tab = await openPage(at.browser);
  const said: string[] = [];
  recordConsole(tab, said);
  await tab.goto(`${at.server.origin}/hydrate.html`);
  const seen = await tab.evaluate(async (shown: Shown[]): Promise<Seen[]> => {
    const frames = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const roots = [...document.querySelectorAll('.root')];
    const { before, walk } = window as unknown as { before: Node[][]; walk(root: Node): Node[] };
    roots.forEach((root, index) =>
      (window as any).hydrate(root, shown[index], (error: unknown) => console.error(`React mended: ${String(error)}`)),
    );
    const elements = [...document.querySelectorAll<any>('feaas-component')];
    await frames();
    await Promise.all(elements.map((each) => each.whenRendered()));
    await frames();
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as {
      renderDOMContent(element: Element, template: string, data: unknown): unknown;
    };
    return Promise.all(
      roots.map(async (root, index) => {
        const { attributes, content } = shown[index]!;
        const live = root.querySelector('feaas-component')!;
        const fresh = document.createElement('div');
        await kit.renderDOMContent(fresh, attributes['template']!, JSON.parse(attributes['data']!));
        const parsed = document.createElement('div');
        parsed.innerHTML = content;
        const after = walk(root);
        const known = new Set(before[index]);
        const old = after.filter((node) => known.has(node));
        return {
          html: live.innerHTML,
          fresh: fresh.innerHTML,
          stable: parsed.innerHTML === content,
          kept: old.length === before[index]!.length && old.every((node, each) => node === before[index]![each]),
          more: after.filter((node) => !known.has(node) && node.nodeType !== Node.TEXT_NODE).length,
        };
      }),
    );
  }, shown as Shown[]);
  await tab.close();
  return { seen, said };
}

/** Removes the content of nested components, which a new one has not rendered yet. */
const outside = (html: string): string =>
  normalize(html).replace(/<feaas-component[^>]*>.*?<\/feaas-component>/g, '<nested/>');

for (const version of [18, 19] as const) {
  test(`React ${version}: ${COUNT} hydrated, 0 warnings, the same nodes`, async () => {
    script = await browserBundle('tests/pages/hydrate-page.ts', version);
    let stable = 0;
    for (let start = 0; start < COUNT; start += PAGE) {
      const { seen, said } = await hydrate(version, printed.slice(start, start + PAGE));
      // Ignore images of random URLs, and the kit's warnings about data.
      const warnings = said.filter((line) => !/^error: Failed to load resource|^\w+: \[feaas\]/.test(line));
      assert.deepEqual(warnings, [], `seed ${seed}`);
      for (const [index, each] of seen.entries()) {
        const about = `seed ${seed}, case ${start + index}: ${cases[start + index]!.template}`;
        assert.equal(outside(each.html), outside(each.fresh), about);
        if (!each.stable) continue;
        stable++;
        assert.ok(each.kept, `other nodes: ${about}`);
        assert.equal(each.more, 0, `more nodes: ${about}`);
      }
    }
    console.log(`# React ${version}: ${COUNT} hydrated, ${stable} of them could keep their nodes and did`);
    assert.ok(stable > COUNT / 2, 'most keep their nodes');
  });
}
