/** Other editors with the same version open: who they are, what they save, and what happens with their changes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { NetworkError } from '../../src/utils/gateway/errors';
import type { PresentUser, VersionStore } from '../../src/utils/gateway';
import { saveLabel } from '../../src/utils/editing/session/snapshot';
import { undo } from '../../src/utils/editing/model/commands/undo';
import {
  FORK,
  findVersion,
  HERO,
  persistentJournal,
  uniqueNames,
  publishedStore,
  createSessionFixture,
  target,
  flushTasks,
  insertText,
} from '../lib/session-fixture';

const others = ({ session }: Awaited<ReturnType<typeof createSessionFixture>>): number =>
  session.snapshot.others.length;

test('two open sessions see each other, with or without a fork; a closed one disappears', async () => {
  const store = await publishedStore();
  const ann = await createSessionFixture({}, store);
  const bob = await createSessionFixture({}, store);
  await ann.session.open(target);
  await flushTasks();
  assert.equal(others(ann), 0);
  await bob.session.open(target);
  await flushTasks();
  assert.deepEqual([others(ann), others(bob)], [1, 1]);
  const elsewhere = await createSessionFixture({}, store);
  await elsewhere.session.open({ library: 'lib', component: 'hero' });
  await flushTasks();
  assert.deepEqual([others(ann), others(elsewhere)], [1, 0]);
  await bob.session.close();
  await flushTasks();
  assert.deepEqual([others(ann), others(bob)], [0, 0]);
  await bob.session.open(target);
  await flushTasks();
  assert.equal(others(ann), 1);
  bob.session.abandon();
  await flushTasks();
  assert.equal(others(ann), 0);
});

test('a store without presence reports no other users', async () => {
  const store = await publishedStore();
  const { attend, ...rest } = store;
  assert.ok(attend);
  const on = await createSessionFixture({}, rest);
  assert.equal(await on.session.open(target), true);
  insertText(on, ' mine');
  assert.equal(await on.session.save(), true);
  assert.deepEqual([on.session.snapshot.others, on.logMessages], [[], []]);
});

test('messages for a closed session do not appear in the next one', async () => {
  const heard: ((others: readonly PresentUser[]) => void)[] = [];
  const left: number[] = [];
  const store: VersionStore = {
    ...(await publishedStore()),
    attend(_, hear) {
      const at = heard.push(hear);
      return () => void left.push(at);
    },
  };
  const on = await createSessionFixture({}, store);
  await on.session.open(target);
  await on.session.close();
  await on.session.open(target);
  heard[0]!([{ id: 'a', name: 'Ann', since: '2025-01-01T00:00:00.000Z', own: false }]);
  assert.deepEqual([left, others(on)], [[1], 0]);
  heard[1]!([{ id: 'a', name: 'Ann', since: '2025-01-01T00:00:00.000Z', own: false }]);
  assert.equal(on.session.snapshot.others[0]?.name, 'Ann');
});

test('a save of somebody else is reported with name and time, and does not replace unsaved changes', async () => {
  const on = await createSessionFixture({}, await publishedStore(() => 0));
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' mine');
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  const { newer, editor, conflict } = on.session.snapshot;
  assert.deepEqual(newer, { revision: 2, at: '1970-01-01T00:00:00.000Z', author: 'Me' });
  assert.deepEqual([editor!.text, conflict], ['<p>one mine</p>', null]);
  await on.store.save(HERO, '<p>theirs again</p>', { expectedRevision: 2 });
  await flushTasks();
  assert.equal(on.session.snapshot.newer?.revision, 3);
});

test('a save is reported also if the user is unknown', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' mine');
  on.nextFailure = { name: 'history', error: new NetworkError({}) };
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  assert.deepEqual([on.session.snapshot.newer?.revision, on.session.snapshot.newer?.author], [2, null]);
});

test('taking their version is one undo step; after undo, mine is an unsaved change', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  assert.equal(await on.session.takeTheirs(), false, 'nobody saved');
  insertText(on, ' mine');
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await on.store.stage(HERO, { expectedRevision: 2 });
  await on.store.publish(HERO, { expectedRevision: 2 });
  await flushTasks();
  assert.equal(await on.session.takeTheirs(), true);
  const { editor, newer, version } = on.session.snapshot;
  assert.deepEqual([editor!.text, newer, version!.revision], ['<p>theirs</p>', null, 2]);
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
  on.session.run(undo);
  assert.equal(on.session.snapshot.editor!.text, '<p>one mine</p>');
  assert.equal(saveLabel(on.session.snapshot), 'save.save');
  assert.equal(await on.session.save(), true);
  assert.deepEqual(
    [(await findVersion(on.store, HERO)).view, (await findVersion(on.store, HERO)).revision],
    ['<p>one mine</p>', 3],
  );
});

test('their version is compared with mine before saving', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' mine');
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  assert.equal(await on.session.compare(), true);
  const { conflict, newer } = on.session.snapshot;
  assert.deepEqual(
    [conflict!.base, conflict!.mine, conflict!.theirs, conflict!.current!.revision, newer],
    ['<p>one</p>', '<p>one mine</p>', '<p>theirs</p>', 2, null],
  );
  assert.equal(await on.session.save(), false);
  assert.equal(await on.session.resolve('<p>both</p>'), true);
  assert.equal((await findVersion(on.store, HERO)).view, '<p>both</p>');
});

test('a version that can not be loaded is reported, and changes nothing', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' mine');
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  on.nextFailure = { name: 'find', error: new NetworkError({}) };
  assert.equal(await on.session.compare(), false);
  const { error, conflict, editor } = on.session.snapshot;
  assert.ok(error instanceof NetworkError);
  assert.deepEqual([conflict, editor!.text], [null, '<p>one mine</p>']);
  // Until the host responds again.
  assert.equal(await on.session.compare(), true);
  assert.deepEqual([on.session.snapshot.error, on.session.snapshot.conflict?.theirs], [null, '<p>theirs</p>']);
});

test('a fork that somebody else made and published opens in an editor without changes', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  await on.store.fork(HERO, 'home', { expectedRevision: 0 });
  await on.store.stage(FORK, { expectedRevision: 1 });
  await on.store.publish(FORK, { expectedRevision: 1 });
  await on.store.save(FORK, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  const { forked, editor } = on.session.snapshot;
  assert.deepEqual([forked, editor!.text], [true, '<p>theirs</p>']);
});

test('§4 unfork leaves nothing behind: what was told of the fork is over, and reopened it begins with the original as it is by then', async () => {
  let time = 0;
  const on = await createSessionFixture({}, await publishedStore(() => (time += 1000)));
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  await on.session.close();
  await on.store.save(HERO, '<p>two</p>', { expectedRevision: 1 });
  await on.session.open(target);
  await flushTasks();
  assert.ok(on.session.snapshot.origin, 'the original went on');
  assert.equal(await on.session.unfork(), true);
  assert.deepEqual([on.session.snapshot.origin, on.session.snapshot.newer], [null, null]);
  await on.session.close();
  // The fork exists, is not deleted, and is not delivered: a page renders the original.
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.deletedAt, fork.staged, fork.published], [null, null, null]);
  await on.store.save(HERO, '<p>three</p>', { expectedRevision: 2 });
  await on.session.open(target);
  await flushTasks();
  const { forked, editor, origin, opening } = on.session.snapshot;
  assert.deepEqual([forked, editor!.text, origin, opening!.writeTarget.id], [false, '<p>three</p>', null, FORK]);
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
  assert.equal(await on.session.unfork(), false, 'there is nothing to reset');
  on.questions.length = 0;
  insertText(on, ' anew');
  assert.equal(await on.session.save(), true);
  assert.deepEqual(on.questions, ['ask.save'], 'a customization begins anew, with its warning');
  const anew = await findVersion(on.store, FORK);
  assert.deepEqual([anew.view, anew.published, anew.forkOriginId], ['<p>three anew</p>', anew.revision, HERO]);
});

test('§4 discard is the command: the selection stands where its text went, and undo has both back', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' a');
  on.session.dispatch({ steps: [], selection: { anchor: 8, head: 8 } });
  assert.equal(on.session.discard(), true);
  assert.deepEqual(on.session.snapshot.editor!.selection, { anchor: 6, head: 6 });
  const steps = on.session.snapshot.editor!.history.done.length;
  assert.equal(on.session.discard(), true, 'nothing to discard is no failure');
  assert.equal(on.session.snapshot.editor!.history.done.length, steps);
  on.session.run(undo);
  const { text, selection } = on.session.snapshot.editor!;
  assert.deepEqual([text, selection], ['<p>one a</p>', { anchor: 8, head: 8 }]);
});

test('a recoverable draft is a conflict if the host has another base version', async () => {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, ' lost');
  crash();
  const on = await createSessionFixture({ journal, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  insertText(on, ' saved');
  await on.session.save();
  assert.ok(on.session.snapshot.restorable!.editor, 'offered as it fitted then');
  assert.equal(on.session.restore(), true);
  const { conflict, editor } = on.session.snapshot;
  assert.deepEqual(
    [conflict!.base, conflict!.mine, conflict!.theirs, editor!.text],
    ['<p>one</p>', '<p>one lost</p>', '<p>one saved</p>', '<p>one lost</p>'],
  );
});
