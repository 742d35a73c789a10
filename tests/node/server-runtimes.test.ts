/** The built `feaas-kit/server` without Node and DOM, in a bare context and as an edge function: the HTML is the same everywhere. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;

/** A server function of a site: it streams a page with data, repeaters, rich text and a nested component. */
const SOURCE = `
import { renderToStream, renderToString } from 'feaas-kit/server';
const TEMPLATES = {
  '/components/lib/list/responsive/published.html':
    '<ul><li data-path-scope="s.items" data-path="s.items.*.name">-</li></ul><div data-path="s.text"></div>' +
    '<b data-path="s.items[?(@.name == \\'B\\')].name">-</b><feaas-component component="day"></feaas-component>',
  '/components/lib/day/responsive/published.html': '<time class="-inline--time" data-path="s.at">-</time>',
};
const DATA = { at: '2026-03-01', items: [{ name: 'A' }, { name: 'B' }], text: '<i onclick="x()">safe</i> <script>1</script>' };
export async function answer() {
  const props = { cdn: 'https://cdn.example', library: 'lib', component: 'list', data: { s: { url: 'https://api.example/s' } } };
  const options = {
    fetch: async (url) => url.endsWith('/s')
      ? Response.json(DATA)
      : new Response(TEMPLATES[new URL(url).pathname], { headers: { 'content-type': 'text/html' } }),
  };
  return new Response(renderToStream(['<!doctype html>', props], options)).text();
}
export const print = () => renderToString({ template: '<p data-path="a">-</p>', data: { a: 1 } });
`;

let code = '';
before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    // Rejects all built-in modules of Node.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'iife',
    globalName: 'site',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  code = outputFiles[0]!.text;
});

interface Site {
  answer(): Promise<string>;
  print(): Promise<string>;
}
const PAGE =
  '<!doctype html><link rel="stylesheet" href="https://cdn.example/styles/lib/published.css">' +
  '<script type="application/json" data-feaas-fetched>…</script><feaas-component cdn="https://cdn.example" library="lib" ' +
  'component="list" data="{&quot;s&quot;:{&quot;url&quot;:&quot;https://api.example/s&quot;}}" class="-feaas">' +
  '<ul><li data-path-scope="s.items" data-path="s.items.*.name">A</li><li data-path-scope="s.items" data-path="s.items.*.name">B</li></ul>' +
  '<div data-path="s.text"><i>safe</i> </div><b data-path="s.items[?(@.name == \'B\')].name">B</b>' +
  '<feaas-component component="day" class="-feaas"><time class="-inline--time" data-path="s.at">March 1, 2026</time></feaas-component></feaas-component>';

async function check(site: Site): Promise<void> {
  assert.equal(await site.print(), '<p data-path="a">1</p>');
  const page = await site.answer();
  assert.equal(page.replace(/(data-feaas-fetched>).*?(<\/script>)/, '$1…$2'), PAGE);
}

/** Globals of all server runtimes, and no others. */
const WEB = {
  AbortController,
  AbortSignal,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  console,
  performance,
  queueMicrotask,
  setTimeout,
};

test('it runs in a context with web globals and without Node', async () => {
  const context = createContext({ ...WEB });
  runInContext(code, context);
  assert.equal(
    runInContext('typeof process + typeof require + typeof document + typeof window', context),
    'undefined'.repeat(4),
  );
  await check(runInContext('site', context) as Site);
});

test('as an edge function', async () => {
  const edge = new EdgeVM();
  edge.evaluate(code);
  assert.equal(edge.evaluate('typeof process + typeof require + typeof document'), 'undefined'.repeat(3));
  await check(edge.evaluate('site') as Site);
});
