/** Changes: in order, exactly once, within a host and between hosts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../src/db/dialects/open-database.js';
import type { ContentService } from '../src/content/content-service.js';
import type { Change } from '../src/content/model.js';
import { addChange } from '../src/content/entries/change-feed.js';
import { DATABASE_KINDS, testStores } from './support/databases.js';
import { writeOptions, makeLibrary, openContentService } from './support/content-services.js';
import { createDeferred } from './support/deferred.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

/** Reads changes until this number is reached. */
async function readChanges(changes: Promise<AsyncIterable<Change>>, count: number): Promise<Change[]> {
  const taken: Change[] = [];
  if (count === 0) return taken;
  for await (const change of await changes) {
    taken.push(change);
    if (taken.length === count) break;
  }
  return taken;
}

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 30_000 };

const sequences = (changes: readonly Change[]): number[] => changes.map(({ sequence }) => sequence);
const numbersUpTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

for (const kind of DATABASE_KINDS) {
  describe(`changes on ${kind}`, () => {
    const stores = testStores(kind);

    test('describe the operations', async () => {
      const contentService = await openContentService(await stores.newStore());
      const hero = await makeLibrary(contentService, 'demo');
      await makeLibrary(contentService, 'other');
      const { signal } = new AbortController();
      await contentService.save(hero, 'a', writeOptions(0, 'k'));
      const opened = contentService.changes('demo', { signal });
      await opened;
      const live = readChanges(opened, 10);
      await contentService.save(hero, 'a', writeOptions(0, 'k'));
      await contentService.save({ ...hero, library: 'other' }, 'a', writeOptions(0));
      await assert.rejects(contentService.save(hero, 'b', writeOptions(0)));
      await contentService.fork(hero, 'i', writeOptions(0));
      await contentService.step('stage', hero, writeOptions(1));
      await contentService.step('publish', hero, writeOptions(1));
      await contentService.step('unstage', hero, writeOptions(1));
      await contentService.step('unstage', hero, writeOptions(1));
      await contentService.step('unpublish', hero, writeOptions(1));
      await contentService.step('delete', hero, writeOptions(1));
      await contentService.step('restore', hero, writeOptions(1));
      await contentService.revert(hero, 1, writeOptions(1));
      await contentService.saveStylesheet('demo', { css: '', themes: [], breakpoints: [] }, writeOptions(0));
      await contentService.stepStylesheet('publish', 'demo', writeOptions(1));
      const seen = await live;
      assert.deepEqual(
        seen.map(({ action, subject, revision }) => `${action} ${subject} ${revision}`),
        [
          'fork demo/hero/i 1',
          'stage demo/hero/responsive 1',
          'publish demo/hero/responsive 1',
          'unstage demo/hero/responsive 1',
          'unpublish demo/hero/responsive 1',
          'delete demo/hero/responsive 1',
          'restore demo/hero/responsive 1',
          'revert demo/hero/responsive 2',
          'save demo 1',
          'publish demo 1',
        ],
      );
      assert.deepEqual(sequences(seen), numbersUpTo(11, 2));
      assert.equal(seen[8]?.kind, 'stylesheet');
      assert.deepEqual(await readChanges(contentService.changes('demo', { after: 9, signal }), 2), seen.slice(8));
      await contentService.close();
    });

    test('after an unknown sequence are rejected, as after a restore: a reader would treat old content as current', async () => {
      const place = await stores.newStore();
      const contentService = await openContentService(place);
      const hero = await makeLibrary(contentService, 'demo');
      const { signal } = new AbortController();
      for (const revision of [0, 1]) await contentService.save(hero, `${revision}`, writeOptions(revision));
      const refused = {
        argument: 'after',
        message: /^The host does not know all changes of the library "demo" after \d+:/,
      };
      await assert.rejects(contentService.changes('demo', { after: 3, signal }), refused);
      assert.deepEqual(sequences(await readChanges(contentService.changes('demo', { after: 1, signal }), 1)), [2]);
      await contentService.close();
      // As after a restore: sequence numbers that were used since the backup are skipped.
      const other = await openDatabase(place.settings);
      await other.write((transaction) => transaction.updateTable('sequences').set({ last: 1002 }).execute());
      await other.close();
      const restored = await openContentService(place);
      for (const after of [2, 57, 1001, 1003])
        await assert.rejects(restored.changes('demo', { after, signal }), refused);
      const live = restored.changes('demo', { after: 1002, signal });
      await live;
      await restored.save(hero, '2', writeOptions(2));
      assert.deepEqual(sequences(await readChanges(live, 1)), [1003]);
      assert.deepEqual(sequences(await readChanges(restored.changes('demo', { after: 0, signal }), 3)), [1, 2, 1003]);
      await restored.close();
    });

    test('end on abort and when the content service closes', async () => {
      const contentService = await openContentService(await stores.newStore());
      await makeLibrary(contentService, 'demo');
      const ending = new AbortController();
      const one = readChanges(contentService.changes('demo', { signal: ending.signal }), 1);
      const two = readChanges(contentService.changes('demo', { signal: new AbortController().signal }), 1);
      ending.abort();
      assert.deepEqual(await one, []);
      await contentService.close();
      assert.deepEqual(await two, []);
      assert.deepEqual(await readChanges(contentService.changes('demo', { after: 0, signal: ending.signal }), 1), []);
    });

    const count = process.env['FEAAS_LONG'] === '1' ? 5_000 : 200;
    test(`${count} changes by many writers reach every reader in order, exactly once`, async () => {
      const place = await stores.newStore();
      // On PostgreSQL there are two hosts, each with writers and readers.
      const hosts = [await openContentService(place)];
      if (kind === 'postgres') hosts.push(await openContentService(place));
      const host = (index: number): ContentService => hosts[index % hosts.length] as ContentService;
      const hero = await makeLibrary(host(0), 'demo');
      const { signal } = new AbortController();
      const start = [0, 0, 50, 100];
      const readers = start.map(async (after, index) => {
        // A reader that continues after a change has received it.
        await readChanges(host(index).changes('demo', { after: 0, signal }), after);
        return readChanges(host(index).changes('demo', { after, signal }), count - after);
      });
      const writers = Array.from({ length: 10 }, async (_, index) => {
        const address = { ...hero, version: `v${index}` };
        for (let saved = 0; saved < count / 10; saved++)
          await host(index).save(address, `${saved}`, writeOptions(saved));
      });
      await Promise.all(writers);
      const seen = await Promise.all(readers);
      for (const [index, changes] of seen.entries()) {
        assert.deepEqual(sequences(changes), numbersUpTo(count, (start[index] ?? 0) + 1));
      }
      for (const each of hosts) await each.close();
    });
  });
}

