/** Forks of a library: search, order and pages, on both databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadInputError } from '../src/lib/domain-error.js';
import { FORK_ORDERS, type ForkFilter } from '../src/content/fork.js';
import { DATABASE_KINDS, suiteContentService } from './support/databases.js';
import { writeOptions } from './support/content-services.js';

for (const kind of DATABASE_KINDS) {
  describe(`forks on ${kind}`, () => {
    const { contentService, time, library } = suiteContentService(kind);
    const at = (page: string, expected: number, who = 'Ann') => ({ ...writeOptions(expected, undefined, who), page });

    /** Names of all matching forks, in pages of two; no fork may be on two pages. */
    async function names(of: string, wanted: ForkFilter = {}): Promise<string[]> {
      const found: string[] = [];
      let after: string | null | undefined;
      do {
        const page = await contentService.forks(of, { ...wanted, first: 2, ...(after ? { after } : {}) });
        found.push(...page.items.map(({ component, version }) => `${component}/${version}`));
        after = page.next;
      } while (after);
      return found;
    }

    test('forks are listed with page, author and the state of their origin', async () => {
      const hero = await library('forks');
      await contentService.putComponent({ library: 'forks', id: 'card', name: 'Card', collections: [] });
      const card = { ...hero, component: 'card' };
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      await contentService.save(card, '<p>1</p>', writeOptions(0));
      time.now += 1000;
      await contentService.fork(hero, 'one', at('https://a.example/ü/%', 0));
      await contentService.step('publish', { ...hero, version: 'one' }, writeOptions(1));
      time.now += 1000;
      await contentService.fork(hero, 'two', at('https://a.example/x', 0));
      await contentService.save({ ...hero, version: 'two' }, '<p>two</p>', at('https://b.example/', 1, 'Bob'));
      await contentService.step('stage', { ...hero, version: 'two' }, writeOptions(2));
      // Several forks have the same time: the order is still stable.
      await contentService.fork(hero, 'reset', writeOptions(0));
      await contentService.fork(card, 'one', writeOptions(0, undefined, 'Bob'));
      await contentService.step('publish', { ...card, version: 'one' }, writeOptions(1));
      time.now += 1000;

      const all = ['card/one', 'hero/one', 'hero/reset', 'hero/two'];
      for (const order of FORK_ORDERS) assert.deepEqual((await names('forks', { order })).sort(), all, order);
      assert.deepEqual(await names('forks'), ['hero/two', 'hero/reset', 'card/one', 'hero/one']);
      assert.deepEqual(await names('forks', { order: 'oldest' }), ['hero/one', 'card/one', 'hero/reset', 'hero/two']);
      assert.deepEqual(await names('forks', { order: 'page' }), ['card/one', 'hero/reset', 'hero/one', 'hero/two']);
      assert.deepEqual(await names('forks', { order: 'author' }), ['hero/one', 'hero/reset', 'card/one', 'hero/two']);
      assert.deepEqual(await names('forks', { inUse: true, component: 'hero' }), ['hero/two', 'hero/one']);
      assert.deepEqual(await names('forks', { inUse: false }), ['hero/reset']);
      assert.deepEqual(await names('forks', { author: 'Bob' }), ['hero/two', 'card/one']);
      assert.deepEqual(await names('forks', { author: 'bob' }), []);
      assert.deepEqual(await names('forks', { page: 'https://a.example/' }), ['hero/one']);
      assert.deepEqual(await names('forks', { page: 'https://A.example/' }), []);
      assert.deepEqual(await names('forks', { page: 'https://a.example/ü/%' }), ['hero/one']);
      assert.deepEqual(await names('forks', { page: '%' }), []);
      assert.deepEqual(await names('another'), []);
      for (const [search, found] of [
        ['', ['hero/two', 'hero/reset', 'card/one', 'hero/one']],
        ['BOB', ['hero/two', 'card/one']],
        ['Ü ann', ['hero/one']],
        ['hero example', ['hero/two', 'hero/one']],
        ['%', ['hero/one']],
        ['nobody', []],
      ] as const)
        assert.deepEqual(await names('forks', { search }), found, search);
      await assert.rejects(names('forks', { search: 'x'.repeat(201) }), /search is longer than 200 characters/);

      // After another save, an origin has changed for forks that were saved before it, not for later ones.
      assert.deepEqual(await names('forks', { originChanged: true }), []);
      await contentService.save(hero, '<p>2</p>', writeOptions(1));
      time.now += 1000;
      await contentService.save({ ...hero, version: 'two' }, '<p>2, two</p>', writeOptions(2));
      assert.deepEqual(await names('forks', { originChanged: true }), ['hero/reset', 'hero/one']);
      await contentService.step('delete', card, writeOptions(1));
      assert.deepEqual(await names('forks', { orphaned: true }), ['card/one']);
      assert.deepEqual((await names('forks', { orphaned: false })).length, 3);
      assert.deepEqual((await names('forks', { originChanged: false })).sort(), ['card/one', 'hero/two']);

      const [two] = (await contentService.forks('forks', { first: 1, author: 'Ann' })).items;
      assert.deepEqual(two, {
        ...{ library: 'forks', component: 'hero', version: 'two', forkOrigin: 'forks/hero/responsive' },
        ...{ page: 'https://b.example/', author: 'Ann', savedAt: time.now, originChanged: false, orphaned: false },
        ...{ revision: 3, staged: 2, published: null, deletedAt: null },
        ...{ createdAt: time.now - 2000, modifiedAt: time.now },
      });
    });

    test('fork restores forks only, and rejects a version as a fork of its own fork', async () => {
      const hero = await library('again');
      const [other, fork] = [
        { ...hero, version: 'other' },
        { ...hero, version: 'fork' },
      ];
      for (const address of [hero, other]) await contentService.save(address, '<p>1</p>', writeOptions(0));
      await contentService.step('delete', other, writeOptions(1));
      await assert.rejects(
        contentService.fork(hero, 'other', writeOptions(1)),
        /Someone deleted the version .*: restore it first/,
      );
      assert.equal((await contentService.versions([other]))[0]!.revision, 1);
      assert.ok((await contentService.versions([other]))[0]!.deletedAt);

      await contentService.fork(hero, 'fork', writeOptions(0));
      await contentService.fork(fork, 'nested', writeOptions(0));
      await contentService.step('delete', fork, writeOptions(1));
      for (const origin of ['nested', 'deeper']) {
        if (origin === 'deeper') await contentService.fork({ ...hero, version: 'nested' }, 'deeper', writeOptions(0));
        await assert.rejects(
          contentService.fork({ ...hero, version: origin }, 'fork', writeOptions(1)),
          (error: unknown) => {
            assert.ok(error instanceof BadInputError);
            assert.match(error.message, new RegExp(`again/hero/${origin}' is a fork of 'again/hero/fork'`));
            return error.argument === 'originId';
          },
        );
      }
      const again = await contentService.fork(hero, 'fork', writeOptions(1));
      assert.deepEqual([again.revision, again.deletedAt, again.forkOrigin], [2, null, 'again/hero/responsive']);
    });

    test('the page of a fork is a web address and stays until it is replaced', async () => {
      const hero = await library('addresses');
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      for (const page of [
        '',
        'x',
        '/home',
        'javascript:alert(1)',
        'data:,x',
        'https://ann:secret@a.example/',
        'https://secret@a.example/',
        `https://a.example/${'x'.repeat(2000)}`,
      ]) {
        await assert.rejects(contentService.fork(hero, 'home', at(page, 0)), (error: unknown) => {
          assert.ok(error instanceof BadInputError, page);
          assert.ok(!error.message.includes('secret'), error.message);
          return error.argument === 'page';
        });
      }
      const pageNow = async () => (await contentService.forks('addresses', { first: 1 })).items[0]?.page;
      await contentService.fork(hero, 'home', at('http://127.0.0.1:3333/', 0));
      await contentService.save({ ...hero, version: 'home' }, '<p>2</p>', writeOptions(1));
      assert.equal(await pageNow(), 'http://127.0.0.1:3333/');
      // The page is a note: the same write from another page is the same write.
      const again = { ...writeOptions(2, 'key'), page: 'https://a.example/' };
      await contentService.save({ ...hero, version: 'home' }, '<p>3</p>', again);
      await contentService.save({ ...hero, version: 'home' }, '<p>3</p>', { ...again, page: 'https://b.example/' });
      assert.equal(await pageNow(), 'https://a.example/');
      await contentService.step('delete', { ...hero, version: 'home' }, writeOptions(3));
      await contentService.fork(hero, 'home', at('https://c.example/', 3));
      assert.equal(await pageNow(), 'https://c.example/');
    });

    test('a page may have any characters up to the limit, and all of them count in search and order', async () => {
      const hero = await library('long');
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      // Characters without repetition, because databases compress repetitions, so that more of them fit.
      const start = 'https://a.example/';
      const random = (from: number, to: number, count: number): string => {
        let seed = 7;
        const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
        return Array.from({ length: count }, () => String.fromCodePoint(from + (next() % (to - from)))).join('');
      };
      const pages = [
        start + random(0x21, 0x7f, 1_982),
        start + random(0x4e00, 0x9fff, 1_981) + '\u4e00',
        start + random(0x4e00, 0x9fff, 1_981) + '\u9fff',
        start + random(0x10000, 0x1ffff, 990) + '\u4e00',
        start + random(0x10000, 0x1ffff, 990) + '\u9fff',
      ];
      for (const [index, page] of [...pages.entries()].reverse()) {
        await contentService.fork(hero, `f${index}`, at(page, 0));
        assert.deepEqual(await names('long', { page }), [`hero/f${index}`]);
        const { link } = await contentService.createPreviewLink({ library: 'long', page });
        assert.deepEqual(
          link.subjects.map(({ version }) => version),
          [`f${index}`],
        );
      }
      assert.deepEqual(
        await names('long', { order: 'page' }),
        ['f0', 'f1', 'f2', 'f3', 'f4'].map((f) => `hero/${f}`),
      );
    });

    test('an invalid cursor is rejected', async () => {
      await library('cursors');
      for (const order of FORK_ORDERS) {
        for (const after of ['x', 'a/b', 'x/%E0%A4%A/b', '1/%00/b', '1//b', 'a/b/c/d', "'/'/"]) {
          const wanted = { first: 1, after, order };
          await assert.rejects(contentService.forks('cursors', wanted), BadInputError, `${order} ${after}`);
        }
      }
      await assert.rejects(contentService.forks('cursors', { first: 1, after: 'x/y/z' }), BadInputError);
      await assert.rejects(contentService.forks('cursors', { first: 0 }), BadInputError);
      for (const field of ['component', 'author', 'page'])
        await assert.rejects(
          contentService.forks('cursors', { first: 1, [field]: '\0' }),
          /holds a NUL character/,
          field,
        );
    });
  });
}
