/** Thumbnails, from the upload to the browser: in a folder behind the host, and in Azure without it. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import sharp from 'sharp';
import { createAzureBlobs } from '../src/storage/azure/azure-blobs.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { checkThumbnails } from '../src/cli/commands/check.js';
import { missingThumbnails } from '../src/cli/thumbnails/missing-thumbnails.js';
import { removeThumbnails } from '../src/content/media/thumbnail-blobs.js';
import type { BlobStore } from '../src/storage/blob-store.js';
import { createThumbnails } from '../src/content/media/thumbnails.js';
import { startAzurite } from './support/azurite.js';
import { sendRequest } from './support/client.js';
import { uploadForm, type Json, makeJpeg, makePng } from './support/graphql-host.js';
import { errorLog, startCompleteHost } from './support/complete-host.js';

const azurite = await startAzurite();
const ID = 'demo/hero/responsive';
const AT = '2024-05-06T07:08:09.000Z';

const PUT = `mutation ($file: File!, $id: ID = "${ID}", $at: DateTime = "${AT}", $revision: Int = 2, $whole: Boolean = false, $key: String) {
  uploadThumbnail(versionId: $id, file: $file, renderedAt: $at, expectedRevision: $revision, ofComponent: $whole, idempotencyKey: $key) {
    src width height version revision renderedAt
  }
}`;

interface Variables {
  readonly id?: string;
  readonly at?: string;
  readonly revision?: number;
  readonly whole?: boolean;
  readonly key?: string;
}

async function start(t: TestContext, store: (folder: string) => BlobStore) {
  const host = await startCompleteHost(t, store);
  const put = async (file: Blob, variables: Variables = {}, as?: string): Promise<Json> => {
    const form = uploadForm(PUT, file, 'picture.html');
    form.set('operations', JSON.stringify({ query: PUT, variables: { file: null, ...variables } }));
    return host.post(form, as);
  };
  return { ...host, put };
}

const STORES: readonly (readonly [string, (folder: string) => BlobStore, string | undefined])[] = [
  ['a folder', (folder) => createFolderBlobs(join(folder, 'blobs')), undefined],
  ['Azure', () => createAzureBlobs(azurite.connectionString, 'thumbs', errorLog), `${azurite.url}/thumbs`],
];

for (const [name, store, cdn] of STORES) {
  test(`in ${name}: a thumbnail is served with its type, its cache control and its seven headers`, async (t) => {
    const { url, contentService, put } = await start(t, store);
    const [version] = await contentService.versions([{ library: 'demo', component: 'hero', version: 'responsive' }]);
    const component = await contentService.component('demo', 'hero');
    const isoTime = (at: number | undefined): string => new Date(at ?? 0).toISOString();
    for (const whole of [false, true]) {
      const src = whole ? '/thumbnails/demo/hero.jpg' : '/thumbnails/demo/hero/responsive.jpg';
      const { data, errors } = await put(await makeJpeg(640, 480), { whole });
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.deepEqual(data.uploadThumbnail, {
        ...{ src, width: 640, height: 480, version: ID, revision: 2, renderedAt: AT },
      });
      for (const base of [url, `${url}/cdn`, ...(cdn ? [cdn] : [])]) {
        const { status, headers, body } = await sendRequest(`${base}${src}`, {
          headers: { origin: 'https://shop.example' },
        });
        assert.equal(status, 200, base);
        assert.equal(headers['content-type'], 'image/jpg');
        assert.equal(headers['cache-control'], 'public,max-age=31536000,immutable');
        const expected = {
          versionid: 'responsive',
          versionrevision: '2',
          componentid: 'hero',
          componentrenderedat: AT,
          componentmodifiedat: isoTime(component?.modifiedAt),
          componentcreatedat: isoTime(component?.createdAt),
          modifiedat: isoTime(version?.modifiedAt),
        };
        const exposed = String(headers['access-control-expose-headers']).toLowerCase();
        for (const [key, value] of Object.entries(expected)) {
          assert.equal(headers[`x-ms-meta-${key}`], value, key);
          assert.ok(exposed.includes(`x-ms-meta-${key}`), `${key} can be read by pages`);
        }
        const { format, width, height } = await sharp(body).metadata();
        assert.deepEqual([format, width, height], ['jpeg', 640, 480]);
      }
    }
  });

  test(`in ${name}: a thumbnail is deleted with its version, and check names an orphaned one`, async (t) => {
    const { url, contentService, blobs, secrets, put, post } = await start(t, store);
    const jpeg = await makeJpeg(80, 60);
    await put(jpeg);
    await put(jpeg, { whole: true });
    assert.deepEqual(await checkThumbnails({ contentService, blobs }), []);
    const stored = (await blobs.get('thumbnails/demo/hero.jpg'))!;
    const query = `mutation { deleteVersion(id: "${ID}", expectedRevision: 2) { id } }`;
    assert.equal((await post(JSON.stringify({ query }), secrets.publisher)).errors, undefined);
    for (const path of ['demo/hero.jpg', 'demo/hero/responsive.jpg'])
      assert.equal((await sendRequest(`${url}/thumbnails/${path}`)).status, 404, path);
    const gone = await put(jpeg);
    assert.equal(gone.errors[0].extensions.code, 'NOT_FOUND');
    await blobs.put('thumbnails/demo/hero.jpg', stored);
    assert.deepEqual(await checkThumbnails({ contentService, blobs }), [
      'thumbnails/demo/hero.jpg: is a thumbnail of a version that is not there',
    ]);
    await blobs.delete('thumbnails/demo/hero.jpg');
  });
}

const folderStore = STORES[0]![1];
const LISTED = `{ components(library: "demo") { items { id thumbnail { src width height version revision renderedAt } } } }`;

for (const [name, store] of STORES) {
  test(`in ${name}: a list of components shows which have a thumbnail, to every caller that sees the component`, async (t) => {
    let isAway = false;
    const { url, put, post, secrets } = await start(t, (folder) => {
      const blobs = store(folder);
      return { ...blobs, head: async (key) => (isAway ? Promise.reject(new Error('away')) : blobs.head(key)) };
    });
    const listed = async (as: string | undefined): Promise<Json> => {
      const headers = { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) };
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: LISTED }),
      });
      const { data, errors } = (await answer.json()) as Json;
      assert.equal(errors, undefined, JSON.stringify(errors));
      return Object.fromEntries(data.components.items.map(({ id, thumbnail }: Json) => [id, thumbnail]));
    };
    assert.deepEqual(await listed(secrets.editor), { 'demo/draft': null, 'demo/hero': null });
    // The thumbnail of a version is not used as that of its component.
    await put(await makeJpeg(320, 200));
    assert.equal((await listed(secrets.editor))['demo/hero'], null);
    await put(await makeJpeg(640, 480), { whole: true });
    const whole = {
      src: '/thumbnails/demo/hero.jpg',
      width: 640,
      height: 480,
      version: ID,
      revision: 2,
      renderedAt: AT,
    };
    assert.deepEqual(await listed(secrets.editor), { 'demo/draft': null, 'demo/hero': whole });
    assert.deepEqual(await listed(undefined), { 'demo/hero': whole });
    isAway = true;
    assert.equal((await listed(secrets.editor))['demo/hero'], null, 'the list is there without pictures');
    isAway = false;
    const query = `mutation { deleteVersion(id: "${ID}", expectedRevision: 2) { id } }`;
    assert.equal((await post(JSON.stringify({ query }), secrets.publisher)).errors, undefined);
    assert.equal((await listed(secrets.editor))['demo/hero'], null);
  });
}

test('a retried upload is idempotent, a late one changes nothing, and one of another revision is a conflict', async (t) => {
  const { contentService, blobs, put } = await start(t, folderStore);
  const early = await makeJpeg(100, 50);
  const late = await makeJpeg(200, 50);
  const first = (await put(early)).data.uploadThumbnail;
  const stored = await blobs.get('thumbnails/demo/hero/responsive.jpg');
  assert.deepEqual((await put(early)).data.uploadThumbnail, first);
  assert.deepEqual((await blobs.get('thumbnails/demo/hero/responsive.jpg'))?.bytes, stored?.bytes);
  const later = '2024-05-06T07:08:10.000Z';
  assert.equal((await put(late, { at: later })).data.uploadThumbnail.width, 200);
  const again = (await put(early)).data.uploadThumbnail;
  assert.deepEqual([again.width, again.renderedAt], [200, later], 'tells of the one that is there');
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  await contentService.save(hero, '<p>3</p>', { actor: { name: 'B', id: 'b' }, expected: 2 });
  const { code, expected, current } = (await put(late, { at: later })).errors[0].extensions;
  assert.deepEqual([code, expected, current.revision, current.view], ['CONFLICT', 2, 3, '<p>3</p>']);
  const future = (await put(late, { revision: 3, at: '2999-01-01T00:00:00Z' })).errors[0].extensions;
  assert.deepEqual([future.code, future.argument], ['BAD_USER_INPUT', 'renderedAt']);
});

test('a retry with an idempotency key returns the first result, whatever happened to the thumbnail since', async (t) => {
  const { contentService, blobs, put, secrets } = await start(t, folderStore);
  const [one, other] = [await makeJpeg(100, 50), await makeJpeg(200, 50)];
  const outcome = async (file: Blob, variables: Variables, as?: string): Promise<Json> => {
    const { data, errors } = await put(file, variables, as);
    return errors ? errors[0].extensions.code : data.uploadThumbnail;
  };
  const key = 'key';
  const first = await outcome(one, { key });
  assert.equal(first.width, 100);
  const later = '2024-05-06T07:08:10.000Z';
  const second = await outcome(other, { at: later });
  assert.equal(second.width, 200);
  assert.deepEqual(await outcome(one, { key }), first, 'another one replaced it');
  const path = 'thumbnails/demo/hero/responsive.jpg';
  assert.equal((await blobs.get(path))?.metadata['componentrenderedat'], later, 'the retry stores nothing');
  assert.deepEqual(await outcome(one, {}), second, 'without a key, the one that is there');

  for (const [file, variables] of [
    [other, {}],
    [one, { at: later }],
    [one, { revision: 1 }],
    [one, { whole: true }],
    [one, { id: 'demo/hero/draft' }],
  ] as const)
    assert.equal(await outcome(file, { key, ...variables }), 'IDEMPOTENCY_KEY_REUSED', JSON.stringify(variables));
  assert.deepEqual(await outcome(one, { key }, secrets.publisher), second, 'each person has keys of their own');
  assert.equal(await outcome(one, { key: '' }), 'BAD_USER_INPUT');

  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  await contentService.save(hero, '<p>3</p>', { actor: { name: 'B', id: 'b' }, expected: 2 });
  assert.deepEqual(await outcome(one, { key }), first, 'its revision is no longer the last one');
  await contentService.step('delete', hero, { actor: { name: 'B', id: 'b' }, expected: 3 });
  assert.deepEqual(await outcome(one, { key }), first, 'someone deleted the version');
  // A failure is not stored as a result: the same key can be retried.
  assert.equal(await outcome(one, { key: 'new' }), 'NOT_FOUND');
  await contentService.step('restore', hero, { actor: { name: 'B', id: 'b' }, expected: 3 });
  assert.equal((await outcome(one, { key: 'new', revision: 3, at: later })).revision, 3);
});

test('a thumbnail is encoded again as JPEG: smaller than the upload, without its metadata', async (t) => {
  const { blobs, put } = await start(t, folderStore);
  const read = async () => sharp((await blobs.get('thumbnails/demo/hero/responsive.jpg'))!.bytes);
  const sizes: readonly (readonly [number, number, number, number])[] = [
    [800, 2000, 800, 2000],
    [801, 100, 800, 100],
    [1600, 4000, 800, 2000],
    [800, 2001, 800, 2000],
    [320, 5000, 320, 2000],
  ];
  for (const [width, height, ...expected] of sizes) {
    const { data, errors } = await put(await makeJpeg(width, height));
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.deepEqual([data.uploadThumbnail.width, data.uploadThumbnail.height], expected);
  }
  const create = { width: 40, height: 20, channels: 3 as const, background: 'teal' };
  const spoken = await sharp({ create })
    .jpeg()
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
    .toBuffer();
  assert.ok(spoken.includes('<script>'));
  await put(new Blob([new Uint8Array(spoken), '<script>behind</script>']));
  const kept = await (await read()).metadata();
  assert.equal(kept.exif, undefined);
  assert.ok(!(await blobs.get('thumbnails/demo/hero/responsive.jpg'))!.bytes.includes('<script>'));
});

test('an upload that is no JPEG, too large, or of a missing version is rejected by name and stores nothing', async (t) => {
  const { contentService, blobs, put } = await start(t, folderStore);
  const refused: readonly (readonly [Blob, Variables, string, string | undefined])[] = [
    [await makePng(10, 10), {}, 'BAD_USER_INPUT', 'file'],
    [new Blob(['<script>x()</script>']), {}, 'BAD_USER_INPUT', 'file'],
    [new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), {}, 'BAD_USER_INPUT', 'file'],
    [new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2])]), {}, 'BAD_USER_INPUT', 'file'],
    [(await makeJpeg(600, 600)).slice(0, 1000), {}, 'BAD_USER_INPUT', 'file'],
    [await makeJpeg(6001, 10), {}, 'BAD_USER_INPUT', 'file'],
    [await makeJpeg(10, 10), { id: 'demo/hero' }, 'BAD_USER_INPUT', 'versionId'],
    [await makeJpeg(10, 10), { id: 'demo/hero/none', revision: 0 }, 'NOT_FOUND', undefined],
    [await makeJpeg(10, 10), { id: 'other/hero/responsive' }, 'FORBIDDEN', undefined],
    [await makeJpeg(10, 10), { id: 'demo/../../x' }, 'BAD_USER_INPUT', 'versionId'],
  ];
  for (const [file, variables, code, argument] of refused) {
    const { errors } = await put(file, variables);
    assert.deepEqual([errors?.[0].extensions.code, errors?.[0].extensions.argument], [code, argument]);
  }
  const bytes = (await makeJpeg(100, 100)).size;
  const small = createThumbnails({ blobs, contentService, limits: { bytes } });
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  const upload = { version: hero, revision: 2, renderedAt: 0, ofComponent: false };
  const at = async (more: number) =>
    new Uint8Array(await new Blob([await makeJpeg(100, 100), 'x'.repeat(more)]).arrayBuffer());
  await assert.rejects(small.put({ ...upload, bytes: await at(1) }), new RegExp(`larger than ${bytes} bytes`));
  for await (const key of blobs.list('thumbnails/')) assert.fail(key);
  assert.equal((await small.put({ ...upload, bytes: await at(0) })).width, 100);
});

test('a damaged thumbnail is replaced by the next upload, rendered again, and deleted with its version', async (t) => {
  let folder = '';
  const host = await start(t, (of) => createFolderBlobs(join((folder = of), 'blobs')));
  const { contentService, put, blobs } = host;
  const files = async (): Promise<string[]> =>
    (await readdir(join(folder, 'blobs/thumbnails'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  /** With a missing end, and with a missing header. */
  const DAMAGES = [(bytes: Buffer) => bytes.subarray(0, -1), () => Buffer.from('torn')];
  const damage = async (of: (typeof DAMAGES)[number]): Promise<void> => {
    for (const path of await files()) await writeFile(path, of(await readFile(path)));
  };
  const upload = async (): Promise<void> => {
    for (const whole of [false, true]) {
      const { data, errors } = await put(await makeJpeg(640, 480), { whole });
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.equal(data.uploadThumbnail.width, 640);
    }
  };
  await upload();
  for (const of of DAMAGES) {
    await damage(of);
    assert.equal((await checkThumbnails({ contentService, blobs })).length, 2);
    await upload();
    assert.deepEqual(await checkThumbnails({ contentService, blobs }), []);
  }
  await damage(() => Buffer.from('torn'));
  const missing: boolean[] = [];
  for await (const { ofVersion, ofComponent } of missingThumbnails('demo', { contentService, blobs, all: false }))
    missing.push(ofVersion, ofComponent);
  assert.ok(missing.length > 0 && missing.every(Boolean));
  await removeThumbnails(blobs, { library: 'demo', component: 'hero', version: 'responsive' });
  assert.deepEqual(await files(), []);
});
