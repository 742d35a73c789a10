/** The guarantees of the content service, on both databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadInputError, ConflictError, KeyReusedError, NotFoundError } from '../src/lib/domain-error.js';
import type { Version } from '../src/content/model.js';
import { DATABASE_KINDS, suiteContentService } from './support/databases.js';
import { writeOptions } from './support/content-services.js';

const LONG = process.env['FEAAS_LONG'] === '1';

for (const kind of DATABASE_KINDS) {
  describe(`content service on ${kind}`, () => {
    const { contentService, time, textOf, metadataOf, library } = suiteContentService(kind);

    test('one of two concurrent writers wins, and the conflict gives the other the content to merge', async () => {
      const hero = await library('conflict');
      const first = await contentService.save(hero, '<p>1</p>', writeOptions(0));
      assert.equal(first.revision, 1);
      const outcomes = await Promise.allSettled([
        contentService.save(hero, '<p>Ann</p>', writeOptions(1)),
        contentService.save(hero, '<p>Bob</p>', writeOptions(1, undefined, 'Bob')),
      ]);
      const won = outcomes.filter((each) => each.status === 'fulfilled');
      const lost = outcomes.filter((each) => each.status === 'rejected');
      assert.equal(won.length, 1);
      assert.equal(lost.length, 1);
      const error = lost[0]?.reason;
      assert.ok(error instanceof ConflictError);
      assert.deepEqual(error.current, won[0]?.value);
      assert.equal(error.expected, 1);
      assert.equal((await contentService.history(hero, { first: 100 })).items.length, 2);
    });

    test('one of two concurrent creations of a version wins', async () => {
      const hero = await library('conflict-first');
      const outcomes = await Promise.allSettled([
        contentService.save(hero, 'a', writeOptions(0)),
        contentService.save(hero, 'b', writeOptions(0)),
      ]);
      assert.equal(outcomes.filter((each) => each.status === 'fulfilled').length, 1);
      const lost = outcomes.find((each) => each.status === 'rejected');
      assert.ok(lost?.reason instanceof ConflictError);
    });

    test('a save that is retried 5 times, also concurrently, is applied once', async () => {
      const hero = await library('retry');
      const results: Version[] = [];
      for (let count = 0; count < 5; count++)
        results.push(await contentService.save(hero, '<p>1</p>', writeOptions(0, 'one')));
      results.push(
        ...(await Promise.all(
          Array.from({ length: 5 }, () => contentService.save(hero, '<p>1</p>', writeOptions(0, 'one'))),
        )),
      );
      for (const result of results) assert.deepEqual(result, results[0]);
      const second = await Promise.all(
        Array.from({ length: 5 }, () => contentService.save(hero, '<p>2</p>', writeOptions(1, 'two'))),
      );
      assert.deepEqual(new Set(second.map(({ revision }) => revision)), new Set([2]));
      // The first result is returned again, although the version has changed.
      assert.deepEqual(await contentService.save(hero, '<p>1</p>', writeOptions(0, 'one')), results[0]);
      assert.equal((await contentService.history(hero, { first: 100 })).items.length, 2);
    });

    test('an idempotency key is valid for one operation of one actor, for a day', async () => {
      const hero = await library('keys');
      await contentService.save(hero, 'a', writeOptions(0, 'k'));
      await assert.rejects(contentService.save(hero, 'b', writeOptions(0, 'k')), KeyReusedError);
      await assert.rejects(contentService.save(hero, 'a', writeOptions(1, 'k')), KeyReusedError);
      await assert.rejects(contentService.step('stage', hero, writeOptions(0, 'k')), KeyReusedError);
      assert.equal((await contentService.save(hero, 'b', writeOptions(1, 'k', 'Bob'))).revision, 2);
      // A failed operation does not use its key up.
      await assert.rejects(contentService.save(hero, 'c', writeOptions(1, 'later')), ConflictError);
      assert.equal((await contentService.save(hero, 'c', writeOptions(2, 'later'))).revision, 3);
      time.now += 24 * 3_600_000;
      assert.equal((await contentService.save(hero, 'd', writeOptions(3, 'k'))).revision, 4);
      await assert.rejects(contentService.save(hero, 'e', writeOptions(4, '')), BadInputError);
      await assert.rejects(contentService.save(hero, 'e', writeOptions(4, 'k'.repeat(201))), BadInputError);
    });

    const [writers, saves] = LONG ? [100, 100] : [10, 20];
    test(`${writers} writers x ${saves} saves of one version create exactly ${writers * saves} revisions`, async () => {
      const hero = await library('crowd');
      await contentService.save(hero, '0', writeOptions(0));
      const landed = new Map<number, string>();
      const writer = async (name: string): Promise<void> => {
        let expected = 1;
        for (let count = 0; count < saves;) {
          const view = `${name} ${count}`;
          try {
            const { revision } = await contentService.save(hero, view, writeOptions(expected, view, name));
            assert.ok(!landed.has(revision), `revision ${revision} was given out twice`);
            landed.set(revision, view);
            expected = revision;
            count++;
          } catch (error) {
            if (!(error instanceof ConflictError)) throw error;
            expected = error.current.revision;
          }
        }
      };
      await Promise.all(Array.from({ length: writers }, (_, index) => writer(`writer ${index}`)));
      assert.equal(landed.size, writers * saves);
      let count = 0;
      let next: string | null | undefined;
      do {
        const page = await contentService.history(hero, { first: 100, ...(next ? { after: next } : {}) });
        for (const { number, content } of page.items) {
          if (number > 1) assert.equal(content, landed.get(number));
          count++;
        }
        next = page.next;
      } while (next);
      assert.equal(count, writers * saves + 1);
      assert.equal((await contentService.versions([hero]))[0]?.revision, writers * saves + 1);
    });

    test('a fork is created, customized, reverted, deleted and restored', async () => {
      const hero = await library('fork');
      const fork = { ...hero, version: 'instance-1' };
      const folder = 'components/fork/hero/instance-1';
      await contentService.save(hero, '<p>origin</p>', writeOptions(0));
      const forked = await contentService.fork(hero, 'instance-1', writeOptions(0));
      assert.equal(forked.view, '<p>origin</p>');
      assert.equal(forked.revision, 1);
      assert.equal(forked.forkOrigin, 'fork/hero/responsive');
      // Two editors fork concurrently: the second gets the fork of the first.
      await assert.rejects(contentService.fork(hero, 'instance-1', writeOptions(0)), ConflictError);
      await assert.rejects(contentService.fork(hero, 'instance-1', writeOptions(1)), /'instance-1' is there already/);
      await assert.rejects(contentService.fork(hero, 'responsive', writeOptions(0)), BadInputError);

      await contentService.save(fork, '<p>mine</p>', writeOptions(1));
      await contentService.step('stage', fork, writeOptions(2));
      await contentService.step('publish', fork, writeOptions(2));
      assert.equal(await textOf(`${folder}/staged.html`), '<p>mine</p>');
      assert.equal(await textOf(`${folder}/published.html`), '<p>mine</p>');
      assert.equal(await textOf(`${folder}/2.html`), '<p>mine</p>');

      // Unfork: the fork has the view of the origin and is no longer published.
      await contentService.save(fork, '<p>origin</p>', writeOptions(2));
      await contentService.step('unstage', fork, writeOptions(3));
      const unforked = await contentService.step('unpublish', fork, writeOptions(3));
      assert.equal(unforked.staged, null);
      assert.equal(unforked.published, null);
      assert.equal(unforked.view, '<p>origin</p>');
      assert.equal(await textOf(`${folder}/published.html`), '');
      assert.equal(
        (await metadataOf(`${folder}/published.html`))?.['versiondeletedat'],
        new Date(time.now).toISOString(),
      );
      assert.equal((await metadataOf(`${folder}/staged.html`))?.['versiondeletedat'], new Date(time.now).toISOString());
      assert.equal(await textOf(`${folder}/2.html`), '');
      assert.equal((await metadataOf(`${folder}/2.html`))?.['versiondeletedat'], new Date(time.now).toISOString());

      const deleted = await contentService.step('delete', fork, writeOptions(3));
      assert.equal(deleted.deletedAt, time.now);
      await assert.rejects(
        contentService.save(fork, 'x', writeOptions(3)),
        /Someone deleted the version '[^']+': restore it first\.$/,
      );
      await assert.rejects(contentService.step('publish', fork, writeOptions(3)), NotFoundError);
      assert.deepEqual(await contentService.step('delete', fork, writeOptions(3)), deleted);
      await contentService.save(hero, '<p>origin 2</p>', writeOptions(1));
      const restored = await contentService.fork(hero, 'instance-1', writeOptions(3));
      assert.equal(restored.revision, 4);
      assert.equal(restored.deletedAt, null);
      assert.equal(restored.view, '<p>origin 2</p>');
      await contentService.step('publish', fork, writeOptions(4));
      assert.equal((await metadataOf(`${folder}/published.html`))?.['versiondeletedat'], undefined);
      assert.equal(await textOf(`${folder}/published.html`), '<p>origin 2</p>');
      await contentService.delivered();
      assert.deepEqual(await contentService.check(), []);
    });

    test('restore removes the deletion mark and publishes nothing', async () => {
      const hero = await library('restore');
      await contentService.save(hero, 'a', writeOptions(0));
      await contentService.step('publish', hero, writeOptions(1));
      await contentService.step('delete', hero, writeOptions(1));
      const restored = await contentService.step('restore', hero, writeOptions(1));
      assert.equal(restored.deletedAt, null);
      assert.equal(restored.published, null);
      assert.ok((await metadataOf('components/restore/hero/responsive/published.html'))?.['versiondeletedat']);
      assert.deepEqual(await contentService.step('restore', hero, writeOptions(1)), restored);
    });

    test('blobs have their metadata', async () => {
      const { component } = await library('meta');
      const address = { library: 'meta', component, version: 'größe' };
      await contentService.save(address, 'ü', writeOptions(0));
      await contentService.step('stage', address, writeOptions(1));
      await contentService.step('publish', address, writeOptions(1));
      const blob = async (word: string) => {
        const found = await contentService.blobs.get(`components/meta/hero/größe/${word}.html`);
        assert.ok(found);
        const { bytes, contentType, cacheControl, metadata } = found;
        return { text: bytes.toString(), contentType, cacheControl, metadata };
      };
      const common = { text: 'ü', contentType: 'text/html; charset=utf-8' };
      const metadata = {
        componentid: 'hero',
        versionid: 'gr%C3%B6%C3%9Fe',
        modifiedat: new Date(time.now).toISOString(),
      };
      assert.deepEqual(await blob('staged'), {
        ...common,
        cacheControl: 'no-cache',
        metadata: { ...metadata, versionrevision: 'staged' },
      });
      assert.deepEqual(await blob('published'), {
        ...common,
        cacheControl: 'public, max-age=0, must-revalidate',
        metadata: { ...metadata, versionrevision: 'published' },
      });
      assert.deepEqual(await blob('1'), {
        ...common,
        cacheControl: 'public, max-age=31536000, immutable',
        metadata: { ...metadata, versionrevision: '1' },
      });
    });

    test('history is immutable, paged backward, and shows the published revisions', async () => {
      const hero = await library('history');
      for (let count = 0; count < 7; count++) await contentService.save(hero, `v${count + 1}`, writeOptions(count));
      await contentService.step('publish', hero, writeOptions(7));
      const reverted = await contentService.revert(hero, 3, writeOptions(7));
      assert.equal(reverted.revision, 8);
      assert.equal(reverted.view, 'v3');
      await contentService.step('stage', hero, writeOptions(8));
      const first = await contentService.history(hero, { first: 3 });
      assert.deepEqual(
        first.items.map(({ number, content, state }) => [number, content, state]),
        [
          [8, 'v3', 'staged'],
          [7, 'v7', 'published'],
          [6, 'v6', 'saved'],
        ],
      );
      const second = await contentService.history(hero, { first: 5, after: first.next ?? '' });
      assert.deepEqual(
        second.items.map(({ number }) => number),
        [5, 4, 3, 2, 1],
      );
      assert.equal(second.next, null);
      assert.deepEqual(await contentService.history(hero, { first: 5, after: '1' }), { items: [], next: null });
      await assert.rejects(
        contentService.history({ ...hero, version: 'none' }, { first: 1, after: '1' }),
        NotFoundError,
      );
      assert.equal((await contentService.revision(hero, 3))?.content, 'v3');
      assert.equal((await contentService.revision(hero, 3))?.author, 'Ann');
      assert.equal(await contentService.revision(hero, 9), undefined);
      await assert.rejects(contentService.revert(hero, 9, writeOptions(8)), /has no revision 9/);
      await assert.rejects(contentService.history(hero, { first: 101 }), BadInputError);
      await assert.rejects(contentService.history(hero, { first: 0 }), BadInputError);
      await assert.rejects(contentService.history(hero, { first: 1, after: 'x' }), BadInputError);
      await assert.rejects(contentService.history({ ...hero, version: 'none' }, { first: 1 }), NotFoundError);
    });

    test('a view is returned byte for byte', async () => {
      const hero = await library('bytes');
      const view = `\ufeff<p>\r\n\t'"\`\\ %s $1 ? 𝒳 é e\u0301 \u0001\u007f\u2028</p>${'x'.repeat(100_000)}`;
      assert.equal((await contentService.save(hero, view, writeOptions(0))).view, view);
      assert.equal((await contentService.versions([hero]))[0]?.view, view);
      assert.equal((await contentService.revision(hero, 1))?.content, view);
      await contentService.step('publish', hero, writeOptions(1));
      assert.equal(await textOf('components/bytes/hero/responsive/published.html'), view);
    });

    test('versions are returned in the requested order', async () => {
      const hero = await library('order');
      const address = (version: string) => ({ ...hero, version });
      for (const version of ['b', 'a', 'c']) await contentService.save(address(version), version, writeOptions(0));
      const asked = [
        ...['c', 'none', 'a', 'c'].map(address),
        ...Array.from({ length: 300 }, () => address('b')),
        { ...hero, component: '', version: '' },
      ];
      const found = await contentService.versions(asked);
      assert.deepEqual(
        found.slice(0, 4).map((each) => each?.view),
        ['c', undefined, 'a', 'c'],
      );
      assert.equal(found[303]?.view, 'b');
      assert.equal(found[304], undefined);
      assert.deepEqual(await contentService.versions([]), []);
      assert.deepEqual(
        (await contentService.versionsOf('order', 'hero')).map(({ version }) => version),
        ['a', 'b', 'c'],
      );
    });
  });
}
