/**
 * Published content is in the database as well: the host writes damaged blobs again by itself. A damaged picture is missing until
 * it is uploaded again.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import { createMedia } from '../src/content/media/image-uploads.js';
import { createThumbnails } from '../src/content/media/thumbnails.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { sendRequest } from './support/client.js';
import { ACTOR, HERO_ADDRESS, HERO_URL, startPublishedHost, makePublishedFolder } from './support/published-host.js';

/** Milliseconds after which damage is handled again. */
const MINUTE = 60_000;

/** A clock that a test advances. */
function manualClock(): { readonly clock: () => number; advance(milliseconds: number): void } {
  let now = Date.now();
  return { clock: () => now, advance: (milliseconds) => void (now += milliseconds) };
}

/** Damages: a missing end, a changed byte, a missing header, and an empty file. */
const DAMAGES: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => bytes.subarray(0, -1),
  (bytes) => Buffer.from(bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte))),
  () => Buffer.from('torn'),
  () => Buffer.alloc(0),
];

for (const [index, damage] of DAMAGES.entries())
  test(`damaged content is written again, once for all concurrent requests (${index})`, async (t) => {
    const folder = await makePublishedFolder(t);
    const host = await startPublishedHost(t, { folder });
    await host.write(HERO_ADDRESS, '<p>one</p>', 'stage', 'publish');
    const { library } = HERO_ADDRESS;
    const gone = { ...HERO_ADDRESS, version: 'gone' };
    await host.write(gone, '<p>gone</p>', 'publish');
    await host.step('unpublish', gone);
    const css = 'p { color: red; }';
    await host.contentService.saveStylesheet(
      library,
      { css, themes: [], breakpoints: [] },
      { actor: ACTOR, expected: 0 },
    );
    await host.contentService.stepStylesheet('publish', library, { actor: ACTOR, expected: 1 });
    await host.contentService.delivered();
    const root = join(folder, 'blobs');
    const damageAll = async (): Promise<number> => {
      const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile() && /\/blobs\/(?:components|styles)\//.test(`${entry.parentPath}/`),
      );
      for (const { parentPath, name } of files) {
        const path = join(parentPath, name);
        await writeFile(path, damage(await readFile(path)));
      }
      return files.length;
    };
    assert.equal(await damageAll(), 6);
    const headers = await host.bearer('viewer');
    for (const [path, status, text] of [
      [`${HERO_URL}/published.html`, 200, '<p>one</p>'],
      [`${HERO_URL}/staged.html`, 200, '<p>one</p>'],
      [`${HERO_URL}/1.html`, 200, '<p>one</p>'],
      ['/components/demo/hero/gone/published.html', 410, ''],
      ['/styles/demo/published.css', 200, css],
    ] as const) {
      const before = host.log.length;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendRequest(host.url + path, path.includes('staged') ? { headers } : {})),
      );
      for (const answer of answers) {
        assert.equal(answer.status, status, path);
        if (status === 200) assert.equal(answer.text, text);
      }
      const lines = host.log.slice(before).filter((line) => line.includes('again. Check the disk.'));
      assert.equal(lines.length, 1, lines.join('\n'));
    }
  });

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

for (const [index, damage] of DAMAGES.entries())
  test(`a damaged picture or thumbnail is served as missing, logged once a minute, and served again after an upload (${index})`, async (t) => {
    const folder = await makePublishedFolder(t);
    const { clock, advance } = manualClock();
    const host = await startPublishedHost(t, { folder, clock });
    const revision = await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    const bytes = await sharp({ create: { width: 400, height: 90, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const media = createMedia({ blobs: host.blobs, contentService: host.contentService });
    const upload = () => media.upload({ library: 'demo', name: 'a picture', bytes, actor: ACTOR });
    const { variants } = await upload();
    const thumbnails = createThumbnails({ blobs: host.blobs, contentService: host.contentService });
    const jpeg = await sharp(bytes).jpeg().toBuffer();
    const draw = () =>
      thumbnails.put({ version: HERO_ADDRESS, revision, renderedAt: Date.now(), ofComponent: true, bytes: jpeg });
    await draw();
    const shown = await thumbnails.ofComponent({ library: 'demo', id: 'hero' });
    const paths = [...variants.map(({ path }) => `/media/demo/${path}`), '/thumbnails/demo/hero.jpg'];
    const whole = new Map<string, string>();
    for (const path of paths) whole.set(path, (await sendRequest(host.url + path)).text);
    for (const part of ['media', 'thumbnails'])
      for (const path of await filesBelow(join(folder, 'blobs', part)))
        await writeFile(path, damage(await readFile(path)));
    host.blobs.invalidateAll();

    const before = host.log.length;
    const requestAll = async (): Promise<void> => {
      for (const path of paths)
        for (const { status, headers } of await Promise.all(
          Array.from({ length: 9 }, () => sendRequest(host.url + path)),
        )) {
          assert.equal(status, 404, path);
          assert.equal(headers['cache-control'], 'no-store');
        }
    };
    for (const [wait, minutes] of [
      [0, 1],
      [MINUTE - 1, 1],
      [1, 2],
      [MINUTE - 1, 2],
      [1, 3],
    ] as const) {
      advance(wait);
      await requestAll();
      const lines = host.log.slice(before);
      assert.equal(lines.length, paths.length * minutes, lines.join('\n'));
      for (const line of lines)
        assert.match(
          line,
          /has an invalid form: .* answers 404 until you upload it again, or restore it from a backup/,
        );
    }
    await assert.rejects(async () => shown!.width(), /no longer exists\. Load the component again/);

    await upload();
    await draw();
    for (const path of paths) {
      const { status, text } = await sendRequest(host.url + path);
      assert.equal(status, 200, path);
      assert.ok(text === whole.get(path), path);
    }
  });

test('a file that the disk damages repeatedly is written again once a minute, and the failure is logged', async (t) => {
  const folder = await makePublishedFolder(t);
  const { clock, advance } = manualClock();
  const host = await startPublishedHost(t, { folder, clock });
  await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
  const key = 'components/demo/hero/responsive/published.html';
  const root = join(folder, 'blobs/components/demo/hero/responsive');
  const damage = async (): Promise<void> => {
    for (const name of await readdir(root)) if (name.startsWith('published')) await writeFile(join(root, name), 'torn');
  };
  await damage();
  assert.equal((await sendRequest(host.url + HERO_URL + '/published.html')).status, 200);
  assert.ok(await createFolderBlobs(join(folder, 'blobs')).get(key));
  for (const [wait, status, times] of [
    [0, 503, 1],
    [MINUTE - 1, 503, 1],
    [1, 200, 2],
    [MINUTE - 1, 503, 2],
    [1, 200, 3],
  ] as const) {
    advance(wait);
    await damage();
    // Blobs that were read are in memory.
    host.blobs.invalidateAll();
    assert.equal((await sendRequest(host.url + HERO_URL + '/published.html')).status, status);
    assert.equal(host.log.filter((line) => line.includes('again. Check the disk.')).length, times);
  }
});
