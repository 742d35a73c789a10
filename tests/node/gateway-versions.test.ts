/** Both version stores fulfill the same contract; the GraphQL store on both databases of the real host. */
import { describe, type TestContext } from 'node:test';
import { DATABASE_KINDS, testStores } from '../../host/test/support/databases';
import { startGraphQLHost } from '../../host/test/support/graphql-host';
import { createGateway, memoryVersions, type VersionStore } from '../../src/utils/gateway';
import { DRAFT, HERO, versionContract, VIEW } from '../lib/versions-contract';
import { cleanUp } from '../lib/clean-up';

async function inMemory(): Promise<VersionStore> {
  const dusk = { id: 'dusk', name: 'Dusk', className: '-theme--dusk', description: '' };
  const sheet = { id: 'demo', css: 'p { color: red; }', themes: [dusk], breakpoints: [] };
  const store = memoryVersions({
    components: ['demo/hero', 'demo/draft'],
    stylesheets: [{ ...sheet, revision: 2, staged: null, published: 1 }],
  });
  await store.save(HERO, VIEW, { expectedRevision: 0 });
  await store.publish(HERO, { expectedRevision: 1 });
  await store.save(HERO, DRAFT, { expectedRevision: 1 });
  return store;
}

describe('versions in memory', () => versionContract('memory', inMemory));

for (const kind of DATABASE_KINDS) {
  describe(`versions over GraphQL on ${kind}`, () => {
    const stores = testStores(kind);
    versionContract(`GraphQL on ${kind}`, async (t: TestContext) => {
      const { settings } = await stores.newStore();
      const host = await startGraphQLHost(t, { database: settings });
      const gateway = createGateway({ url: `${host.url}/graphql`, library: 'demo', auth: host.secrets.publisher });
      cleanUp(t, () => gateway.close());
      return gateway.versions;
    });
  });
}
