/** The built React package: the same exports for servers and pages, client code only where necessary, and no unused code. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { build } from 'esbuild';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import * as page from 'feaas-kit-react';
import { createElement, type ReactElement } from 'react';
import { cleanUp } from '../lib/clean-up';

const ROOT = new URL('../../', import.meta.url).pathname;
const DIST = `${ROOT}react-wrapper/dist/`;

test('pages and server components get the same exports', async () => {
  const server = (await import(`${DIST}index.server.js`)) as object;
  assert.deepEqual(Object.keys(server).sort(), Object.keys(page).sort());
});

test('`use client` stands where React’s hooks, the page or its elements are used, and nowhere else', () => {
  const client = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.js') && /^(?:\/\*[^]*?\*\/\s*)?'use client';/.test(readFileSync(DIST + file, 'utf8')),
    )
    .sort();
  const elements = ['component', 'context', 'editor', 'external', 'loader', 'picker', 'stylesheet'];
  assert.deepEqual(client, [
    ...elements.map((name) => `components/feaas-${name}.js`),
    'element.js',
    ...elements.map((name) => `generated/feaas-${name}.js`),
    'opaque-content.js',
    'page.js',
    'portal-host.js',
    'register.js',
  ]);
});

/** The initial code of a page that uses one export. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from 'feaas-kit-react'; console.log(${name});`, resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: '/out',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    minify: true,
    write: false,
  });
  return outputFiles.find(({ path }) => path.endsWith('stdin.js'))!.text;
}

test('importing one component does not bundle the others, and a stylesheet does not bundle the engine', async () => {
  const loader = await bundled('FeaasLoader');
  assert.match(loader, /feaas-loader/);
  for (const other of ['context', 'editor', 'external', 'picker', 'stylesheet'])
    assert.doesNotMatch(loader, new RegExp(`"feaas-${other}"`), other);
  assert.ok(loader.length < 40_000, `${loader.length} bytes`);
  const { length } = await bundled('Stylesheet');
  assert.ok(length < 6000, `${length} bytes`);
});

test('on a server, elements render attributes without the token and without a warning', () => {
  const said: unknown[] = [];
  const before = console.error;
  console.error = (...line) => said.push(line);
  try {
    const html = renderToString(
      createElement(
        page.FeaasContext,
        { library: 'lib', cdn: '//cdn', auth: 'secret', onFeaasReady: () => {} },
        createElement(page.FeaasComponent, {
          component: 'a',
          data: { b: 1 },
          editable: true,
          suspended: false,
          id: 'x',
        }),
      ),
    );
    assert.equal(
      html,
      '<feaas-context library="lib" cdn="//cdn" data-awaiting-hydration=""><feaas-component component="a" editable="" id="x" data-awaiting-hydration="" class="-feaas"></feaas-component></feaas-context>',
    );
  } finally {
    console.error = before;
  }
  assert.deepEqual(said, []);
});

test('E2: a server component sends the stylesheet first, except for content that the page renders', async () => {
  const ahead = async (more: object): Promise<string> => {
    const props = { cdn: 'https://cdn.example', library: 'lib', component: 'a', ...more };
    const { children } = (await page.ServerComponent(props)).props as { children: readonly [ReactElement | null] };
    return renderToStaticMarkup(children[0]);
  };
  const link = await ahead({});
  assert.match(link, /href="https:\/\/cdn\.example\/styles\/lib\/published\.css"/);
  assert.equal(await ahead({ isolate: false, hidden: undefined }), link);
  for (const more of [{ isolate: true }, { hidden: true }, { suspended: true }, { preview: '' }])
    assert.equal(await ahead(more), '', JSON.stringify(more));
});

test('on a server without server components, functions keep no state between requests, and need no document', async (t) => {
  let published = 0;
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<p data-path="a">${++published}</p>`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => server.close());
  const { port } = server.address() as AddressInfo;
  const source = { cdn: `http://127.0.0.1:${port}`, library: 'lib', component: 'a' };
  assert.match((await page.fetchComponent(source)).template, />1</);
  assert.match((await page.fetchComponent(source)).template, />2</);
  assert.match(await page.renderToString(source), />3</);
  assert.equal(await page.renderHTMLContent('<p data-path="a"></p>', { a: 1 }), '<p data-path="a">1</p>');
});

test('in a page, functions are those of the engine of the page', async () => {
  const { length } = await bundled('fetchComponent');
  assert.ok(length < 6000, `${length} bytes`);
});
