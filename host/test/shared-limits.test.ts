/** Limits and data that hosts share, in PostgreSQL and in Redis. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import nodeTest, { after, before, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ANONYMOUS, type Principal } from '../src/auth/principal.js';
import { createSharedRateLimiter } from '../src/auth/shared-rate-limiter.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createPersistedQueries } from '../src/graphql/context/persisted-queries.js';
import { createSharedConnectionLimit } from '../src/graphql/context/shared-connection-limit.js';
import { guardStore } from '../src/shared/guarded-store.js';
import { createPostgresStore } from '../src/shared/postgres-store.js';
import { createRedisStore } from '../src/shared/redis-store.js';
import { MAX_QUERIES, type SharedStore } from '../src/shared/shared-store.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { startRedis, redisSkipReason } from './support/redis.js';
import { recordingLog } from './support/recording-log.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const quiet = { info() {}, warn() {}, error() {} };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
let server: PostgresServer;
// Not within the time limit of the first test, because the server may have to be installed.
before(async () => (server = await startPostgres()));
after(() => server.stop());

/** Each call opens another connection to the same store. */
type Opener = () => SharedStore;

const STORES: Record<string, { skip: string | false; start(t: TestContext): Promise<Opener> }> = {
  postgres: {
    skip: false,
    async start(t) {
      const url = await server.newDatabase();
      await (await openDatabase({ url, log: quiet })).close();
      return createOpener(t, () => createPostgresStore(url));
    },
  },
  redis: {
    skip: redisSkipReason,
    async start(t) {
      const { url } = await startRedis(t);
      return createOpener(t, () => createRedisStore(url, 'one database'));
    },
  },
};

const createOpener =
  (t: TestContext, open: Opener): Opener =>
  () => {
    const store = open();
    cleanUp(t, () => store.close());
    return store;
  };

/** Each test runs on both stores. */
function test(name: string, body: (t: TestContext, open: Opener) => Promise<void>): void {
  for (const [kind, { skip, start }] of Object.entries(STORES))
    nodeTest(`${name} (${kind})`, { timeout: 60_000, skip }, async (t) => {
      const open = await start(t);
      // The connection is made in the background.
      const first = open();
      for (let tries = 0; tries < 100; tries++) {
        if (
          await first.query('none').then(
            () => true,
            () => false,
          )
        )
          break;
        await sleep(20);
      }
      await body(t, open);
    });
}

