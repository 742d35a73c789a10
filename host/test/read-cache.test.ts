/** The cache of reads: results are never cached longer than they are valid. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createReadCache } from '../src/db/read-cache.js';
import { writeOptions } from './support/content-services.js';
import { DATABASE_KINDS, suiteContentService } from './support/databases.js';

/** A read that counts its executions, and a commit count that the test increments. */
function counted(bytes?: number) {
  const database = { number: 0 as number | undefined, commits: () => database.number };
  let made = 0;
  const { keepAnswers, statistics } = createReadCache(database, bytes);
  const read = async (...args: readonly unknown[]) => ({ args, made: ++made });
  return { database, keepAnswers, statistics, read, made: () => made };
}

test('a result is cached until the next commit, by read and arguments', async () => {
  const { database, keepAnswers, read, made } = counted();
  const [one, other] = [keepAnswers(read), keepAnswers(read)];
  const first = await one('a', { first: 1 });
  assert.equal(await one('a', { first: 1 }), first);
  assert.equal(made(), 1);
  await other('a', { first: 1 });
  await one('a', { first: 2 });
  await one('a');
  assert.equal(made(), 4);
  database.number = 1;
  assert.notEqual(await one('a', { first: 1 }), first);
  assert.equal(made(), 5);
});

test('similar arguments have separate cache entries', async () => {
  const { keepAnswers, read, made } = counted();
  const kept = keepAnswers(read);
  const alike = [
    ['a/b', 'c'],
    ['a', 'b/c'],
    ['a","b', 'c'],
    ['a', 'b","c'],
    ['a\0b', 'c'],
    ['a', 'b\0c'],
    ['a', 1],
    ['a', '1'],
  ];
  for (const args of [...alike, ...alike]) assert.deepEqual((await kept(...args)).args, args);
  assert.equal(made(), alike.length);
});

test('an empty result is cached; a failed read is not', async () => {
  let asked = 0;
  const { keepAnswers } = createReadCache({ commits: () => 0 });
  const nothing = keepAnswers(async (): Promise<string | undefined> => {
    asked++;
    return undefined;
  });
  assert.equal(await nothing(), undefined);
  assert.equal(await nothing(), undefined);
  assert.equal(asked, 1);
  const failing = keepAnswers(() => Promise.reject(new Error(`attempt ${++asked}`)));
  await assert.rejects(failing(), /attempt 2/);
  await assert.rejects(failing(), /attempt 3/);
});

test('nothing is cached if other processes write, during a commit, or after a commit in between', async () => {
  const { database, keepAnswers, read, made } = counted();
  const kept = keepAnswers(read);
  database.number = undefined;
  await kept();
  await kept();
  assert.equal(made(), 2);
  database.number = 1;
  const late = keepAnswers(async () => {
    database.number = 2;
    return read();
  });
  await late();
  await late();
  assert.equal(made(), 3 + 1, 'asked again, and kept since no further commit came');
  await late();
  assert.equal(made(), 4);
});

test('cached results are immutable', async () => {
  const { keepAnswers } = counted();
  const kept = keepAnswers(async () => ({ items: [{ id: 'a', tags: ['x'] }] }));
  await kept();
  const found = await kept();
  assert.throws(() => found.items[0]!.tags.push('y'), TypeError);
  assert.throws(() => (found.items[0]!.id = 'b'), TypeError);
});

test('the least recently used entry is evicted first, and a large result is not cached', async () => {
  const { keepAnswers, read, made } = counted(64 * 1024);
  const kept = keepAnswers(read);
  for (let index = 0; index < 1_000; index++) await kept(index);
  await kept(999);
  assert.equal(made(), 1_000);
  await kept(0);
  assert.equal(made(), 1_001);
  await kept('x'.repeat(1_000));
  await kept('x'.repeat(1_000));
  assert.equal(made(), 1_003);
});

test('cache hits and misses are counted, also while nothing is cached', async () => {
  const { database, keepAnswers, statistics, read } = counted();
  const kept = keepAnswers(read);
  assert.deepEqual(statistics(), { bytes: 0, hits: 0, misses: 0 });
  for (const argument of ['a', 'a', 'b', 'a']) await kept(argument);
  const { bytes, ...counts } = statistics();
  assert.ok(bytes > 0);
  assert.deepEqual(counts, { hits: 2, misses: 2 });
  database.number = undefined;
  await kept('a');
  assert.deepEqual(statistics(), { bytes, hits: 2, misses: 3 });
});

for (const kind of DATABASE_KINDS) {
  describe(`concurrent reads and writes on ${kind}`, () => {
    const { contentService, library } = suiteContentService(kind);

    test('after a reader saw a revision, no read returns an older one', async () => {
      const hero = await library('beside-writes');
      let stopped = false;
      let seen = 0;
      const see = (revision: number | undefined, read: string): void => {
        assert.ok(revision !== undefined && revision >= seen, `${read} finds ${revision} after ${seen}`);
        seen = revision;
      };
      await contentService.save(hero, '<p>0</p>', writeOptions(0));
      const reading = (async () => {
        while (!stopped) {
          see((await contentService.versionSummaries([hero]))[0]?.revision, 'versionSummaries');
          see(
            (await contentService.versionPage(hero.library, hero.component, { first: 1 })).items[0]?.revision,
            'versionPage',
          );
          see((await contentService.historySummaries(hero, { first: 1 })).items[0]?.number, 'historySummaries');
          await new Promise(setImmediate);
        }
      })();
      for (let saved = 1; saved < 200; saved++) {
        const { revision } = await contentService.save(hero, `<p>${saved}</p>`, writeOptions(saved));
        const [found] = await contentService.versionSummaries([hero]);
        assert.ok(
          found && found.revision >= revision,
          `revision ${revision} was saved, but ${found?.revision} is read`,
        );
      }
      stopped = true;
      await reading;
    });
  });
}
