import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { temporary } from './support/cli.js';
import { imported, openStore, write } from './support/imports.js';

test('a version may be called as what every object has', async (t) => {
  const store = await openStore(t);
  const folder = join(await temporary(t), 'demo');
  const names = ['constructor', 'toString', 'valueOf', '__proto__'];
  await write(folder, {
    'library.json': '{"components":[{"id":"hero","forks":{"toString":"constructor"}}]}',
    ...Object.fromEntries(names.map((name) => [`components/hero/${name}.html`, `<p>${name}</p>`])),
  });
  assert.deepEqual((await imported(folder, store)).problems, []);
  const found = await store.contentService.versions(
    names.map((version) => ({ library: 'demo', component: 'hero', version })),
  );
  assert.deepEqual(
    found.map((version) => [version?.view, version?.forkOrigin]),
    names.map((name) => [`<p>${name}</p>`, name === 'toString' ? 'demo/hero/constructor' : null]),
  );
});

test('a key that nothing would come of is refused by its name, wherever it stands', async (t) => {
  const store = await openStore(t);
  const LIBRARIES: readonly [string, RegExp][] = [
    ['{"desciption":"x"}', /library\.json: has an unknown key 'desciption'; the nearest is 'description'/],
    ['{"settings":{"embed":[]}}', /unknown key 'settings\.embed'; the nearest is 'embeds'/],
    ['{"collections":[{"id":"c","color":1}]}', /unknown key 'collections\[0\]\.color'/],
    ['{"themes":[{"id":"t"},{"id":"u","classname":"x"}]}', /unknown key 'themes\[1\]\.classname'; .*'className'/],
    ['{"breakpoints":[{"id":"b","minWidth":1,"maxWidth":2}]}', /unknown key 'breakpoints\[0\]\.maxWidth'/],
    ['{"styles":{"staged":{"css":"x"}}}', /unknown key 'styles\.staged\.css'/],
    ['{"styles":{"draft":{}}}', /styles\.draft must be one of published, staged and saved/],
    ['{"components":[{"id":"c","title":"x"}]}', /unknown key 'components\[0\]\.title'/],
  ];
  for (const [text, why] of LIBRARIES) {
    const folder = join(await temporary(t), 'demo');
    await write(folder, { 'library.json': text });
    await assert.rejects(imported(folder, store), why, text);
  }
  const folder = join(await temporary(t), 'demo');
  await write(folder, {
    'library.json': '{"components":[{"id":"ghost","name":"Nobody"},{"id":"hero","name":"The hero","forks":{"b":"a"}}]}',
    'components/hero/a.html': '<p>a</p>',
    'components/hero/b.html': '<p>b</p>',
    'components/odd/component.json': '{"titel":"x"}',
    'media.jsonl':
      '{"id":"p","name":"p","width":1,"height":1,"author":"a","createdAt":1,"variants":[],"alt":"lost"}\n' +
      '{"id":"p","name":"p","width":1,"height":1,"author":"a","createdAt":1,"variants":[{"path":"p/1","type":"image/png","dpr":2}]}\n',
  });
  const seen = await imported(folder, store);
  assert.deepEqual(seen.problems, [
    "components/odd/component.json: has an unknown key 'titel'; the nearest is 'name'. Correct or remove it",
    "media.jsonl: line 1 is no picture ('alt' is an unknown key). Correct or remove the line",
    "media.jsonl: line 2 is no picture ('dpr' is an unknown key). Correct or remove the line",
  ]);
  assert.deepEqual(seen.warnings, ["library.json: component 'ghost' has no folder, so the import skips it"]);
  const [fork] = await store.contentService.versions([{ library: 'demo', component: 'hero', version: 'b' }]);
  assert.equal(fork?.forkOrigin, 'demo/hero/a', 'what library.json says of forks counts');
});
