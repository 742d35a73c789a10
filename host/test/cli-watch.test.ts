import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';

/** Without a second check, a few of this many folders are missed. */
const FOLDERS = 300;

test('import --watch publishes each saved file, however an editor saves it, and prints a line for each', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const demo = join(folder, 'libraries/demo');
  const hero = join(demo, 'components/hero');
  await mkdir(hero, { recursive: true });
  await mkdir(join(demo, 'data'));
  await writeFile(join(hero, 'responsive.html'), '<p>1</p>');
  await writeFile(join(demo, 'styles.css'), 'p {}');
  const host = spawnCli(t, folder, ['start', '--port', '0', '--library', 'libraries', '--site', 'libraries']);
  const url = await host.waitUntilReady();
  const watching = spawnCli(t, folder, ['import', 'libraries', '--watch']);
  await watching.waitForOutput(/^0 changed\nwatching; Ctrl\+C ends it\n/);
  const published = async (version = 'responsive'): Promise<string> =>
    (await sendRequest(`${url}/components/demo/hero/${version}/published.html`)).text;

  await writeFile(join(hero, 'responsive.html'), '<p>2</p>');
  await watching.waitForOutput(/^components\/hero\/responsive\.html: saved, published, staged \(revision 2\)$/m);
  assert.equal(await published(), '<p>2</p>');

  // Like vim and many other editors.
  await writeFile(join(hero, '.responsive.html.swp'), '<p>half');
  await rename(join(hero, 'responsive.html'), join(hero, 'responsive.html~'));
  await writeFile(join(hero, '4913'), '<p>3</p>');
  await rename(join(hero, '4913'), join(hero, 'responsive.html'));
  await rm(join(hero, 'responsive.html~'));
  await watching.waitForOutput(/\(revision 3\)$/m);
  assert.equal(await published(), '<p>3</p>');

  await writeFile(join(hero, 'wide.html'), '<p onclick="x()">wrong</p>');
  await watching.waitForOutput(/^components\/hero\/wide\.html: 1:\d+ .*onclick/m, 'err');
  await writeFile(join(hero, 'wide.html'), '<p>right</p>');
  await watching.waitForOutput(/^components\/hero\/wide\.html: saved, published, staged \(revision 1\)$/m);
  assert.equal(await published('wide'), '<p>right</p>');

  await mkdir(join(demo, 'components/list'));
  await writeFile(join(demo, 'components/list/responsive.html'), '<p>new</p>');
  await watching.waitForOutput(/^components\/list\/responsive\.html: saved/m);
  await writeFile(join(demo, 'styles.css'), 'p { margin: 0 }');
  await watching.waitForOutput(/^styles\.css: saved, published, staged \(revision 2\)$/m);
  await writeFile(join(demo, 'data/news.json'), '{"a":1}');
  await watching.waitForOutput(/^data\/news\.json: saved$/m);
  const news = () => sendRequest(`${url}/api/demo/news.json`);
  assert.equal((await news()).status, 404);
  await writeFile(join(demo, 'library.json'), '{"dataSources":[{"id":"news","public":true}]}');
  for (let tries = 0; tries < 100 && (await news()).status !== 200; tries++) await sleep(50);
  assert.equal((await news()).text, '{"a":1}');
  await mkdir(join(demo, 'media'));
  await writeFile(join(demo, 'media/a.svg'), '<svg/>');
  await watching.waitForOutput(/^media\/a\.svg: stored$/m);
  await writeFile(join(demo, 'library.json'), '{"themes":[{"id":"dark"}]}');
  await watching.waitForOutput(/^styles\.css: .*\(revision 3\)$/m);
  assert.equal((await news()).status, 200, 'what a file no longer says stays');

  await rm(join(hero, 'wide.html'));
  await watching.waitForOutput(
    /^components\/hero\/wide\.html: warning: no longer exists; the host keeps its content/m,
    'err',
  );
  assert.equal(await published('wide'), '<p>right</p>');
  await writeFile(join(hero, 'wide.html.deleted'), '');
  await watching.waitForOutput(/^components\/hero\/wide\.html\.deleted: deleted$/m);

  await mkdir(join(folder, 'libraries/second/components/card'), { recursive: true });
  await writeFile(join(folder, 'libraries/second/components/card/wide.html'), '<p>second</p>');
  await watching.waitForOutput(/^second\/components\/card\/wide\.html: saved, published, staged \(revision 1\)$/m);
  await writeFile(join(folder, 'libraries/second/components/card/wide.html'), '<p>third</p>');
  await watching.waitForOutput(/^second\/components\/card\/wide\.html: saved, published, staged \(revision 2\)$/m);

  assert.doesNotMatch(watching.output.err, /4913/, 'what an editor made for a moment is not told of');
  assert.equal(watching.output.out.match(/^components\/hero\/responsive\.html/gm)?.length, 2, 'one line per change');
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
  await writeFile(join(hero, 'responsive.html'), '<p>4</p>');
  await watching.waitForOutput(/the host that ran on '.*' has ended\. Start it again\./, 'err');
  const again = spawnCli(t, folder, ['start', '--port', '0', '--site', 'libraries']);
  const now = await again.waitUntilReady();
  await writeFile(join(hero, 'responsive.html'), '<p>5</p>');
  await watching.waitForOutput(/^components\/hero\/responsive\.html: saved, published, staged \(revision 4\)$/m);
  assert.equal((await sendRequest(`${now}/components/demo/hero/responsive/published.html`)).text, '<p>5</p>');

  watching.process.kill('SIGINT');
  assert.equal(await watching.exited, 0);
  again.process.kill('SIGTERM');
  assert.equal(await again.exited, 0);
});

test('import --watch misses no file that is written right after its new folder', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const media = join(folder, 'libraries/demo/media');
  await mkdir(media, { recursive: true });
  await writeFile(join(folder, 'libraries/demo/library.json'), '{}');
  const host = spawnCli(t, folder, ['start', '--port', '0', '--library', 'libraries', '--site', 'libraries']);
  await host.waitUntilReady();
  const watching = spawnCli(t, folder, ['import', 'libraries', '--watch']);
  await watching.waitForOutput(/^0 changed\nwatching; Ctrl\+C ends it\n/);
  for (let number = 0; number < FOLDERS; number++) {
    mkdirSync(join(media, `folder-${number}`));
    // At a different moment of the watcher's work with the folder each time.
    for (const end = performance.now() + (number % 30) / 10; performance.now() < end;) continue;
    writeFileSync(join(media, `folder-${number}/a.svg`), '<svg/>');
    if (number % 10 === 0) await sleep(5);
  }
  for (let number = 0; number < FOLDERS; number++)
    await watching.waitForOutput(new RegExp(`^media/folder-${number}/a\\.svg: stored$`, 'm'));
});