/** Opens another connection to the store, and resolves once it is connected. */
async function connected(open: Opener): Promise<SharedStore> {
  const store = open();
  for (let tries = 0; tries < 100; tries++) {
    if (
      await store.query('none').then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(20);
  }
  return store;
}

const bucket = { key: 'a', perSecond: 0.001, burst: 5 };
const near = (actual: number, expected: number, message?: string): void =>
  assert.ok(Math.abs(actual - expected) < 0.01, `${message ?? ''} ${actual} is not ${expected}`);

test('a bucket is shared by all hosts: it has n tokens, and returned tokens are available again', async (_, open) => {
  const [one, two] = [await connected(open), await connected(open)];
  const take = async (store: SharedStore, needed: number, wanted = needed) =>
    (await store.takeTokens([{ ...bucket, needed, wanted }]))[0]!;
  assert.equal((await take(one, 1, 3)).granted, 3);
  const rest = await take(two, 1, 10);
  assert.equal(rest.granted, 2, 'what there is');
  near(rest.level, 0);
  assert.equal((await take(one, 1)).granted, 0);
  await take(two, -2);
  const again = await take(one, 2);
  assert.equal(again.granted, 2);
  // No bucket has more tokens than its capacity.
  await take(one, -50);
  assert.equal((await take(one, 1, 50)).granted, 5);
});

test('a bucket is refilled at its rate, and one call takes from several buckets', async (_, open) => {
  const store = await connected(open);
  const fast = { key: 'fast', perSecond: 20, burst: 4 };
  const requests = [
    { ...fast, needed: 4, wanted: 4 },
    { ...bucket, key: 'slow', needed: 6, wanted: 6 },
  ];
  assert.deepEqual(
    (await store.takeTokens(requests)).map(({ granted }) => granted),
    [4, 0],
  );
  assert.equal((await store.takeTokens([{ ...fast, needed: 4, wanted: 4 }]))[0]!.granted, 0);
  await sleep(120);
  const { granted } = (await store.takeTokens([{ ...fast, needed: 1, wanted: 4 }]))[0]!;
  assert.ok(granted >= 2 && granted <= 4, String(granted));
});

test('an empty bucket is refilled at the current rate, not at the previous one', async (_, open) => {
  const store = await connected(open);
  const take = async (perSecond: number): Promise<number> =>
    (await store.takeTokens([{ key: 'raised', perSecond, burst: 5, needed: 5, wanted: 5 }]))[0]!.granted;
  assert.equal(await take(0.001), 5);
  assert.equal(await take(0.001), 0);
  assert.equal(await take(20), 0);
  await sleep(400);
  assert.equal(await take(20), 5);
});

nodeTest('a clock that is set back blocks neither a bucket nor the return to the store', async () => {
  const time = { now: 1e12 };
  const clock = (): number => time.now;
  const asked: string[] = [];
  let answer = async (): Promise<{ granted: number; level: number }[]> => [{ granted: 0, level: 0 }];
  const store = {
    takeTokens(requests: readonly { readonly key: string }[]) {
      asked.push(...requests.map(({ key }) => key));
      return answer();
    },
  };
  const one = { reads: { perSecond: 10, burst: 1 }, writes: { perSecond: 10, burst: 1 } };
  const host = createSharedRateLimiter({ limits: { token: one, address: one }, store, clock });
  assert.ok((await host.take('reads', ANONYMOUS, 'a')) > 0);
  assert.ok((await host.take('reads', ANONYMOUS, 'a')) > 0);
  assert.equal(asked.length, 1, 'blocked for a moment');
  time.now -= 3_600_000;
  await host.take('reads', ANONYMOUS, 'a');
  assert.equal(asked.length, 2);
  await host.close();

  const { log } = recordingLog();
  const guarded = guardStore(store as unknown as SharedStore, { name: 's', setting: 'S', log, clock });
  answer = () => Promise.reject(new Error('away'));
  await assert.rejects(guarded.takeTokens([]));
  answer = async () => [];
  await assert.rejects(guarded.takeTokens([]), 'not asked for a moment');
  time.now -= 3_600_000;
  assert.deepEqual(await guarded.takeTokens([]), []);
});

test('concurrent takes of many hosts get each token once', async (_, open) => {
  const stores = await Promise.all([0, 1, 2].map(() => connected(open)));
  const names = ['c', 'a', 'b'];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      stores[index % 3]!.takeTokens(
        [...names.slice(index % 3), ...names.slice(0, index % 3)].map((key) => ({
          ...bucket,
          ...{ key, burst: 40, needed: 1, wanted: 1 },
        })),
      ),
    ),
  );
  for (const index of [0, 1, 2]) assert.ok(answers.every((grants) => [0, 1].includes(grants[index]!.granted)));
  const all = answers.flat().reduce((sum, { granted }) => sum + granted, 0);
  assert.equal(all, 3 * 40);
});

const limits = (burst: number, perSecond = 0.001) => ({
  token: { reads: { perSecond, burst }, writes: { perSecond, burst } },
  address: { reads: { perSecond: 1000, burst: 100_000 }, writes: { perSecond: 1000, burst: 100_000 } },
});
const principal = (id: string): Principal => ({
  kind: 'token',
  actor: { id, name: id },
  token: id,
  role: 'editor',
  library: undefined,
  expiresAt: undefined,
});

test('several hosts together allow as many requests of each kind as one host; other tokens are not affected', async (t, open) => {
  const hosts = await Promise.all(
    [0, 1, 2].map(async () =>
      createSharedRateLimiter({ limits: limits(50), store: await connected(open), clock: Date.now }),
    ),
  );
  cleanUp(t, () => Promise.all(hosts.map((host) => host.close())));
  const waits = await Promise.all(
    Array.from({ length: 150 }, (_, index) => hosts[index % 3]!.take('reads', principal('a'), `10.0.0.${index % 7}`)),
  );
  assert.equal(waits.filter((wait) => wait === 0).length, 50);
  assert.ok(Math.max(...waits) > 1, 'who is refused hears how long to wait');
  for (const host of hosts) {
    assert.notEqual(await host.take('reads', principal('a'), '10.0.0.1'), 0);
    assert.equal(await host.take('writes', principal('a'), '10.0.0.1'), 0, 'reads and writes apart');
    assert.equal(await host.take('reads', principal('b'), '10.0.0.1'), 0);
  }
});

test('few requests cause a round trip, and tokens that a host prefetched are available to another a moment later', async (t, open) => {
  const stores = [await connected(open), await connected(open)];
  let calls = 0;
  const counting = stores.map((store) => ({
    takeTokens: (...given: Parameters<SharedStore['takeTokens']>) => (calls++, store.takeTokens(...given)),
  }));
  const wide = {
    ...limits(400),
    token: { reads: { perSecond: 20, burst: 400 }, writes: { perSecond: 20, burst: 400 } },
  };
  const [one, two] = counting.map((store) => createSharedRateLimiter({ limits: wide, store, clock: Date.now }));
  cleanUp(t, () => Promise.all([one!.close(), two!.close()]));
  for (let count = 0; count < 100; count++) assert.equal(await one!.take('reads', principal('a'), '10.0.0.1'), 0);
  assert.ok(calls <= 15, `${calls} calls for 100 requests`);
  await one!.close();
  let passed = 0;
  while (passed < 500 && (await two!.take('reads', principal('a'), '10.0.0.1')) === 0) passed++;
  assert.ok(passed >= 300, `${passed} of the other 300`);
  assert.ok(passed < 400, 'not as many as a host of its own would');
});

