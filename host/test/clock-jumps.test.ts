/** The system clock is set forward and back by an hour and by a day, while parts of the host wait: none waits for that long. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createCacheInvalidation } from '../src/publishing/invalidation/cache-invalidation.js';
import { createPresences } from '../src/content/presence/presence-registry.js';
import { createPurgeQueue } from '../src/publishing/purge/purge-queue.js';
import { PurgeError } from '../src/purge/purge-target.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import { createCachedBlobs } from '../src/storage/cached-blobs.js';
import { folderBlobsOf, makeLibrary, openContentService, silentLog, writeOptions } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { needsRefresh, SESSION_PREFIX, writeRegistration } from '../src/db/locks/open-sessions.js';
import { PostgresClient } from '../src/db/postgres-client.js';
import { monotonicClock } from '../src/lib/clock.js';
import { startIssuer } from './support/stub-issuer.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const LIMIT = { timeout: 20_000 };
const HOUR = 3_600_000;
const KEY = 'components/demo/hero/responsive/published.html';

/** Sets the system clock, as an operator or NTP does. The monotonic clock goes on. */
function setClock(t: TestContext, milliseconds: number): void {
  const real = Date.now;
  const jumped = t.mock.method(Date, 'now', () => real.call(Date) + milliseconds);
  cleanUp(t, async () => jumped.mock.restore());
}

/** A folder of blobs that fails until `isBack`. */
async function failingStore() {
  const store = await testStores('libsql').newStore();
  const state = { isBack: false, failures: 0 };
  const blobs = folderBlobsOf(store);
  const check = (): void => {
    if (state.isBack) return;
    state.failures++;
    throw new BlobStoreError('The store is away.');
  };
  return {
    store,
    state,
    blobs: {
      ...blobs,
      put: async (...given: Parameters<typeof blobs.put>) => (check(), blobs.put(...given)),
      get: async (key: string) => (check(), blobs.get(key)),
      delete: async (key: string) => (check(), blobs.delete(key)),
    },
  };
}

