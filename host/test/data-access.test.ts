/** Access to the sample of a data source: callers that GraphQL allows, and everybody if it is public. */
import assert from 'node:assert/strict';
import { sendRequest } from './support/client.js';
import test from './support/each-database.js';
import { databaseForTest } from './support/test-database.js';
import { HERO_ADDRESS, startPublishedHost } from './support/published-host.js';

test('data requires the role that GraphQL requires, unless it is public', async (t) => {
  const host = await startPublishedHost(t, { database: await databaseForTest(t) });
  const { url, contentService } = host;
  await contentService.putLibrary({ id: 'another', name: 'Another' });
  const put = (library: string, isPublic?: boolean) =>
    contentService.putDataSource({
      ...{ library, id: 'news', sample: `{"from":"${library}"}`, settings: null },
      ...(isPublic === undefined ? {} : { public: isPublic }),
    });
  const get = (path: string, headers: Record<string, string> = {}) => sendRequest(url + path, { headers });
  const viewer = await host.bearer('viewer', 'demo');
  const everywhere = await host.bearer('viewer');
  const elsewhere = await host.bearer('admin', 'another');
  assert.equal((await put('demo')).public, false);
  // Access does not depend on published content of the library.
  for (const published of [false, true]) {
    if (published) await host.write(HERO_ADDRESS, '<p>one</p>', 'publish');
    for (const path of ['/api/news.json', '/api/demo/news.json']) {
      const refused = await get(path);
      assert.equal(refused.status, 404, path);
      assert.match(refused.text, /Not found: .* Data that is not public needs a token\./);
      assert.doesNotMatch(refused.text, /from/);
      for (const headers of [viewer, everywhere]) {
        const found = await get(path, headers);
        assert.equal(found.text, '{"from":"demo"}', path);
        assert.equal(found.headers['cache-control'], 'private, no-cache');
      }
      const wrong = await get(path, { authorization: 'Bearer feaas_unknown' });
      assert.equal(wrong.status, 401);
      assert.equal(wrong.headers['www-authenticate'], 'Bearer realm="feaas"');
    }
    assert.equal((await get('/api/demo/news.json', elsewhere)).status, 403);
    assert.equal((await get('/api/news.json', elsewhere)).status, 404);
  }
  // A missing name is indistinguishable for callers without access.
  assert.equal((await get('/api/demo/none.json')).status, 404);
  assert.equal((await get('/api/demo/none.json', elsewhere)).status, 403);
  assert.equal((await get('/api/demo/none.json', viewer)).status, 404);

  assert.equal((await put('demo', true)).public, true);
  for (const path of ['/api/news.json', '/api/demo/news.json'])
    for (const headers of [{}, viewer, elsewhere]) {
      const found = await get(path, headers);
      assert.deepEqual(
        [found.status, found.text, found.headers['cache-control']],
        [200, '{"from":"demo"}', 'no-cache'],
      );
    }
  // The first library that has the data for this caller.
  await put('another');
  assert.equal((await get('/api/news.json')).text, '{"from":"demo"}');
  assert.equal((await get('/api/news.json', elsewhere)).text, '{"from":"another"}');
  assert.equal((await get('/api/news.json', viewer)).text, '{"from":"demo"}');
  assert.equal((await put('demo')).public, true, 'what is left out stays');
  await put('demo', false);
  assert.equal((await get('/api/news.json')).status, 404);
});

test('a change of the access setting does not change the modification time of the data', async (t) => {
  const { contentService } = await startPublishedHost(t, { database: await databaseForTest(t) });
  const source = { library: 'demo', id: 'page', sample: '{}', settings: null };
  const { modifiedAt } = await contentService.putDataSource(source);
  const shown = await contentService.putDataSource({ ...source, public: true });
  assert.deepEqual([shown.public, shown.modifiedAt], [true, modifiedAt]);
});

test('a data source that is made private stays private despite a concurrent save', async (t) => {
  const { contentService } = await startPublishedHost(t, { database: await databaseForTest(t) });
  const source = { library: 'demo', id: 'page' };
  let last = 0;
  for (let round = 0; round < 20; round++) {
    await contentService.putDataSource({ ...source, sample: '{"n":0}', settings: null, public: true });
    await Promise.all([
      contentService.putDataSource({ ...source, sample: `{"n":${round}}`, public: false }),
      contentService.putDataSource({ ...source, sample: `{"n":${round}}`, settings: '{"url":"/page.json"}' }),
      contentService.putDataSource({ ...source, sample: `{"n":${round}}` }),
    ]);
    const { modifiedAt, ...stored } = (await contentService.dataSource('page', 'demo'))!;
    assert.deepEqual(stored, {
      ...source,
      sample: `{"n":${round}}`,
      settings: '{"url":"/page.json"}',
      public: false,
    });
    assert.ok(modifiedAt >= last);
    last = modifiedAt;
  }
});

test('two concurrent creations of a data source both persist their values', async (t) => {
  const { contentService } = await startPublishedHost(t, { database: await databaseForTest(t) });
  for (let round = 0; round < 10; round++) {
    const source = { library: 'demo', id: `page-${round}`, sample: '{}' };
    await Promise.all([
      contentService.putDataSource({ ...source, public: true }),
      contentService.putDataSource({ ...source, settings: '{"url":"/page.json"}' }),
    ]);
    const { modifiedAt, ...stored } = (await contentService.dataSource(source.id, 'demo'))!;
    assert.deepEqual(stored, { ...source, settings: '{"url":"/page.json"}', public: true });
    assert.ok(modifiedAt <= Date.now());
  }
});
