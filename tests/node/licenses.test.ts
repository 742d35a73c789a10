/** Third-party licenses: the list matches the lock file, and no license requires more than its text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dependencies, document, isPermissive, refused } from '../../scripts/licenses';

const ROOT = new URL('../../', import.meta.url).pathname;

for (const each of dependencies()) {
  test(`${each.file} is what \`npm run licenses\` writes`, () => {
    assert.equal(readFileSync(ROOT + each.file, 'utf8'), document(each));
  });
  test(`${each.file} has permissive licenses only`, () => assert.deepEqual(refused(each), []));
}

test('bundled packages are found in the sources, with their dependencies', () => {
  const [kit, react, host, compat] = dependencies().map(({ bundled }) => bundled.map(({ name }) => name));
  for (const name of ['dompurify', 'parse5', 'entities', '@stencil/core']) assert.ok(kit!.includes(name), name);
  for (const name of ['react', 'scheduler', '@apollo/client', 'rxjs', 'idb', 'dompurify'])
    assert.ok(host!.includes(name), name);
  for (const name of ['react', '@apollo/client', 'rollup']) assert.ok(!kit!.includes(name), name);
  assert.deepEqual(react, []);
  for (const name of ['dompurify', '@stencil/core']) assert.ok(compat!.includes(name), name);
  for (const name of ['react', 'parse5']) assert.ok(!compat!.includes(name), name);
});

test('a license is permissive if one of its alternatives is, and all combined licenses are', () => {
  for (const license of ['MIT', '(MPL-2.0 OR Apache-2.0)', 'MIT AND ISC']) assert.ok(isPermissive(license), license);
  for (const license of ['', 'GPL-3.0-or-later', 'MIT AND LGPL-3.0', 'CC-BY-4.0', 'UNLICENSED'])
    assert.ok(!isPermissive(license), license);
});
