/** Components with the states of their versions, over GraphQL on the real host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGraphQLHost } from '../../host/test/support/graphql-host';
import { createGateway } from '../../src/utils/gateway';
import { graphqlOverview } from '../../src/utils/gateway/overview/graphql';
import { stateOf, type ComponentOverview, type VersionOverview } from '../../src/utils/gateway/overview/overview';
import { cleanUp } from '../lib/clean-up';

test('from the 21st version on, it reports more versions than are listed; forks do not count', async (t) => {
  const host = await startGraphQLHost(t);
  const gateway = createGateway({ url: `${host.url}/graphql`, library: 'demo', auth: host.secrets.admin });
  cleanUp(t, () => gateway.close());
  const overview = graphqlOverview(gateway.client);
  const only = async (): Promise<ComponentOverview> => {
    const { items } = await overview('demo', { search: 'many' });
    assert.equal(items.length, 1);
    return items[0]!;
  };
  await host.contentService.putComponent({ library: 'demo', id: 'many', name: 'Many', collections: [] });
  const save = (number: number): Promise<unknown> =>
    gateway.versions.save(`demo/many/v${String(number).padStart(2, '0')}`, '<p></p>', { expectedRevision: 0 });
  for (let number = 1; number <= 19; number++) await save(number);
  for (const instance of ['a', 'b', 'c'])
    await gateway.versions.fork('demo/many/v01', instance, { expectedRevision: 0 });
  const seen: unknown[] = [];
  for (const number of [19, 20, 21]) {
    if (number > 19) await save(number);
    const { versions, hasMoreVersions } = await only();
    seen.push([number, versions.length, versions.at(-1)!.name, hasMoreVersions]);
  }
  assert.deepEqual(seen, [
    [19, 19, 'v19', false],
    [20, 20, 'v20', false],
    [21, 20, 'v20', true],
  ]);
});

const DRAFT: VersionOverview = {
  ...{ name: 'responsive', revision: 2, staged: null, published: null, unpublishedAt: null, deletedAt: null },
};
const AT = '2026-11-01T00:00:00.000Z';

for (const [state, version] of [
  ['draft', {}],
  ['staged', { staged: 1 }],
  ['published', { published: 2 }],
  ['published', { published: 2, staged: 2 }],
  ['changed', { published: 1 }],
  ['changed', { published: 1, staged: 2 }],
  ['unpublished', { unpublishedAt: AT }],
  ['unpublished', { unpublishedAt: AT, staged: 2 }],
  ['deleted', { deletedAt: AT }],
  ['deleted', { deletedAt: AT, published: 2 }],
] as const)
  test(`a version is ${state} with ${JSON.stringify(version)} at its revision 2`, () =>
    assert.equal(stateOf({ ...DRAFT, ...version }), state));