test('a rejection by one bucket takes nothing from the others', async (t, open) => {
  const store = await connected(open);
  const tight = {
    ...limits(3),
    address: { reads: { perSecond: 0.001, burst: 5 }, writes: { perSecond: 1, burst: 5 } },
  };
  const host = createSharedRateLimiter({ limits: tight, store, clock: Date.now });
  const other = createSharedRateLimiter({ limits: tight, store: await connected(open), clock: Date.now });
  cleanUp(t, () => Promise.all([host.close(), other.close()]));
  const as = principal('a');
  for (let count = 0; count < 3; count++) assert.equal(await host.take('reads', as, 'address'), 0);
  for (let count = 0; count < 5; count++) assert.notEqual(await host.take('reads', as, 'address'), 0);
  await host.close();
  assert.equal(await other.take('reads', ANONYMOUS, 'address'), 0);
  assert.equal(await other.take('reads', ANONYMOUS, 'address'), 0);
  assert.notEqual(await other.take('reads', ANONYMOUS, 'address'), 0);
});

test('connections of all hosts are counted together; those of a crashed host are freed when their leases expire', async (t, open) => {
  const of = { ofPrincipal: 3, ofToken: 4, ofAddress: 100, all: 100, reserved: 10 };
  const stores = [await connected(open), await connected(open)];
  const [one, two] = stores.map((store) => createSharedConnectionLimit(of, store, 100, 600));
  cleanUp(t, () => two!.close());
  const holder = (principal: string) => ({ principal, token: 'token', address: '10.0.0.1' });
  const taken = [await one!.take(holder('a')), await two!.take(holder('a')), await one!.take(holder('a'))];
  assert.ok(taken.every((free) => free !== undefined));
  assert.equal(await two!.take(holder('a')), undefined, 'of the principal');
  assert.ok(await two!.take(holder('b')));
  assert.equal(await one!.take(holder('c')), undefined, 'of the token');
  taken[1]!();
  taken[1]!();
  await sleep(100);
  assert.ok(await two!.take(holder('a')));
  // Heartbeats keep connections open for longer than a lease.
  await sleep(900);
  assert.equal(await two!.take(holder('a')), undefined);
  // Like a killed host, it does not renew its leases any more.
  const dying = createSharedConnectionLimit(of, stores[0]!, 1e9, 300);
  const alone = { principal: 'd', token: 'd', address: '10.0.0.1' };
  for (let count = 0; count < 3; count++) assert.ok(await dying.take(alone));
  assert.equal(await two!.take(alone), undefined);
  await sleep(400);
  assert.ok(await two!.take(alone));
  await one!.close();
});

test('concurrently opened connections never exceed the limit', async (t, open) => {
  const of = { ofPrincipal: 10, ofToken: 100, ofAddress: 100, all: 100, reserved: 10 };
  const hosts = await Promise.all([0, 1, 2].map(async () => createSharedConnectionLimit(of, await connected(open))));
  cleanUp(t, () => Promise.all(hosts.map((host) => host.close())));
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, index) => hosts[index % 3]!.take({ principal: 'a', token: 'a', address: 'a' })),
  );
  assert.equal(taken.filter((free) => free !== undefined).length, 10);
});

test('a store that lost its data has the open connections again after the next heartbeat', async (t, open) => {
  const of = { ofPrincipal: 2, ofToken: 4, ofAddress: 100, all: 100, reserved: 10 };
  const store = await connected(open);
  const host = createSharedConnectionLimit(of, store, 100, 5000);
  const other = createSharedConnectionLimit(of, await connected(open), 100, 5000);
  cleanUp(t, () => Promise.all([host.close(), other.close()]));
  const holder = { principal: 'a', token: 'a', address: 'a' };
  const leases: Parameters<SharedStore['removeLeases']>[0][number][] = [];
  const spy = createSharedConnectionLimit(
    of,
    { ...store, takeLease: (lease, ...rest) => (leases.push(lease), store.takeLease(lease, ...rest)) },
    100,
    5000,
  );
  cleanUp(t, () => spy.close());
  for (let count = 0; count < 2; count++) assert.ok(await spy.take(holder));
  await store.removeLeases(leases);
  await sleep(250);
  assert.equal(await other.take(holder), undefined);
});

