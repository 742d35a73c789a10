/** The exports map points to files that exist and load. `api.txt` is the public API, which changes only on purpose. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { surface } from '../../scripts/api';

const ROOT = new URL('../../', import.meta.url).pathname;
type Target = string | { [condition: string]: Target };
const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { exports: Record<string, Target> };

/** All files that an export can resolve to. */
const leaves = (target: Target): string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(leaves);

for (const [name, target] of Object.entries(manifest.exports)) {
  test(`export ${name} leads somewhere`, () => {
    for (const each of leaves(target)) {
      const path = each.replace('*', 'component');
      assert.ok(existsSync(ROOT + path), `${name}: ${path} does not exist`);
    }
  });
}

/** The implemented programmatic API of contract §4. */
const API = [
  'renderComponent',
  'renderComponentPromise',
  'renderToString',
  'renderDOMContent',
  'renderHTMLContent',
  'fetchComponent',
  'parseComponentSource',
  'getComponentSource',
  'getComponentURL',
  'parseStylesheetSource',
  'getStylesheetSource',
  'getStylesheetURL',
  'loadStylesheet',
  'DataSettings',
  'fetchData',
  'serializeRichText',
  'parseRichText',
  'registerComponent',
  'registerDatasource',
  'clearFetchCache',
];

test('feaas-kit exports the programmatic API, and loads without a window', async () => {
  const kit = (await import('feaas-kit' as string)) as Record<string, unknown>;
  for (const name of API) assert.equal(typeof kit[name], 'function', name);
});

test('feaas-kit/server loads by import and by require, the same names', async () => {
  const server = (await import('feaas-kit/server' as string)) as Record<string, unknown>;
  const required = createRequire(import.meta.url)('feaas-kit/server') as Record<string, unknown>;
  assert.deepEqual(Object.keys(required).sort(), Object.keys(server).sort());
  assert.equal(
    (server['renderHTMLContent'] as (t: string, d: unknown) => string)('<p data-path="a"></p>', { a: 1 }),
    '<p data-path="a">1</p>',
  );
});

test('feaas-kit/server uses no Node built-in and no DOM', () => {
  for (const name of ['index.js', 'index.cjs']) {
    const text = readFileSync(`${ROOT}dist/server/${name}`, 'utf8');
    assert.doesNotMatch(text, /(?:require\(|from ?)["'](?:node:|fs|path|vm|url|stream|buffer)/, name);
  }
});

test('api.txt equals the public API; change it on purpose with `npm run api`', () => {
  assert.equal(readFileSync(`${ROOT}api.txt`, 'utf8').trim(), surface().trim());
});

test('E4: inherited properties of a context are reflected, so that descendants find them as attributes', () => {
  const rows = readFileSync(`${ROOT}api.txt`, 'utf8').split('\n');
  for (const name of ['library', 'cdn', 'frontend', 'backend'])
    assert.ok(
      rows.some((row) => row.startsWith(`feaas-context,prop,${name},`) && row.endsWith(',true')),
      name,
    );
});
