/** Data sources and pictures that are removed for good. */
import assert from 'node:assert/strict';
import onEachDatabase from './support/each-database.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { fileForm, pngOf, startGraphQL } from './support/graphql-host.js';

const UPLOAD = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file) { id variants { src } } }';

onEachDatabase('a picture goes with all its sizes, may be uploaded again, and is noted', async (t) => {
  const host = await startGraphQL(t);
  const { ask, secrets } = host;
  const blobs = createFolderBlobs(`${host.folder}/blobs`);
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const key of blobs.list('media/')) found.push(key);
    return found;
  };
  const upload = async (): Promise<string> => {
    const body = fileForm(UPLOAD, await pngOf(640, 480), 'photo.png');
    const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${secrets.editor}` };
    const { json, text } = await host.send({ method: 'POST', headers, body });
    assert.equal(json.errors, undefined, text);
    return json.data.uploadMedia.id as string;
  };
  const remove = (id: string) => ask(`mutation { deleteMedia(id: ${JSON.stringify(id)}) }`, { as: secrets.publisher });
  const id = await upload();
  const before = await keys();
  assert.ok(before.length > 1);
  assert.equal((await remove(id)).json.data.deleteMedia, id);
  assert.deepEqual(await keys(), []);
  const listed = await ask('{ media(library: "demo") { items { id } } }', { as: secrets.viewer });
  assert.deepEqual(listed.json.data.media.items, []);
  assert.equal((await remove(id)).json.errors[0].extensions.code, 'NOT_FOUND');
  assert.equal((await remove('demo')).json.errors[0].extensions.code, 'BAD_USER_INPUT');
  assert.equal(await upload(), id);
  assert.deepEqual(await keys(), before);
  const { items } = (
    await ask('{ audit(library: "demo", action: DELETE_MEDIA) { items { subject details } } }', { as: secrets.admin })
  ).json.data.audit;
  assert.deepEqual(items, [{ subject: id, details: '{"name":"photo.png"}' }]);
});

onEachDatabase('a data source is neither listed nor found any more, and is noted', async (t) => {
  const { ask, secrets, contentService } = await startGraphQL(t);
  await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{"a":1}', public: true });
  assert.ok(await contentService.dataSource('news'));
  const remove = (id: string) => ask(`mutation { deleteDataSource(id: "${id}") }`, { as: secrets.publisher });
  assert.equal((await remove('demo/news')).json.data.deleteDataSource, 'demo/news');
  assert.equal(await contentService.dataSource('news'), undefined);
  assert.equal(await contentService.dataSource('news', 'demo'), undefined);
  assert.match((await remove('demo/news')).json.errors[0].message, /There is no data source "demo\/news"/);
  const { items } = (
    await ask('{ audit(library: "demo", action: DELETE_DATA_SOURCE) { items { subject } } }', { as: secrets.admin })
  ).json.data.audit;
  assert.deepEqual(items, [{ subject: 'demo/news' }]);
  // The name is free.
  await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{}' });
  assert.equal((await contentService.dataSource('news', 'demo'))!.sample, '{}');
});
