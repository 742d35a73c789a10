/** `thumbnails`: rendered by a local browser, without an editor. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import sharp from 'sharp';
import { findBrowser as browserOfTests } from '../../tests/lib/browser.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';
import { seedContent } from './support/graphql-host.js';

const ACTOR = { name: 'Ann', id: 'ann' };
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const VIEW =
  '<script>document.body.remove()</script><p style="margin:0;height:300px" data-path="page.title">Nothing</p>' +
  '<img src="http://127.0.0.1:1/inside.png" alt="" width="10">';

/** A data folder with a component to render. */
async function library(t: TestContext) {
  const folder = await makeTemporaryFolder(t);
  const data = join(folder, 'data');
  const blobs = createFolderBlobs(join(data, 'blobs'));
  const open = async <Result>(
    work: (contentService: ReturnType<typeof createContentService>) => Promise<Result>,
  ): Promise<Result> => {
    const contentService = createContentService({
      database: await openDatabase({ file: join(data, 'feaas.db') }),
      blobs,
    });
    try {
      return await work(contentService);
    } finally {
      await contentService.close();
    }
  };
  await open(async (contentService) => {
    await seedContent(contentService);
    await contentService.fork(HERO, 'page-1', { actor: ACTOR, expected: 0 });
    await contentService.save(HERO, VIEW, { actor: ACTOR, expected: 2 });
  });
  const run = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
    const { exited, output } = spawnCli(t, folder, ['thumbnails', '--data', data, ...args], environment);
    return { code: await exited, ...output };
  };
  return { blobs, open, run };
}

test('missing thumbnails are rendered once, with data and style; changed ones are rendered again', async (t) => {
  const { blobs, open, run } = await library(t);
  const environment = { PUPPETEER_EXECUTABLE_PATH: browserOfTests() };
  const first = await run(['--only', 'demo'], environment);
  assert.deepEqual([first.code, first.out], [0, 'demo: 2 drawn\n'], first.err);
  const keys: string[] = [];
  for await (const key of blobs.list('thumbnails/')) keys.push(key);
  assert.deepEqual(
    keys.sort(),
    ['draft', 'draft/responsive', 'hero', 'hero/responsive'].map((name) => `thumbnails/demo/${name}.jpg`).sort(),
    'of versions and components, and not of the fork',
  );
  const { bytes, metadata, contentType, cacheControl } = (await blobs.get('thumbnails/demo/hero.jpg'))!;
  assert.deepEqual([contentType, cacheControl], ['image/jpg', 'public,max-age=31536000,immutable']);
  assert.deepEqual([metadata['versionid'], metadata['versionrevision']], ['responsive', '3']);
  const { width, height } = await sharp(bytes).metadata();
  assert.equal(width, 800);
  assert.ok(height! >= 300 && height! < 360, `${height} px high: no script has run`);
  // Red is from the last saved stylesheet; the text is from the sample.
  const { channels } = await sharp(bytes).extract({ left: 0, top: 0, width: 40, height: 30 }).stats();
  assert.ok(channels[0]!.min > channels[1]!.min + 60, `${channels[0]!.min}, ${channels[1]!.min}`);

  const again = await run([], environment);
  assert.deepEqual([again.code, again.out.includes('demo: 0 drawn')], [0, true], again.err);
  // As if the thumbnail was rendered slightly too long before the last save.
  const [hero] = await open((contentService) => contentService.versions([HERO]));
  const componentrenderedat = new Date(hero!.modifiedAt - 2001).toISOString();
  await blobs.put('thumbnails/demo/hero.jpg', {
    ...{ bytes, contentType, cacheControl },
    metadata: { ...metadata, componentrenderedat },
  });
  const renewed = await run(['--only', 'demo'], environment);
  assert.deepEqual([renewed.code, renewed.out], [0, 'demo: 1 drawn\n'], renewed.err);
});

test('a missing browser or library is an error with a hint', async (t) => {
  const { run } = await library(t);
  const none = await run([], { PATH: '/nowhere', PUPPETEER_EXECUTABLE_PATH: '' });
  assert.equal(none.code, 1);
  assert.match(none.err, /there is no Chrome or Chromium on this machine.*PUPPETEER_EXECUTABLE_PATH/);
  const wrong = await run([], { PUPPETEER_EXECUTABLE_PATH: '/nowhere/chromium' });
  assert.match(wrong.err, /PUPPETEER_EXECUTABLE_PATH names '\/nowhere\/chromium', which does not run/);
  const unknown = await run(['--only', 'x'], { PUPPETEER_EXECUTABLE_PATH: browserOfTests() });
  assert.match(unknown.err, /--only: there is no library 'x'; there are demo, other/);
});