const QUERY_LIMITS = { persistedQueries: 100, persistedQueryMilliseconds: 60_000, queryCharacters: 1000 };

test('a persisted query of one host is known to the others, if it matches its hash', async (_, open) => {
  const stores = [await connected(open), await connected(open)];
  const [one, two] = stores.map((store) => createPersistedQueries(QUERY_LIMITS, store));
  const text = '{ viewer { name } }';
  assert.equal(await two!.get(sha256(text)), undefined);
  await one!.set(sha256(text), text);
  assert.equal(await two!.get(sha256(text)), text, 'also after it was not there');
  // An attacker with write access to the store.
  await stores[0]!.putQuery(sha256('{ wrong }'), '{ other }');
  assert.equal(await two!.get(sha256('{ wrong }')), undefined);
  const long = `{ ${'a '.repeat(1000)} }`;
  await stores[0]!.putQuery(sha256(long), long);
  assert.equal(await two!.get(sha256(long)), undefined, 'longer than a query may be');
});

test('persisted queries are limited: the least recently written are removed', async (_, open) => {
  const store = await connected(open);
  for (let first = 0; first < MAX_QUERIES + 100; first += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.putQuery(sha256(`${first + index}`), `${first + index}`)),
    );
  await store.putQuery(sha256('last'), 'last');
  assert.equal(await store.query(sha256('last')), 'last');
  assert.equal(await store.query(sha256('0')), undefined);
  assert.equal(await store.query(sha256(`${MAX_QUERIES + 99}`)), `${MAX_QUERIES + 99}`);
});

nodeTest(
  'an unresponsive Redis delays no request: each host counts alone, logs it once, and returns when Redis responds',
  { timeout: 60_000, skip: redisSkipReason },
  async (t) => {
    const redis = await startRedis(t);
    const { log, messages: lines } = recordingLog();
    let now = Date.now();
    const store = createRedisStore(redis.url, 'a');
    cleanUp(t, () => store.close());
    const guarded = guardStore(store, { name: 'Redis', setting: 'REDIS_URL', log, clock: () => now, timeout: 200 });
    await waitUntil(() =>
      store.query('x').then(
        () => true,
        () => false,
      ),
    );
    const host = createSharedRateLimiter({ limits: limits(5), store: guarded, clock: () => now });
    cleanUp(t, () => host.close());
    redis.suspend();
    const started = performance.now();
    const waits = [];
    for (let count = 0; count < 6; count++) waits.push(await host.take('reads', principal('a'), 'address'));
    assert.ok(performance.now() - started < 1000, 'only the first waits');
    assert.deepEqual(
      waits.map((wait) => wait === 0),
      [true, true, true, true, true, false],
    );
    assert.equal(lines.filter((line) => /Redis does not answer/.test(line)).length, 1, lines.join('\n'));
    assert.deepEqual(guarded.state().isUp, false);
    redis.resume();
    now += 6000;
    assert.equal(await host.take('reads', principal('b'), 'address'), 0);
    assert.deepEqual(guarded.state().isUp, true);
    assert.equal(lines.filter((line) => /Redis answers again/.test(line)).length, 1, lines.join('\n'));
  },
);

nodeTest('hosts of two databases on one Redis share nothing', { timeout: 60_000, skip: redisSkipReason }, async (t) => {
  const { url } = await startRedis(t);
  const [one, two] = await Promise.all(
    ['one', 'two'].map((id) => connected(createOpener(t, () => createRedisStore(url, id)))),
  );
  await one!.putQuery(sha256('a'), 'a');
  assert.equal(await two!.query(sha256('a')), undefined);
  await one!.takeTokens([{ ...bucket, needed: 5, wanted: 5 }]);
  assert.equal((await two!.takeTokens([{ ...bucket, needed: 5, wanted: 5 }]))[0]!.granted, 5);
});

nodeTest('tokens of full buckets and ended leases leave no rows in PostgreSQL', { timeout: 60_000 }, async (t) => {
  const url = await server.newDatabase();
  await (await openDatabase({ url, log: quiet })).close();
  const store = createPostgresStore(url, 100);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUp(t, async () => {
    await store.close();
    await client.end();
  });
  await store.takeTokens([{ key: 'a', perSecond: 100, burst: 5, needed: 5, wanted: 5 }]);
  await store.takeLease({ id: 'x', holders: ['h'] }, [1], 100);
  const rows = async (): Promise<number> =>
    Number(
      (await client.query('select (select count(*) from shared_rates) + (select count(*) from shared_leases) as n'))
        .rows[0].n,
    );
  assert.equal(await rows(), 2);
  for (let tries = 0; tries < 50 && (await rows()) > 0; tries++) await sleep(100);
  assert.equal(await rows(), 0);
});
