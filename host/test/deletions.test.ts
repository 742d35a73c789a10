/** Data sources and pictures that are deleted permanently. */
import assert from 'node:assert/strict';
import onEachDatabase from './support/each-database.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { uploadForm, makePng, startGraphQLHost } from './support/graphql-host.js';

const UPLOAD = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file) { id variants { src } } }';

onEachDatabase('a picture is deleted with all its sizes, can be uploaded again, and is audited', async (t) => {
  const host = await startGraphQLHost(t);
  const { execute, secrets } = host;
  const blobs = createFolderBlobs(`${host.folder}/blobs`);
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const key of blobs.list('media/')) found.push(key);
    return found;
  };
  const upload = async (): Promise<string> => {
    const body = uploadForm(UPLOAD, await makePng(640, 480), 'photo.png');
    const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${secrets.editor}` };
    const { json, text } = await host.send({ method: 'POST', headers, body });
    assert.equal(json.errors, undefined, text);
    return json.data.uploadMedia.id as string;
  };
  const remove = (id: string) =>
    execute(`mutation { deleteMedia(id: ${JSON.stringify(id)}) }`, { token: secrets.publisher });
  const id = await upload();
  const before = await keys();
  assert.ok(before.length > 1);
  assert.equal((await remove(id)).json.data.deleteMedia, id);
  assert.deepEqual(await keys(), []);
  const listed = await execute('{ media(library: "demo") { items { id } } }', { token: secrets.viewer });
  assert.deepEqual(listed.json.data.media.items, []);
  assert.equal((await remove(id)).json.errors[0].extensions.code, 'NOT_FOUND');
  assert.equal((await remove('demo')).json.errors[0].extensions.code, 'BAD_USER_INPUT');
  assert.equal(await upload(), id);
  assert.deepEqual(await keys(), before);
  const { items } = (
    await execute('{ audit(library: "demo", action: DELETE_MEDIA) { items { subject details } } }', {
      token: secrets.admin,
    })
  ).json.data.audit;
  assert.deepEqual(items, [{ subject: id, details: '{"name":"photo.png"}' }]);
});

onEachDatabase('a deleted data source is neither listed nor found, and is audited', async (t) => {
  const { execute, secrets, contentService } = await startGraphQLHost(t);
  await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{"a":1}', public: true });
  assert.ok(await contentService.dataSource('news'));
  const remove = (id: string) => execute(`mutation { deleteDataSource(id: "${id}") }`, { token: secrets.publisher });
  assert.equal((await remove('demo/news')).json.data.deleteDataSource, 'demo/news');
  assert.equal(await contentService.dataSource('news'), undefined);
  assert.equal(await contentService.dataSource('news', 'demo'), undefined);
  assert.match((await remove('demo/news')).json.errors[0].message, /There is no data source "demo\/news"/);
  const { items } = (
    await execute('{ audit(library: "demo", action: DELETE_DATA_SOURCE) { items { subject } } }', {
      token: secrets.admin,
    })
  ).json.data.audit;
  assert.deepEqual(items, [{ subject: 'demo/news' }]);
  // The name can be used again.
  await contentService.putDataSource({ library: 'demo', id: 'news', sample: '{}' });
  assert.equal((await contentService.dataSource('news', 'demo'))!.sample, '{}');
});
