/** docs/migrate.md mentions each export of the original package. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packagesIn } from '../../scripts/folders';

const ROOT = new URL('../../', import.meta.url).pathname;
const page = readFileSync(`${ROOT}docs/migrate.md`, 'utf8');

for (const entry of ['index', 'headless', 'react']) {
  test(`every export of clientside's ${entry} is named`, async () => {
    const file = `${packagesIn('tests/compat')}/node_modules/@sitecore-feaas/clientside/dist/node/${entry}.esm.js`;
    const names = Object.keys((await import(pathToFileURL(file).href)) as object);
    assert.ok(names.length > 50);
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page)),
      [],
    );
  });
}

test('exports that are documented as unchanged exist', () => {
  const api = readFileSync(`${ROOT}api.txt`, 'utf8');
  const [, list] = /^- Functions ([^]*?)\.$/m.exec(page)!;
  const names = [...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter((name) => !api.includes(`feaas-kit,export,${name}\n`)),
    [],
  );
});