describe('changes without a notification', () => {
  const stores = testStores('postgres');

  test('are found, because their host may have died between commit and notification', async () => {
    const place = await stores.newStore();
    const contentService = await openContentService(place);
    const hero = await makeLibrary(contentService, 'demo');
    const { signal } = new AbortController();
    const seen = readChanges(contentService.changes('demo', { after: 0, signal }), 2);
    await contentService.save(hero, 'a', writeOptions(0));
    const other = await openDatabase(place.settings);
    await other.write((transaction) => addChange(transaction, hero, { action: 'save', revision: 2, at: 0 }));
    assert.deepEqual(sequences(await seen), [1, 2]);
    await other.close();
    await contentService.close();
  });
});

describe('from now on', () => {
  const stores = testStores('postgres');

  test('begins before the promise resolves, however slowly the database responds', LIMIT, async () => {
    const place = await stores.newStore();
    const contentService = await openContentService(place);
    const hero = await makeLibrary(contentService, 'demo');
    const other = await openDatabase(place.settings);
    const locked = createDeferred();
    const changed = createDeferred();
    // Another host is writing: the last sequence number cannot be read before its commit.
    const busy = other.write(async (transaction) => {
      await sql`lock table sequences in access exclusive mode`.execute(transaction);
      locked.resolve();
      await changed.promise;
      await addChange(transaction, hero, { action: 'save', revision: 1, at: 0 });
    });
    await locked.promise;
    let open = false;
    const { signal } = new AbortController();
    const opened = contentService.changes('demo', { signal });
    void opened.then(() => (open = true));
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    await waitUntil(async () => (await waiting.execute(other.read)).rows.length !== 0);
    assert.equal(open, false, 'the other host may still be before it');
    changed.resolve();
    await busy;
    await opened;
    const seen = readChanges(opened, 1);
    await other.write((transaction) => addChange(transaction, hero, { action: 'save', revision: 2, at: 0 }));
    other.publish('demo');
    assert.deepEqual(sequences(await seen), [2]);
    await other.close();
    await contentService.close();
  });
});
