/** Missing data: the cost of requests for it, and their rate limits. */
import assert from 'node:assert/strict';
import nodeTest from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { createDataSourceRepository } from '../src/content/data-sources/data-source-repository.js';
import type { Database } from '../src/db/database.js';
import { createDeliveryLimit } from '../src/server/middleware/delivery-limit.js';
import { createHost } from '../src/server/host.js';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { errorLog } from './support/complete-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

/** The same database, with a record of the number of rows of each result. */
function counted(database: Database): { database: Database; answers: number[] } {
  const answers: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers.push(result.rows.length);
      return result;
    },
  };
  return { database: { ...database, read: database.read.withPlugin(plugin) }, answers };
}

test('existing data is found by one query, and missing data is queried once until it is created', async (t) => {
  const host = await startGraphQLHost(t);
  for (let at = 0; at < 20; at++) {
    await host.contentService.putDataSource({
      library: 'demo',
      id: `s${at}`,
      sample: '{}',
      settings: null,
      public: true,
    });
  }
  const { database, answers } = counted(host.database);
  const sources = createDataSourceRepository(database, Date.now);
  assert.equal((await sources.dataSource('s7'))?.id, 's7');
  assert.deepEqual(answers, [1]);
  answers.length = 0;
  for (let count = 0; count < 50; count++) {
    assert.equal(await sources.dataSource('none'), undefined);
    assert.equal(await sources.dataSource('none', 'other'), undefined);
  }
  // On PostgreSQL, a poll for missed notifications may add a query.
  assert.ok(answers.length <= 4, String(answers.length));
  await host.contentService.putDataSource({
    library: 'other',
    id: 'none',
    sample: '{"a":1}',
    settings: null,
    public: true,
  });
  assert.equal((await sources.dataSource('none'))?.sample, '{"a":1}');
  assert.equal((await sources.dataSource('none', 'other'))?.sample, '{"a":1}');
});

nodeTest('requests for published content are limited per address, as named by a trusted proxy', async (t) => {
  let now = 1e12;
  const lines: string[] = [];
  const log = { ...errorLog, warn: (line: string) => void lines.push(line) };
  const folder = await makeTemporaryFolder(t);
  const host = createHost({
    ...{ libraries: folder, site: folder, port: 0, log },
    deliveryLimit: createDeliveryLimit({
      allowance: { perSecond: 10, burst: 100 },
      ...{ trustedProxies: 1, clock: () => now, log },
    }),
  });
  const url = await host.listen();
  cleanUp(t, () => host.close());
  const ask = (address: string) => fetch(`${url}/api/none.json`, { headers: { 'x-forwarded-for': address } });
  // A missing resource counts ten times.
  for (let count = 0; count < 10; count++) assert.equal((await ask('192.0.2.1')).status, 404, String(count));
  const refused = await ask('192.0.2.1');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.match(await refused.text(), /^429 Too many requests/);
  assert.equal((await ask('192.0.2.1')).status, 429);
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(lines[0]!, /192\.0\.2\.1.*FEAAS_RATE_ADDRESS_DELIVERY/);
  assert.equal((await ask('192.0.2.2')).status, 404);
  now += 1000;
  assert.equal((await ask('192.0.2.1')).status, 404);
});

nodeTest('FEAAS_RATE_ADDRESS_DELIVERY limits a host that is started by the command line', async (t) => {
  const host = spawnCli(t, await makeTemporaryFolder(t), ['start', '--site', '.'], {
    ...{ PORT: '0', FEAAS_RATE_ADDRESS_DELIVERY: '0.001/20' },
  });
  const url = await host.waitUntilReady();
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) statuses.push((await fetch(`${url}/api/none.json`)).status);
  assert.deepEqual(statuses, [404, 404, 429]);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});
