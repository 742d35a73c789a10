/** The content of a library besides its versions, over GraphQL, on both databases of the real host. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { DATABASE_KINDS, testStores } from '../../host/test/support/databases';
import { makeJpeg, startGraphQLHost, type GraphQLHost } from '../../host/test/support/graphql-host';
import { BadInputError, createGateway, ForbiddenError, UnauthenticatedError } from '../../src/utils/gateway';
import type { Catalog } from '../../src/utils/gateway/catalog/catalog';
import { graphqlCatalog } from '../../src/utils/gateway/catalog/graphql';
import type { FileRequest, SendFile } from '../../src/utils/gateway/catalog/upload';
import { cleanUp } from '../lib/clean-up';

/** Sends a file like a browser, without progress events in between. */
const send: SendFile = async ({ url, headers, body, progress, signal }) => {
  signal?.throwIfAborted();
  const response = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null });
  progress?.(1);
  return response;
};

for (const kind of DATABASE_KINDS) {
  describe(`catalog over GraphQL on ${kind}`, () => {
    const stores = testStores(kind);
    const open = async (
      t: TestContext,
      role: 'viewer' | 'editor' | null = 'editor',
      by: SendFile = send,
    ): Promise<{ host: GraphQLHost; catalog: Catalog }> => {
      const { settings } = await stores.newStore();
      const host = await startGraphQLHost(t, { database: settings });
      const auth = role && host.secrets[role];
      const gateway = createGateway({ url: `${host.url}/graphql`, library: 'demo', auth });
      cleanUp(t, () => gateway.close());
      return { host, catalog: graphqlCatalog({ client: gateway.client, send: by }) };
    };

    test('components are listed in pages, by collection, and by name', async (t) => {
      const { host, catalog } = await open(t);
      const all = await catalog.components('demo');
      assert.deepEqual(
        all.items.map(({ id, name, collections }) => [id, name, collections]),
        [
          ['demo/draft', 'Draft', []],
          ['demo/hero', 'Hero', ['top']],
        ],
      );
      assert.deepEqual([all.next, Date.parse(all.items[0]!.modifiedAt) > 0], [null, true]);
      assert.deepEqual(all.items[0]!.thumbnail, null);
      const ids = async (request: Parameters<Catalog['components']>[1]): Promise<string[]> =>
        (await catalog.components('demo', request)).items.map(({ id }) => id);
      assert.deepEqual(await ids({ collection: 'top' }), ['demo/hero']);
      assert.deepEqual(await ids({ search: ' HERO ' }), ['demo/hero']);
      assert.deepEqual(await ids({ search: 'hero', collection: 'top' }), ['demo/hero']);
      assert.deepEqual(await ids({ search: 'nothing' }), []);
      const { next } = await catalog.components('demo', { first: 1 });
      assert.deepEqual(await ids({ first: 1, after: next! }), ['demo/hero']);
      assert.deepEqual(await catalog.collections('demo'), [{ key: 'top', name: 'Top of the page' }]);
      assert.deepEqual(await catalog.dataSources('demo'), [{ key: 'page', sample: '{"title":"One"}' }]);
      await host.contentService.putComponent({ library: 'demo', id: 'new', name: 'New', collections: [] });
      assert.equal((await ids({})).length, 3, 'nothing is kept');
      await assert.rejects(catalog.components('demo', { search: 'x'.repeat(201) }), (error: BadInputError) => {
        assert.ok(error instanceof BadInputError);
        return error.argument === 'search';
      });
      const signal = AbortSignal.abort(new Error('enough'));
      await assert.rejects(catalog.components('demo', { signal }), /enough/);
    });

    test('a picture is uploaded once and completely, with its name, and can be found', async (t) => {
      const requests: FileRequest[] = [];
      const { catalog } = await open(t, 'editor', (request) => (requests.push(request), send(request)));
      const told: number[] = [];
      const file = await makeJpeg(40, 20);
      const upload = { file, name: 'Fjord.jpg', progress: (sent: number) => void told.push(sent) };
      const picture = await catalog.upload('demo', upload);
      assert.deepEqual(
        [picture.name, picture.width, picture.height, picture.author],
        ['Fjord.jpg', 40, 20, 'the editor'],
      );
      assert.match(picture.src, /^\/media\/demo\//);
      assert.deepEqual(told, [1]);
      // The first request already contains the query text: otherwise the file would be sent twice.
      assert.equal(requests.length, 1);
      assert.equal(requests[0]!.headers.get('apollo-require-preflight'), 'true');
      assert.equal((await catalog.upload('demo', { file, name: 'Fjord.jpg' })).id, picture.id);
      const { items } = await catalog.pictures('demo', { search: 'fjord' });
      assert.deepEqual(items, [picture]);
      assert.deepEqual((await catalog.pictures('demo', { search: 'dome' })).items, []);
      await assert.rejects(
        catalog.upload('demo', { file: new Blob(['no picture']), name: 'a.txt' }),
        (error: Error) => error instanceof BadInputError,
      );
      const signal = AbortSignal.abort(new DOMException('enough', 'AbortError'));
      await assert.rejects(catalog.upload('demo', { file, name: 'a.jpg', signal }), { name: 'AbortError' });
    });

    test('operations without permission are rejected', async (t) => {
      const { catalog } = await open(t, 'viewer');
      await assert.rejects(catalog.upload('demo', { file: await makeJpeg(4, 4), name: 'a.jpg' }), ForbiddenError);
      const { catalog: nobody } = await open(t, null);
      await assert.rejects(nobody.pictures('demo'), UnauthenticatedError);
    });
  });
}