for (const hours of [1, 24, -1, -24]) {
  const jump = hours * HOUR;
  const name = `the clock ${hours > 0 ? 'forward' : 'back'} by ${Math.abs(hours)} h`;

  test(`${name}: a failed publication is tried again`, LIMIT, async (t) => {
    const { store, state, blobs } = await failingStore();
    const service = await openContentService(store, { blobs, timeout: 100 });
    cleanUp(t, () => service.close());
    const hero = await makeLibrary(service, 'demo');
    await service.save(hero, 'one', writeOptions(0));
    await service.step('publish', hero, writeOptions(1));
    await waitUntil(() => state.failures > 2);
    setClock(t, jump);
    state.isBack = true;
    await waitUntil(() => service.isDelivered(hero));
  });

  test(`${name}: a failed deletion is tried again`, LIMIT, async (t) => {
    const { store, state, blobs } = await failingStore();
    state.isBack = true;
    const service = await openContentService(store, { blobs, timeout: 100 });
    cleanUp(t, () => service.close());
    await makeLibrary(service, 'demo');
    state.isBack = false;
    await service.deleteComponent('demo', 'hero');
    await waitUntil(() => state.failures > 0);
    setClock(t, jump);
    state.isBack = true;
    await waitUntil(async () => (await service.openDeletions()).length === 0);
  });

  test(`${name}: purges go on after a failure of the CDN`, LIMIT, async (t) => {
    const database = await openDatabase((await testStores('libsql').newStore()).settings);
    const sent: string[] = [];
    let isDown = true;
    let failures = 0;
    const queue = createPurgeQueue({
      ...{ database, log: silentLog, pollInterval: 5 },
      target: {
        name: 'CDN',
        calls: (keys) => [
          {
            keys: [...keys],
            async send() {
              if (isDown && ++failures) throw new PurgeError('It is down.', { isAboutTarget: true });
              sent.push(...keys);
            },
          },
        ],
      },
    });
    cleanUp(t, async () => {
      await queue.close();
      await database.close();
    });
    await database.write((transaction) => queue.add(transaction, [KEY]));
    queue.wake();
    await waitUntil(() => failures > 0);
    setClock(t, jump);
    isDown = false;
    await waitUntil(() => sent.length > 0);
    assert.deepEqual(sent, [KEY]);
  });

  test(`${name}: people sign in by the copy of what the identity provider published`, LIMIT, async (t) => {
    const issuer = await startIssuer(t, silentLog);
    await issuer.signIn();
    issuer.intercept = ({ url }, response) => {
      const isPublished = /^\/(?:keys|\.well)/.test(url!);
      if (isPublished) response.writeHead(500).end();
      return isPublished;
    };
    setClock(t, jump);
    assert.equal(await issuer.signIn(), 'ann');
  });

  test(`${name}: processes on PostgreSQL stay registered, and refresh that in time`, LIMIT, async (t) => {
    const { settings } = await testStores('postgres').newStore();
    const client = new PostgresClient({ connectionString: settings.url! });
    await client.connect();
    cleanUp(t, () => client.end());
    await writeRegistration(client, 'first');
    const registeredAt = monotonicClock();
    setClock(t, jump);
    assert.equal(needsRefresh(registeredAt), false);
    await writeRegistration(client, 'second');
    await writeRegistration(client, 'first');
    const { rows } = await client.query('select name from secrets where starts_with(name, $1) order by name', [
      SESSION_PREFIX,
    ]);
    assert.deepEqual(rows, [{ name: `${SESSION_PREFIX}first` }, { name: `${SESSION_PREFIX}second` }]);
  });

  test(`${name}: a cached blob ages`, LIMIT, async (t) => {
    const blobs = createCachedBlobs(folderBlobsOf(await testStores('libsql').newStore()));
    const blob = { contentType: 'text/html', cacheControl: 'no-cache', metadata: {}, bytes: Buffer.from('one') };
    await blobs.put(KEY, blob);
    const first = await blobs.read(KEY, 1);
    setClock(t, jump);
    // Another object is another read of the store.
    await waitUntil(async () => (await blobs.read(KEY, 1)) !== first);
  });

  test(`${name}: the changes of a library are followed again`, LIMIT, async (t) => {
    const service = await openContentService(await testStores('libsql').newStore());
    cleanUp(t, () => service.close());
    await makeLibrary(service, 'demo');
    let isDown = true;
    const libraryState = async (library: string) => {
      if (isDown) throw new Error('The database is away.');
      return service.libraryState(library);
    };
    const nothing = { keysOf: () => [], key() {}, all() {} };
    const invalidation = createCacheInvalidation({ ...service, libraryState }, nothing, silentLog);
    cleanUp(t, async () => invalidation.close());
    await invalidation.follow('demo');
    setClock(t, jump);
    isDown = false;
    await waitUntil(async () => {
      await invalidation.follow('demo');
      return invalidation.isCurrent('demo', KEY);
    });
  });

  test(
    `${name}: an editor who left without a word is gone after the time of the last announcement`,
    LIMIT,
    async (t) => {
      const listeners: ((subject: string | undefined) => void)[] = [];
      const presences = createPresences({
        publish: (subject) => listeners.forEach((listen) => listen(subject)),
        subscribe(listen) {
          listeners.push(listen);
          return () => {};
        },
      });
      cleanUp(t, () => presences.close());
      const address = { library: 'demo', component: 'hero', version: 'responsive' };
      const actor = { id: 'token-Ann', name: 'Ann' };
      presences.publishMessage({ address, editor: 'e1', actor, token: 'token-Ann', seconds: 1 });
      assert.equal(presences.of(address).editors.length, 1);
      setClock(t, jump);
      assert.equal(presences.of(address).editors.length, 1, 'until then, the editor is there');
      await waitUntil(() => presences.of(address).editors.length === 0);
    },
  );
}
