/**
 * The contract of version stores, as tests. The tested store has a library `demo` with the components `hero` and `draft`.
 * `demo/hero/responsive` has revision 1 published and revision 2 saved. The stylesheet has the theme `dusk`.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type PresentUser,
  BadInputError,
  type Change,
  ConflictError,
  KeyReusedError,
  NotFoundError,
  type Version,
  type VersionStore,
} from '../../src/utils/gateway';

export const HERO = 'demo/hero/responsive';
export const VIEW = '<section><h1 data-path="page.title">Title</h1></section>';
export const DRAFT = '<p>a draft</p>';
/** Options of a test: it fails after 60 s. */
const LIMIT = { timeout: 60_000 };

const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it went through'),
    (error: unknown) => error,
  );

/** Defines the tests. @param open creates a new store with the content above */
export function versionContract(name: string, open: (t: TestContext) => Promise<VersionStore>): void {
  const contract = (what: string, run: (store: VersionStore) => Promise<void>): void =>
    void test(`${name}: ${what}`, LIMIT, async (t) => run(await open(t)));

  contract('find returns versions in the requested order, and null for missing ones', async (store) => {
    const found = await store.find(['demo/hero/none', HERO, 'demo/none/responsive']);
    assert.deepEqual([found[0], found[2], found.length], [null, null, 3]);
    const { createdAt, modifiedAt, ...hero } = found[1]!;
    assert.deepEqual(hero, {
      ...{ id: HERO, library: 'demo', component: 'demo/hero', name: 'responsive', view: DRAFT, forkOriginId: null },
      ...{ revision: 2, staged: null, published: 1, deletedAt: null },
    });
    for (const at of [createdAt, modifiedAt]) assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(await store.find([]), []);
  });

  contract('find accepts more ids than one request of the backend', async (store) => {
    const ids = Array.from({ length: 250 }, (_, at) => (at === 240 ? HERO : `demo/hero/v${at}x`));
    const found = await store.find(ids);
    assert.equal(found.length, 250);
    assert.deepEqual(
      found.flatMap((version, at) => (version ? [at] : [])),
      [240],
    );
  });

  contract('a save that expects revision 0 creates a version of an existing component', async (store) => {
    const made = await store.save('demo/draft/wide', '<p>1</p>', { expectedRevision: 0 });
    assert.deepEqual([made.id, made.revision, made.view, made.published], ['demo/draft/wide', 1, '<p>1</p>', null]);
    const none = store.save('demo/none/wide', '<p>1</p>', { expectedRevision: 0 });
    assert.ok((await rejectionOf(none)) instanceof NotFoundError);
    const gone = store.save('demo/draft/narrow', '<p>1</p>', { expectedRevision: 3 });
    assert.ok((await rejectionOf(gone)) instanceof NotFoundError);
  });

  contract(
    'of two concurrent writers one succeeds, and the other gets the current state to merge with',
    async (store) => {
      const views = ['<p>Ann</p>', '<p>Bob</p>'];
      const outcomes = await Promise.allSettled(views.map((view) => store.save(HERO, view, { expectedRevision: 2 })));
      const won = outcomes.find((each) => each.status === 'fulfilled')!.value;
      const lost = outcomes.find((each) => each.status === 'rejected')!.reason as ConflictError;
      assert.ok(lost instanceof ConflictError, String(lost));
      assert.deepEqual([lost.expected, lost.current], [2, won]);
      assert.deepEqual(await store.find([HERO]), [won]);
      const made = await Promise.allSettled(
        views.map((view) => store.save('demo/draft/new', view, { expectedRevision: 0 })),
      );
      assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    },
  );

  contract('a write that is repeated with the same key happens once', async (store) => {
    const by = { expectedRevision: 2, idempotencyKey: 'k1' };
    const results: Version[] = [];
    for (let attempt = 0; attempt < 3; attempt++) results.push(await store.save(HERO, '<p>once</p>', by));
    results.push(...(await Promise.all([1, 2, 3].map(() => store.save(HERO, '<p>once</p>', by)))));
    assert.deepEqual(new Set(results.map(({ revision }) => revision)), new Set([3]));
    assert.equal((await store.history(HERO)).items.length, 3);
    const other = await rejectionOf(store.save(HERO, '<p>other</p>', { ...by, expectedRevision: 3 }));
    assert.ok(other instanceof KeyReusedError, String(other));
    const unkeyed = await store.save(HERO, '<p>once</p>', { expectedRevision: 3 });
    assert.equal(unkeyed.revision, 4, 'without a key each call is a write of its own');
  });

  contract('a failed write does not use up its key', async (store) => {
    const by = { expectedRevision: 1, idempotencyKey: 'k2' };
    assert.ok((await rejectionOf(store.save(HERO, '<p>k2</p>', by))) instanceof ConflictError);
    assert.equal((await store.save(HERO, '<p>k2</p>', { ...by, expectedRevision: 2 })).revision, 3);
  });

  contract('a fork can be created, saved, staged, published, removed, and restored by forking again', async (store) => {
    const id = 'demo/hero/page-7';
    const page = 'https://site.example/home';
    const fork = await store.fork(HERO, 'page-7', { expectedRevision: 0, page });
    assert.deepEqual([fork.id, fork.revision, fork.forkOriginId, fork.view], [id, 1, HERO, DRAFT]);
    assert.equal((await store.save(id, '<p>mine</p>', { expectedRevision: 1, page })).revision, 2);
    assert.equal((await store.stage(id, { expectedRevision: 2 })).staged, 2);
    assert.equal((await store.publish(id, { expectedRevision: 2 })).published, 2);
    const unstaged = await store.unstage(id, { expectedRevision: 2 });
    assert.deepEqual([unstaged.staged, unstaged.published], [null, 2]);
    assert.equal((await store.unpublish(id, { expectedRevision: 2 })).published, null);
    const again = await rejectionOf(store.fork(HERO, 'page-7', { expectedRevision: 2 }));
    assert.ok(again instanceof BadInputError && again.argument === 'instance', String(again));
    assert.ok((await rejectionOf(store.fork(HERO, 'page-7', { expectedRevision: 0 }))) instanceof ConflictError);
    assert.ok((await store.remove(id, { expectedRevision: 2 })).deletedAt);
    assert.ok((await rejectionOf(store.save(id, '<p></p>', { expectedRevision: 2 }))) instanceof NotFoundError);
    assert.ok((await rejectionOf(store.publish(id, { expectedRevision: 2 }))) instanceof NotFoundError);
    const restored = await store.fork(HERO, 'page-7', { expectedRevision: 2 });
    assert.deepEqual([restored.revision, restored.deletedAt, restored.view], [3, null, DRAFT]);
    assert.deepEqual(await store.find([id]), [restored]);
  });

  contract('remove unpublishes the version; restore only removes the deletion mark', async (store) => {
    const removed = await store.remove(HERO, { expectedRevision: 2 });
    assert.deepEqual([removed.published, typeof removed.deletedAt], [null, 'string']);
    assert.equal((await store.remove(HERO, { expectedRevision: 2 })).deletedAt, removed.deletedAt, 'once is enough');
    const restored = await store.restore(HERO, { expectedRevision: 2 });
    assert.deepEqual([restored.published, restored.deletedAt, restored.revision], [null, null, 2]);
  });

  contract('revert saves an earlier revision as a new one', async (store) => {
    const reverted = await store.revert(HERO, 1, { expectedRevision: 2 });
    assert.deepEqual([reverted.revision, reverted.view, reverted.published], [3, VIEW, 1]);
    assert.ok((await rejectionOf(store.revert(HERO, 9, { expectedRevision: 3 }))) instanceof NotFoundError);
    assert.ok((await rejectionOf(store.revert(HERO, 1, { expectedRevision: 2 }))) instanceof ConflictError);
  });

  contract('history is paged, latest first, and contains the delivery state of each revision', async (store) => {
    await store.stage(HERO, { expectedRevision: 2 });
    for (let revision = 2; revision < 6; revision++) {
      await store.save(HERO, `<p>${revision + 1}</p>`, { expectedRevision: revision });
    }
    const numbers: number[] = [];
    const states: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await store.history(HERO, { first: 4, ...(after === undefined ? {} : { after }) });
      for (const { number, state, content, author, at } of page.items) {
        numbers.push(number);
        states.push(state);
        assert.ok(content && author && Date.parse(at));
      }
      if (page.next === null) break;
      after = page.next;
    }
    assert.deepEqual(numbers, [6, 5, 4, 3, 2, 1]);
    assert.deepEqual(states.slice(-2), ['STAGED', 'PUBLISHED']);
    assert.ok((await rejectionOf(store.history('demo/hero/none'))) instanceof NotFoundError);
    const tooMany = await rejectionOf(store.history(HERO, { first: 101 }));
    assert.ok(tooMany instanceof BadInputError && tooMany.argument === 'first', String(tooMany));
  });

  contract('a stylesheet contains its themes; without one, the result is null', async (store) => {
    const sheet = await store.stylesheet('demo');
    assert.deepEqual(sheet?.themes, [{ id: 'dusk', name: 'Dusk', className: '-theme--dusk', description: '' }]);
    assert.match(sheet.css, /^p \{/);
    assert.ok(sheet.revision >= 1);
    assert.equal(await store.stylesheet('other'), null);
  });

  contract('errors name the invalid argument', async (store) => {
    const cases: [() => Promise<unknown>, string][] = [
      [() => store.find(['demo/hero']), 'ids'],
      [() => store.save('demo/hero', '', { expectedRevision: 0 }), 'id'],
      [() => store.save(HERO, '', { expectedRevision: -1 }), 'expectedRevision'],
      [() => store.save(HERO, '', { expectedRevision: 2, idempotencyKey: '' }), 'idempotencyKey'],
      [() => store.save(HERO, '', { expectedRevision: 2, idempotencyKey: 'k'.repeat(201) }), 'idempotencyKey'],
      [() => store.fork('demo', 'x', { expectedRevision: 0 }), 'originId'],
      [() => store.fork(HERO, 'responsive', { expectedRevision: 0 }), 'instance'],
      [() => store.fork(HERO, '../x', { expectedRevision: 0 }), 'instance'],
      [() => store.fork(HERO, 'x.published', { expectedRevision: 0 }), 'instance'],
    ];
    for (const [run, argument] of cases) {
      const error = await rejectionOf(run());
      assert.ok(error instanceof BadInputError, `${argument}: ${String(error)}`);
      assert.equal(error.argument, argument, error.message);
    }
  });

  contract('changes are reported once, in order, and not after unsubscribing', async (store) => {
    const told: Change[] = [];
    let enough = (): void => {};
    const five = new Promise<void>((resolve) => (enough = resolve));
    let leave = (): void => {};
    const listening = new Promise<void>((resolve) => {
      leave = store.subscribe('demo', {
        change: (change) => void (told.push(change) === 5 && enough()),
        missed: resolve,
        error: (error) => assert.fail(error),
      });
      // The store in memory never misses changes, so it does not call `missed`.
      if (name === 'memory') resolve();
    });
    await listening;
    await store.save(HERO, '<p>3</p>', { expectedRevision: 2 });
    await store.publish(HERO, { expectedRevision: 3 });
    await store.unstage(HERO, { expectedRevision: 3 });
    await store.fork(HERO, 'page-1', { expectedRevision: 0 });
    await store.remove('demo/hero/page-1', { expectedRevision: 1 });
    await store.revert(HERO, 1, { expectedRevision: 3 });
    await five;
    leave();
    assert.deepEqual(
      told.map(({ kind, id, action, revision }) => [kind, id, action, revision]),
      [
        ['VERSION', HERO, 'SAVE', 3],
        ['VERSION', HERO, 'PUBLISH', 3],
        ['VERSION', 'demo/hero/page-1', 'FORK', 1],
        ['VERSION', 'demo/hero/page-1', 'DELETE', 1],
        ['VERSION', HERO, 'REVERT', 4],
      ],
    );
    const [first] = told;
    assert.deepEqual(
      told.map(({ sequence }) => sequence - first!.sequence),
      [0, 1, 2, 3, 4],
    );
    await store.save(HERO, '<p>5</p>', { expectedRevision: 4 });
    await store.find([HERO]);
    assert.equal(told.length, 5);
  });

  contract('presence reports the other users of a version, until they leave', async (store) => {
    assert.ok(store.attend, 'both stores have presence');
    const told = { one: [] as (readonly PresentUser[])[], two: [] as (readonly PresentUser[])[] };
    let look = (): void => {};
    const until = (so: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        look = () => so() && resolve();
        look();
      });
    const attend = (who: keyof typeof told, id: string): (() => void) =>
      store.attend!(id, (others) => {
        told[who].push(others);
        look();
      });
    // A version that does not exist yet can be open, too.
    const leaveOne = attend('one', 'demo/hero/page-9');
    const leaveTwo = attend('two', 'demo/hero/page-9');
    const leaveThree = attend('two', HERO);
    await until(() => told.one.at(-1)?.length === 1 && told.two.at(-1)?.length === 1);
    const [seen] = told.one.at(-1)!;
    assert.deepEqual([typeof seen!.id, seen!.own], ['string', true], 'both are of one user');
    assert.ok(seen!.name && Date.parse(seen!.since));
    assert.notEqual(seen!.id, told.two.at(-1)![0]!.id);
    leaveTwo();
    await until(() => told.one.at(-1)?.length === 0);
    const { length } = told.two;
    leaveTwo();
    leaveOne();
    leaveThree();
    await store.find([HERO]);
    assert.equal(told.two.length, length, 'who has left hears nothing');
  });
}
