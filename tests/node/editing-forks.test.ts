/** Resetting customizations from a list, and restoring them, on a store in memory that fulfills the contract of all stores. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormerState, restoreFork } from '../../src/utils/editing/forks/restore';
import { ForkChangedError, resetFork } from '../../src/utils/editing/forks/reset';
import { memoryVersions, type Version, type VersionStore } from '../../src/utils/gateway';
import type { Fork } from '../../src/utils/gateway/forks/forks';

const ORIGIN = 'demo/hero/responsive';
const FORK = 'demo/hero/home';

/** A fork with a published second revision, and its entry in the list. */
async function customized(): Promise<{ store: VersionStore; fork: Fork }> {
  const store = memoryVersions({ components: ['demo/hero'] });
  await store.save(ORIGIN, '<p>original</p>', { expectedRevision: 0 });
  await store.fork(ORIGIN, 'home', { expectedRevision: 0 });
  await store.save(FORK, '<p>own</p>', { expectedRevision: 1 });
  await store.stage(FORK, { expectedRevision: 2 });
  await store.publish(FORK, { expectedRevision: 2 });
  return { store, fork: await listed(store) };
}
async function listed(store: VersionStore): Promise<Fork> {
  const version = (await store.find([FORK]))[0]!;
  return {
    ...{ id: FORK, component: 'demo/hero', name: 'home', originId: ORIGIN, page: null, author: 'Ann' },
    ...{ savedAt: version.modifiedAt, originChanged: false, orphaned: false, deletedAt: version.deletedAt },
    ...{ revision: version.revision, staged: version.staged, published: version.published },
  };
}
const stateOf = ({ view, staged, published, deletedAt }: Version) => [view, staged, published, deletedAt];
const now = async (store: VersionStore) => stateOf((await store.find([FORK]))[0]!);

test('a reset fork is not delivered, and restoring brings its content back', async () => {
  const { store, fork } = await customized();
  const done = await resetFork(store, fork, 'one');
  assert.deepEqual(await now(store), ['<p>original</p>', null, null, null]);
  assert.deepEqual(stateOf(await restoreFork(store, done, 'two')), ['<p>own</p>', 4, 4, null]);
  assert.deepEqual(await now(store), ['<p>own</p>', 4, 4, null]);
});

test('a restore distinguishes the published revision from later saved or staged ones', async () => {
  const { store } = await customized();
  await store.save(FORK, '<p>staged</p>', { expectedRevision: 2 });
  await store.stage(FORK, { expectedRevision: 3 });
  await store.save(FORK, '<p>saved</p>', { expectedRevision: 3 });
  const done = await resetFork(store, await listed(store), 'one');
  await restoreFork(store, done, 'two');
  const { view, staged, published } = (await store.find([FORK]))[0]!;
  const { items } = await store.history(FORK);
  const contentOf = (number: number | null) => items.find((item) => item.number === number)?.content;
  assert.deepEqual([contentOf(published), contentOf(staged), view], ['<p>own</p>', '<p>staged</p>', '<p>saved</p>']);
});

test('an orphan can only be reset, and restored as it was', async () => {
  const { store, fork } = await customized();
  await store.remove(ORIGIN, { expectedRevision: 1 });
  const done = await resetFork(store, fork, 'one');
  assert.deepEqual(await now(store), ['<p>own</p>', null, null, null]);
  await restoreFork(store, done, 'two');
  assert.deepEqual(await now(store), ['<p>own</p>', 2, 2, null]);
});

test('forks that were saved or reset since the listing are not changed', async () => {
  const { store, fork } = await customized();
  await store.save(FORK, '<p>faster</p>', { expectedRevision: 2 });
  await assert.rejects(resetFork(store, fork, 'one'), ForkChangedError);
  assert.deepEqual(await now(store), ['<p>faster</p>', 2, 2, null]);
  const done = await resetFork(store, await listed(store), 'two');
  await assert.rejects(resetFork(store, fork, 'three'), ForkChangedError);
  await store.save(FORK, '<p>again</p>', { expectedRevision: done.now.revision });
  await assert.rejects(restoreFork(store, done, 'four'), { name: 'ConflictError' });
  assert.equal((await now(store))[0], '<p>again</p>');
});

test('a reset or restore that is repeated after a lost response happens once', async () => {
  const { store, fork } = await customized();
  const done = await resetFork(store, fork, 'one');
  const back = await restoreFork(store, done, 'two');
  assert.deepEqual(await restoreFork(store, done, 'two'), back);
});

test('a later restore uses the revision before the reset, or the last one of a deleted or orphaned fork', async () => {
  const { store, fork } = await customized();
  await resetFork(store, fork, 'one');
  await store.save(ORIGIN, '<p>another original</p>', { expectedRevision: 1 });
  await restoreFork(store, await findFormerState(store, fork), 'two');
  assert.deepEqual(await now(store), ['<p>own</p>', 4, 4, null]);
  await store.remove(FORK, { expectedRevision: 4 });
  await restoreFork(store, await findFormerState(store, fork), 'three');
  assert.deepEqual(await now(store), ['<p>own</p>', 4, 4, null]);
  await assert.rejects(findFormerState(store, { id: 'demo/hero/none', originId: ORIGIN }));
});
