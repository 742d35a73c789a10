/** `feaas-host forks`, through the running host. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { eachFork, resetFork } from '../src/cli/forks/reset.js';
import type { Fork } from '../src/content/fork.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { testStores } from './support/databases.js';
import { writeOptions, makeLibrary, openContentService } from './support/content-services.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const START = ['start', '--port', '0', '--library', 'libraries', '--site', 'libraries'];

test('customizations are listed and reset through the running host; others stay as they are', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const hero = join(folder, 'libraries/demo/components/hero');
  await mkdir(hero, { recursive: true });
  await writeFile(
    join(hero, 'component.json'),
    '{"forks":{"home":"responsive","shop":"responsive","draft":"responsive"}}',
  );
  await writeFile(join(hero, 'draft.saved.html'), '<p>not yet</p>');
  for (const name of ['responsive', 'home', 'shop']) await writeFile(join(hero, `${name}.html`), `<p>${name}</p>`);
  const host = spawnCli(t, folder, START);
  const url = await host.waitUntilReady();
  const get = (name: string) => sendRequest(`${url}/components/demo/hero/${name}/published.html`);
  assert.equal((await get('home')).text, '<p>home</p>');

  const listed = (await runCliInProcess(folder, ['forks', 'list', '--only', 'demo'])).out.trim().split('\n');
  assert.deepEqual(
    listed
      .map((line) => line.split('\t'))
      .map(([id, , ...rest]) => [id, ...rest])
      .sort(),
    [
      ['demo/hero/home', 'import', '-', '-'],
      ['demo/hero/shop', 'import', '-', '-'],
    ],
  );
  assert.equal((await runCliInProcess(folder, ['forks', 'list', '--orphaned'])).out, '');
  const would = await runCliInProcess(folder, ['forks', 'reset', 'demo/hero/home']);
  assert.deepEqual([would.code, would.out.split('\t')[0]], [0, 'demo/hero/home']);
  assert.match(would.err, /1 would be reset; nothing changed\. Add --yes/);
  assert.equal((await get('home')).text, '<p>home</p>');

  const reset = await runCliInProcess(folder, ['forks', 'reset', 'demo/hero/home', '--yes']);
  assert.deepEqual([reset.code, reset.out], [0, 'demo/hero/home: reset (revision 3; it was 2)\n1 reset\n']);
  assert.equal((await get('home')).headers['x-ms-meta-versiondeletedat'] !== undefined, true);
  assert.equal((await get('shop')).text, '<p>shop</p>');
  assert.equal((await runCliInProcess(folder, ['forks', 'list'])).out.split('\t')[0], 'demo/hero/shop');

  const undo = await runCliInProcess(folder, ['forks', 'undo', '--only', 'demo']);
  assert.equal(undo.out.split('\t')[0], 'demo/hero/home', 'a draft that no page was ever given stays one');
  assert.match(undo.err, /1 would be restored; nothing changed\. Add --yes/);
  const undone = await runCliInProcess(folder, ['forks', 'undo', 'demo/hero/home', '--yes']);
  assert.deepEqual([undone.code, undone.out], [0, 'demo/hero/home: restored (revision 4; it was 3)\n1 restored\n']);
  assert.equal((await get('home')).text, '<p>home</p>');
  assert.equal((await get('home')).headers['x-ms-meta-versiondeletedat'], undefined);
  assert.equal((await get('shop')).text, '<p>shop</p>');

  for (const [args, wrong] of [
    [['undo', '--yes'], /needs a choice. Give the id of a fork, or --only <library>/],
    [['rest'], /'forks' takes list, reset, undo, not 'rest'; the nearest is 'reset'/],
    [['reset', '--yes'], /needs a choice. Give the id of a fork, or --only <library>/],
    [['list', '--only', 'x'], /there is no library 'x'; there are demo\./],
    [['reset', 'demo/hero/none'], /there is no fork 'demo\/hero\/none'/],
    [['list', '--order', 'age'], /--order/],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, ['forks', ...args]);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, wrong);
  }
});

test('a customization that was saved meanwhile is kept and reported, the others are reset, and an orphan is reset', async (t) => {
  const contentService = await openContentService(await testStores('libsql').newStore());
  cleanUp(t, () => contentService.close());
  const hero = await makeLibrary(contentService, 'demo');
  await contentService.putComponent({ library: 'demo', id: 'card', name: 'Card', collections: [] });
  const card = { ...hero, component: 'card' };
  for (const origin of [hero, card]) {
    await contentService.save(origin, '<p>origin</p>', writeOptions(0));
    for (const version of ['a', 'b']) {
      await contentService.fork(origin, version, writeOptions(0));
      await contentService.save({ ...origin, version }, `<p>${version}</p>`, writeOptions(1));
      await contentService.step('publish', { ...origin, version }, writeOptions(2));
    }
  }
  await contentService.step('delete', card, writeOptions(1));
  const { items } = await contentService.forks('demo', { first: 10, order: 'page' });
  await contentService.save({ ...hero, version: 'a' }, '<p>faster</p>', writeOptions(2));
  const done: string[] = [];
  const told: string[] = [];
  const idOf = ({ component, version }: Fork) => `${component}/${version}`;
  const failures = await eachFork(items, (fork) => resetFork(contentService, fork, writeOptions(0).actor), {
    done: (fork, { revision, published }) => done.push(`${idOf(fork)} ${revision} ${published}`),
    failed: (_, why) => told.push(why),
  });
  assert.equal(failures, 1);
  assert.deepEqual(done, ['card/a 2 null', 'card/b 2 null', 'hero/b 3 null']);
  assert.match(told[0]!, /^demo\/hero\/a: .*at revision 3, not 2/);
  const [kept, origin] = await contentService.versions([{ ...hero, version: 'a' }, hero]);
  assert.deepEqual([kept?.view, kept?.published, origin?.revision], ['<p>faster</p>', 2, 1]);
  // The reset can be reverted, because the history has the revision.
  const undone = { ...hero, version: 'b' };
  await contentService.revert(undone, 2, writeOptions(3));
  assert.equal((await contentService.step('publish', undone, writeOptions(4))).view, '<p>b</p>');
});
