import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import test, { type TestContext } from 'node:test';
import type { ContentService } from '../src/content/content-service.js';
import { SEED_PRINCIPAL, startGraphQLHost } from './support/graphql-host.js';
import { subscribe } from './support/subscription.js';
import { addChanges, type ChangeFeed, createChangeFeed } from '../src/content/entries/change-feed.js';
import type { Database } from '../src/db/database.js';
import type { KyselyPlugin } from 'kysely';
import { cleanUp } from '../../tests/lib/clean-up.js';

const QUERY = 'subscription { versionChanged(library: "demo") { sequence version { revision view } } }';

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 30_000 };
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };

type TransformResult = KyselyPlugin['transformResult'];

/** A change feed whose database reads pass through a function. */
function openFeed(t: TestContext, database: Database, transformResult: TransformResult): ChangeFeed {
  const read = database.read.withPlugin({ transformQuery: ({ node }) => node, transformResult });
  const feed = createChangeFeed({ ...database, read });
  cleanUp(t, () => feed.close());
  return feed;
}

test('a change is read once for all subscribers of a host', async (t) => {
  const seeded = await startGraphQLHost(t);
  let queries = 0;
  const feed = openFeed(t, seeded.database, async ({ result }) => {
    queries++;
    return result;
  });
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const watched = (of: object): ContentService =>
    Object.fromEntries(
      Object.entries(of).map(([name, method]) => [
        name,
        (...args: never[]) => {
          count(name);
          return (method as (...args: never[]) => unknown).apply(of, args);
        },
      ]),
    ) as unknown as ContentService;
  const contentService = watched({ ...seeded.contentService, changes: feed.changes });
  const tokens = watched(seeded.contentService) as unknown as typeof seeded.contentService;
  const host = await startGraphQLHost(t, { contentService, tokens, limits: { subscriptionsPerCaller: 50 } });
  const open = await Promise.all(
    Array.from({ length: 40 }, () => subscribe(t, host, seeded.secrets.viewer, { query: QUERY })),
  );
  counts.clear();
  // A short view is read with its version.
  for (const [expected, length, contents] of [
    [2, 20_000, 1],
    [3, 2_000, undefined],
  ] as const) {
    queries = 0;
    counts.clear();
    const view = `<p>${'x'.repeat(length)} ${expected}</p>`;
    await seeded.contentService.save(HERO, view, { actor: SEED_PRINCIPAL, expected });
    for (const each of open) await each.waitFor(new RegExp(`x ${expected}`));
    assert.equal(open.length, 40);
    assert.ok(queries <= 3, `${queries} queries of the change feed`);
    assert.equal(counts.get('versionSummaries'), 1);
    assert.equal(counts.get('contents'), contents);
    assert.ok((counts.get('tokenOf') ?? 0) <= 2, `${counts.get('tokenOf')} looks for the token`);
  }
});

/** A feed on the database of a host, and readers that wait for its next change. */
async function startReaders(t: TestContext, count: number, transformResult: TransformResult) {
  const { contentService, database } = await startGraphQLHost(t);
  const feed = openFeed(t, database, transformResult);
  const { signal } = new AbortController();
  const readers = await Promise.all(Array.from({ length: count }, () => feed.changes('demo', { signal })));
  const told: number[] = [];
  const refused: unknown[] = [];
  const done = readers.map(async (reader) => {
    try {
      for await (const { sequence } of reader) if (told.push(sequence)) break;
    } catch (error) {
      refused.push(error);
    }
  });
  const save = () => contentService.save(HERO, '<p>next</p>', { actor: SEED_PRINCIPAL, expected: 2 });
  return { told, refused, save, allDone: Promise.all(done) };
}

test('readers that wait for a change are notified in batches, one per event loop turn', LIMIT, async (t) => {
  const { told, save, allDone } = await startReaders(t, 60, async ({ result }) => result);
  let most = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (let before = 0; !isOver; before = told.length) {
      await nextTurn();
      most = Math.max(most, told.length - before);
    }
  };
  const watching = watch();
  await save();
  await allDone;
  isOver = true;
  await watching;
  assert.equal(told.length, 60);
  assert.equal(new Set(told).size, 1);
  assert.ok(most <= 8, `${most} were told in one turn`);
});

test('changes that readers catch up with are sent in batches, one per event loop turn', LIMIT, async (t) => {
  const { database } = await startGraphQLHost(t);
  const feed = openFeed(t, database, async ({ result }) => result);
  const change = { ...HERO, action: 'save' as const, revision: 3, at: 0 };
  for (let page = 0; page < 3; page++)
    await database.write((transaction) =>
      addChanges(
        transaction,
        'demo',
        Array.from({ length: 100 }, () => change),
      ),
    );
  const { signal } = new AbortController();
  let told = 0;
  const seen = Array.from({ length: 4 }, async () => {
    let own = 0;
    for await (const { sequence } of await feed.changes('demo', { after: 0, signal })) {
      told++;
      if (sequence > 0 && ++own === 300) break;
    }
  });
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    for (let before = 0; !isOver; before = told) {
      await nextTurn();
      most = Math.max(most, told - before);
    }
  })();
  await Promise.all(seen);
  isOver = true;
  await watching;
  assert.equal(told, 1200);
  assert.ok(most <= 8, `${most} were told in one iteration`);
});

test('an error while a change is read reaches all waiting readers, after one read', LIMIT, async (t) => {
  let looks = 0;
  let isAway = false;
  const { told, refused, save, allDone } = await startReaders(t, 60, async ({ result }) => {
    if (!isAway) return result;
    looks++;
    throw new Error('away');
  });
  await nextTurn();
  isAway = true;
  await save();
  await allDone;
  assert.deepEqual([told.length, refused.length, looks], [0, 60, 1]);
  for (const error of refused) assert.match(String(error), /away/);
});

test('many concurrent changes are read once for all waiting readers', LIMIT, async (t) => {
  const { contentService, database } = await startGraphQLHost(t);
  let looks = 0;
  const feed = openFeed(t, database, async ({ result }) => {
    looks++;
    return result;
  });
  const { signal } = new AbortController();
  const readers = await Promise.all(Array.from({ length: 60 }, () => feed.changes('demo', { signal })));
  const seen = readers.map(async (reader) => {
    const changes = new Set<object>();
    for await (const change of reader) if (changes.add(change).size === 251) break;
    return changes;
  });
  await nextTurn();
  looks = 0;
  const change = { ...HERO, action: 'save' as const, revision: 3, at: 0 };
  await database.write((transaction) =>
    addChanges(
      transaction,
      'demo',
      Array.from({ length: 250 }, () => change),
    ),
  );
  database.publish('demo');
  // Readers that have caught up wait for the next change.
  await contentService.save(HERO, '<p>next</p>', { actor: SEED_PRINCIPAL, expected: 2 });
  const all = new Set((await Promise.all(seen)).flatMap((changes) => [...changes]));
  assert.ok(looks <= 12, `${looks} looks`);
  assert.ok(all.size <= 1000, `${all.size} objects`);
});
