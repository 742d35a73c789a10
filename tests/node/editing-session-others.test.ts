/** Disturbances between an editor and the host: failures, concurrent changes, crashes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { NetworkError } from '../../src/utils/gateway/errors';
import type { JournalStore } from '../../src/utils/editing/session/journal';
import type { UpstreamChange } from '../../src/utils/editing/session/upstream';
import { can, saveLabel } from '../../src/utils/editing/session/snapshot';
import { isChanged } from '../../src/utils/editing/model/state';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { elementId } from '../lib/editing';
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
  VIEW,
  type SessionFixture,
} from '../lib/session-fixture';

test('host down while saving: nothing is lost, the save is retried, and completed steps are not repeated', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  // The host saved it, but the response was lost.
  on.nextFailure = { name: 'save', error: new NetworkError({}), after: true };
  assert.equal(await on.session.save(), false);
  for (let turn = 0; turn < 50 && (on.session.snapshot.retrying || on.session.snapshot.busy); turn++)
    await new Promise(setImmediate);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.revision, fork.published], ['<p>one mine</p>', 2, 2]);
  // The error is reported until a retry succeeds.
  assert.deepEqual(on.activities, ['idle', 'save', 'idle, failed', 'save, failed', 'idle']);
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
});

test('text that is typed while saving stays, and is an unsaved change', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' a');
  let open = (): void => {};
  on.gate = new Promise((resolve) => (open = resolve));
  const saving = on.session.save();
  await new Promise(setImmediate);
  assert.equal(on.session.snapshot.busy, 'save');
  insertText(on, ' b');
  open();
  await saving;
  assert.equal(on.session.snapshot.editor!.text, '<p>one a b</p>');
  assert.equal(saveLabel(on.session.snapshot), 'save.customization');
});

test('a newer revision of somebody else is a conflict: nothing is overwritten before a merge', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  insertText(on, ' twice');
  const { revision } = await findVersion(on.store, FORK);
  await on.store.save(FORK, '<p>theirs</p>', { expectedRevision: revision });
  await new Promise(setImmediate);
  assert.equal(on.session.snapshot.newer?.revision, revision + 1);
  assert.equal(await on.session.save(), false);
  const { conflict } = on.session.snapshot;
  assert.deepEqual(
    [conflict!.base, conflict!.mine, conflict!.theirs],
    ['<p>one mine</p>', '<p>one mine twice</p>', '<p>theirs</p>'],
  );
  assert.equal((await findVersion(on.store, FORK)).view, '<p>theirs</p>');
  assert.equal(await on.session.resolve('<p>both</p>'), true);
  assert.equal((await findVersion(on.store, FORK)).view, '<p>both</p>');
  assert.deepEqual([on.session.snapshot.conflict, saveLabel(on.session.snapshot)], [null, 'save.upToDate']);
});

test('an editor without changes shows what somebody else saved', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  on.session.dispatch({ steps: [], selection: { anchor: 6, head: 6 } });
  await on.store.save(HERO, '<p>theirs</p>', { expectedRevision: 1 });
  await flushTasks();
  const { editor, version, newer } = on.session.snapshot;
  assert.deepEqual([editor!.text, version!.revision, newer?.revision], ['<p>theirs</p>', 2, 2]);
  // The caret was at the end of "one".
  assert.deepEqual(editor!.selection, { anchor: 9, head: 9 });
  // It is a draft until someone publishes it.
  assert.equal(saveLabel(on.session.snapshot), 'save.save');
  await on.store.stage(HERO, { expectedRevision: 2 });
  await on.store.publish(HERO, { expectedRevision: 2 });
  await flushTasks();
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
});

for (const [name, isTyped] of [
  ['with unsaved text', true],
  ['with nothing unsaved', false],
] as const)
  test(`a fork that somebody deletes while it is edited, ${name}: it is told at once, the text stays, and saving makes the fork anew`, async () => {
    const on = await createSessionFixture();
    await on.session.open(target);
    insertText(on, ' mine');
    await on.session.save();
    if (isTyped) insertText(on, ' more');
    const text = isTyped ? '<p>one mine more</p>' : '<p>one mine</p>';
    await on.store.remove(FORK, { expectedRevision: 2 });
    await flushTasks();
    const { snapshot } = on.session;
    assert.deepEqual(
      [snapshot.error?.name, snapshot.failed, snapshot.editor!.text, snapshot.forked, isChanged(snapshot.editor!)],
      ['ForkDeletedError', 'save', text, false, true],
    );
    assert.notEqual((await findVersion(on.store, FORK)).deletedAt, null);
    assert.equal(await on.session.save(), true);
    const fork = await findVersion(on.store, FORK);
    assert.deepEqual(
      [fork.view, fork.deletedAt, fork.published, on.session.snapshot.error, on.session.snapshot.forked],
      [text, null, fork.revision, null, true],
    );
  });

for (const isPaused of [false, true])
  for (const view of [VIEW, '<p>one mine</p>'])
    test(`a fork that somebody ${view === VIEW ? 'resets' : 'unpublishes'} ${isPaused ? 'slowly' : 'at once'}: the editor is in the state of a new one`, async () => {
      const on = await createSessionFixture();
      await on.session.open(target);
      insertText(on, ' mine');
      await on.session.save();
      const pause = async (): Promise<void> => void (isPaused && (await flushTasks()));
      let expectedRevision = 2;
      if (view === VIEW) ({ revision: expectedRevision } = await on.store.save(FORK, VIEW, { expectedRevision }));
      await pause();
      await on.store.unstage(FORK, { expectedRevision });
      await pause();
      await on.store.unpublish(FORK, { expectedRevision });
      await flushTasks();
      const again = await createSessionFixture({}, on.store);
      await again.session.open(target);
      const stateOf = ({ session: { snapshot } }: SessionFixture): unknown => {
        const { forked, version, editor } = snapshot;
        return [forked, version, editor!.text, isChanged(editor!), saveLabel(snapshot), can(snapshot)];
      };
      assert.deepEqual(stateOf(on), stateOf(again));
      assert.equal(on.session.snapshot.forked, view !== VIEW);
      assert.equal(on.session.snapshot.newer?.isReset, view === VIEW ? true : undefined);
    });

test('a reset by somebody else is reported as a reset, and does not replace unsaved changes; a save after it is a save', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  insertText(on, ' again');
  const newerNow = async (): Promise<unknown[]> => {
    await flushTasks();
    const { newer, editor } = on.session.snapshot;
    return [newer?.revision, newer?.isReset, editor!.text];
  };
  const text = '<p>one mine again</p>';
  const { revision } = await on.store.save(FORK, VIEW, { expectedRevision: 2 });
  assert.deepEqual(await newerNow(), [revision, undefined, text]);
  await on.store.unstage(FORK, { expectedRevision: revision });
  await on.store.unpublish(FORK, { expectedRevision: revision });
  assert.deepEqual(await newerNow(), [revision, true, text]);
  await on.store.save(FORK, '<p>theirs</p>', { expectedRevision: revision });
  assert.deepEqual(await newerNow(), [revision + 1, undefined, text]);
  await on.store.publish(FORK, { expectedRevision: revision + 1 });
  await on.store.unpublish(FORK, { expectedRevision: revision + 1 });
  assert.deepEqual(await newerNow(), [revision + 1, undefined, text], 'their text stays as a draft');
  const { revision: last } = await on.store.save(FORK, VIEW, { expectedRevision: revision + 1 });
  await on.store.stage(FORK, { expectedRevision: last });
  await newerNow();
  await on.store.unstage(FORK, { expectedRevision: last });
  assert.deepEqual(await newerNow(), [last, true, text], 'a fork that was only staged');
});

test('a fork that is deleted while its changes do not arrive: it is told once they do', async () => {
  const on = await createSessionFixture();
  let missed: (() => void) | undefined;
  const { subscribe } = on.store;
  Object.assign(on.store, {
    subscribe: (library: string, listener: Parameters<typeof subscribe>[1]) => {
      ({ missed } = listener);
      return subscribe(library, { ...listener, change() {} });
    },
  });
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  await flushTasks();
  await on.store.remove(FORK, { expectedRevision: 2 });
  await flushTasks();
  assert.equal(on.session.snapshot.forked, true);
  missed!();
  await flushTasks();
  const { snapshot } = on.session;
  assert.deepEqual(
    [snapshot.error?.name, snapshot.editor!.text, snapshot.forked],
    ['ForkDeletedError', '<p>one mine</p>', false],
  );
});

test('a selected element stays selected when somebody else saves', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  const own = (): number => elementId(on.session.snapshot.editor!.document, 'p');
  const chosen = own();
  await on.store.save(HERO, '<h2 class="new">Title</h2><p>one</p>', { expectedRevision: 1 });
  await flushTasks();
  assert.equal(on.session.snapshot.editor!.text, '<h2 class="new">Title</h2><p>one</p>');
  assert.equal(own(), chosen);
});

test('a newer original is offered with its old and new state, but not after a later save of the fork', async () => {
  let time = 0;
  const on = await createSessionFixture({}, await publishedStore(() => (time += 1000)));
  await on.store.save(HERO, '<p>second</p>', { expectedRevision: 1 });
  const origin = (): UpstreamChange | null => on.session.snapshot.origin;
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  await on.session.close();
  await on.session.open(target);
  await flushTasks();
  assert.equal(origin(), null);
  await on.session.close();
  for (let count = 0; count < 25; count++) {
    await on.store.save(HERO, `<p>original ${count}</p>`, { expectedRevision: count + 2 });
  }
  await on.session.open(target);
  await flushTasks();
  assert.deepEqual([origin()?.then, origin()?.now, origin()?.author], ['<p>second</p>', '<p>original 24</p>', 'Me']);
  insertText(on, ' again');
  await on.session.save();
  assert.equal(origin(), null);
  await on.session.close();
  await on.session.open(target);
  await flushTasks();
  assert.equal(origin(), null);
});

test('after a crash the editor offers unsaved edits, with their history', async () => {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, ' a');
  insertText(before, ' b');
  crash();
  const on = await createSessionFixture({ journal, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  assert.deepEqual([on.session.snapshot.editor!.text, on.session.snapshot.restorable!.text], [VIEW, '<p>one a b</p>']);
  assert.equal(on.session.restore(), true);
  assert.equal(on.session.snapshot.editor!.text, '<p>one a b</p>');
  on.session.run(undo);
  assert.notEqual(on.session.snapshot.editor!.text, '<p>one a b</p>');
  // Restored edits survive the next crash, and are offered once.
  crash();
  const again = await createSessionFixture({ journal, name: uniqueNames('last') }, before.store);
  await again.session.open(target);
  assert.equal(again.session.snapshot.restorable!.names.length, 1);
  again.session.dismiss();
  crash();
  const last = await createSessionFixture({ journal, name: uniqueNames('very last') }, before.store);
  await last.session.open(target);
  assert.equal(last.session.snapshot.restorable, null);
});

test('each recoverable draft is offered until a decision, newest first; equal drafts once', async () => {
  const { journal, crash } = persistentJournal();
  const { store } = await createSessionFixture({ journal });
  const texts = [' first', ' second', ' second', ' third'];
  for (const [at, text] of texts.entries()) {
    const on = await createSessionFixture({ journal, name: uniqueNames(`tab ${at}`), now: () => at }, store);
    await on.session.open(target);
    // Ignore the recovery of earlier edits.
    insertText(on, text);
    crash();
  }
  const open = async (name: string): Promise<SessionFixture> => {
    const on = await createSessionFixture({ journal, name: uniqueNames(name) }, store);
    await on.session.open(target);
    return on;
  };
  const offered = ({ session }: SessionFixture): (string | undefined)[] =>
    [session.snapshot.restorable, ...session.snapshot.moreRestorable].map((draft) => draft?.text);
  const one = await open('one');
  assert.deepEqual(offered(one), ['<p>one third</p>', '<p>one second</p>', '<p>one first</p>']);
  one.session.dismiss();
  assert.deepEqual(offered(one), ['<p>one second</p>', '<p>one first</p>']);
  crash();
  const two = await open('two');
  assert.equal(two.session.restore(), true);
  assert.deepEqual([two.session.snapshot.editor!.text, ...offered(two)], ['<p>one second</p>', '<p>one first</p>']);
  assert.equal(two.session.restore(), true);
  assert.deepEqual([two.session.snapshot.editor!.text, ...offered(two)], ['<p>one first</p>', undefined]);
  two.session.run(undo);
  assert.equal(two.session.snapshot.editor!.text, '<p>one second</p>', 'what was restored before is a step back');
});

for (const [way, act] of [
  ['saves', (on: SessionFixture) => on.session.save()],
  ['compares', (on: SessionFixture) => on.session.compare()],
] as const)
  test(`somebody else has saved the same words, and who edits ${way}: there is nothing to choose`, async () => {
    const on = await createSessionFixture();
    await on.session.open(target);
    insertText(on, ' mine');
    await on.session.save();
    insertText(on, ' more');
    const { text } = on.session.snapshot.editor!;
    await on.store.save(FORK, text, { expectedRevision: 2 });
    await flushTasks();
    await act(on);
    const { conflict, newer, version, editor, error } = on.session.snapshot;
    assert.deepEqual([conflict, newer, version!.revision, isChanged(editor!), error], [null, null, 3, false, null]);
    // It is still the draft of others: saving publishes it.
    assert.equal(await on.session.save(), true);
    const fork = await findVersion(on.store, FORK);
    assert.deepEqual([fork.view, fork.published], [text, 3]);
    on.session.run(undo);
    assert.equal(on.session.snapshot.editor!.text, '<p>one mine</p>');
  });

/** Opens a session that recovers the edits of a crashed one. */
async function openAfterCrash(lost: string) {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, lost);
  crash();
  const on = await createSessionFixture({ journal, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  return on;
}

test('a recoverable draft that equals the saved text needs no decision', async () => {
  const on = await openAfterCrash(' lost');
  const { text } = on.session.snapshot.restorable!;
  const fork = await on.store.fork(HERO, 'home', { expectedRevision: 0 });
  await on.store.save(FORK, text, { expectedRevision: fork.revision });
  await flushTasks();
  assert.equal(on.session.snapshot.editor!.text, text);
  assert.equal(on.session.restore(), true);
  assert.deepEqual([on.session.snapshot.conflict, on.session.snapshot.restorable], [null, null]);
  assert.equal(on.session.snapshot.editor!.text, text);
});

test('undo after a recovery returns to the text that was typed before', async () => {
  const on = await openAfterCrash(' lost');
  insertText(on, ' since');
  assert.equal(on.session.restore(), true);
  const { editor, conflict, restorable } = on.session.snapshot;
  assert.deepEqual([editor!.text, conflict, restorable], ['<p>one lost</p>', null, null]);
  on.session.run(undo);
  assert.equal(on.session.snapshot.editor!.text, '<p>one since</p>');
});

test('a journal that is older than the version of the host is a conflict, and is not applied', async () => {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, ' mine');
  crash();
  await before.store.save(HERO, '<p>two</p>', { expectedRevision: 1 });
  const on = await createSessionFixture({ journal, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  assert.equal(on.session.restore(), true);
  const { conflict } = on.session.snapshot;
  assert.deepEqual([conflict!.base, conflict!.mine, conflict!.theirs], [VIEW, '<p>one mine</p>', '<p>two</p>']);
  assert.equal(await on.session.resolve('<p>two mine</p>'), true);
  assert.equal((await findVersion(on.store, FORK)).view, '<p>two mine</p>');
});

test('a damaged journal is restored up to the damage', async () => {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, ' a');
  insertText(before, ' b');
  crash();
  const torn: JournalStore = {
    ...journal,
    find: async (id) =>
      (await journal.find(id)).map((kept) => ({ ...kept, entries: [kept.entries[0], { damaged: true }] })),
  };
  const on = await createSessionFixture({ journal: torn, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  assert.equal(on.session.snapshot.restorable!.text, '<p>one a</p>');
  assert.match(on.logMessages.join(), /has an invalid form/);
});

test('saving clears the journal, except text that was typed meanwhile', async () => {
  const { journal, crash } = persistentJournal();
  const before = await createSessionFixture({ journal });
  await before.session.open(target);
  insertText(before, ' a');
  let open = (): void => {};
  before.gate = new Promise((resolve) => (open = resolve));
  const saving = before.session.save();
  await new Promise(setImmediate);
  insertText(before, ' b');
  open();
  await saving;
  crash();
  const on = await createSessionFixture({ journal, name: uniqueNames('next') }, before.store);
  await on.session.open(target);
  assert.deepEqual(
    [on.session.snapshot.editor!.text, on.session.snapshot.restorable!.text],
    ['<p>one a</p>', '<p>one a b</p>'],
  );
});
