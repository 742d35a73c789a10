/** Rules of the specification for sessions: §4, §5 and §8. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { openSession } from '../../src/utils/editing/session/open-session';
import { hasChanges, saveLabel } from '../../src/utils/editing/session/snapshot';
import type { VersionStore } from '../../src/utils/gateway';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { isChanged } from '../../src/utils/editing/model/state';
import { NetworkError } from '../../src/utils/gateway/errors';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { EDITOR_TEXTS } from '../lib/catalogs';
import {
  FORK,
  findVersion,
  HERO,
  publishedStore,
  createSessionFixture,
  target,
  flushTasks,
  insertText,
  VIEW,
} from '../lib/session-fixture';
import { waitUntil } from '../lib/wait-until';

test('§4 idle, then loading on open, then ready when the editor and the fonts are there; the 100 ms are the shell’s to wait', async () => {
  const on = await createSessionFixture();
  assert.equal(on.session.snapshot.state, 'idle');
  assert.equal(await on.session.open(target), true);
  assert.deepEqual(on.states, ['loading', 'ready']);
  assert.deepEqual(on.delays, []);
});

test('§4 no fork, an original that is none, an instance: a new fork, which is local until the first save', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  const { opening, forked, editor } = on.session.snapshot;
  assert.deepEqual([opening!.writeTarget.id, forked, editor!.text], [FORK, false, VIEW]);
  await on.session.close();
  assert.deepEqual(on.calls, [`find ${HERO},${FORK}`]);
});

test('§4 saving commits the edited view, stages and publishes the fork, clears changed and sets forked', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' more');
  assert.equal(saveLabel(on.session.snapshot), 'save.customization');
  assert.equal(await on.session.save(), true);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual(
    [fork.view, fork.forkOriginId, fork.staged, fork.published, fork.revision],
    ['<p>one more</p>', HERO, 2, 2, 2],
  );
  const { forked } = on.session.snapshot;
  assert.deepEqual([forked, saveLabel(on.session.snapshot)], [true, 'save.upToDate']);
  assert.equal((await findVersion(on.store, HERO)).view, VIEW);
});

test('a draft is only committed: visitors keep seeing the published revision, and saving publishes the draft', async () => {
  const on = await createSessionFixture();
  on.confirms = false;
  await on.session.open(target);
  insertText(on, ' soon');
  assert.equal(await on.session.saveDraft(), undefined, 'it makes the fork of this page, too');
  assert.deepEqual([on.questions, (await on.store.find([FORK]))[0]], [['ask.save'], null]);
  on.confirms = true;
  const draft = await on.session.saveDraft();
  assert.equal(draft!.revision, 2);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.staged, fork.published], ['<p>one soon</p>', null, null]);
  const { forked, busy, version, editor } = on.session.snapshot;
  assert.deepEqual([forked, busy, version!.revision, isChanged(editor!)], [true, null, 2, false]);
  // Without changes, no new draft is saved.
  assert.equal((await on.session.saveDraft())!.revision, 2);
  assert.equal(saveLabel(on.session.snapshot), 'save.customization');
  assert.equal(await on.session.save(), true);
  assert.equal((await findVersion(on.store, FORK)).published, 2);
});

test('a failed draft leaves the edits unchanged, and a retry does not publish it', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' soon');
  on.nextFailure = { name: 'save', error: new NetworkError({ url: 'https://host.example/graphql' }) };
  await assert.rejects(on.session.saveDraft(), { name: 'NetworkError' });
  await flushTasks();
  const { busy, error, retrying, editor } = on.session.snapshot;
  assert.deepEqual([busy, error, retrying, isChanged(editor!)], [null, null, false, true]);
  assert.deepEqual(on.delays, []);
  let go = (): void => {};
  on.gate = new Promise((resolve) => (go = resolve));
  const draft = on.session.saveDraft();
  await flushTasks();
  assert.equal(on.session.snapshot.busy, 'draft');
  const save = on.session.save();
  go();
  assert.equal((await draft)!.revision, 2);
  assert.equal(await save, true);
  const { published, revision } = await findVersion(on.store, FORK);
  assert.deepEqual([published, revision], [2, 2]);
});

test('§5 saving warns that changes are visible only on that page; not when already forked; nothing is written without leave', async () => {
  const on = await createSessionFixture();
  on.confirms = false;
  await on.session.open(target);
  insertText(on, '!');
  assert.equal(await on.session.save(), false);
  assert.deepEqual([on.questions, (await on.store.find([FORK]))[0]], [['ask.save'], null]);
  on.confirms = true;
  await on.session.save();
  insertText(on, '!');
  await on.session.save();
  assert.deepEqual(on.questions, ['ask.save', 'ask.save']);
  assert.match(EDITOR_TEXTS['ask.save'], /only on this page.*revert/);
});

test('§4 a fork that exists is marked forked, and shows its own view', async () => {
  const before = await createSessionFixture();
  await before.session.open(target);
  insertText(before, ' mine');
  await before.session.save();
  const on = await createSessionFixture({}, before.store);
  await on.session.open(target);
  assert.deepEqual([on.session.snapshot.forked, on.session.snapshot.editor!.text], [true, '<p>one mine</p>']);
});

test('§4 a fork that is deleted is restored with the original’s view, at the first save', async () => {
  const on = await createSessionFixture();
  await on.store.fork(HERO, 'home', { expectedRevision: 0 });
  await on.store.save(FORK, '<p>old</p>', { expectedRevision: 1 });
  await on.store.publish(FORK, { expectedRevision: 2 });
  // Other properties of a version may have any value.
  const published = await findVersion(on.store, FORK);
  assert.throws(
    () => openSession(target, null, { ...published, deletedAt: published.modifiedAt }),
    /There is no version/,
  );
  await on.store.remove(FORK, { expectedRevision: 2 });
  await on.session.open(target);
  assert.equal(on.session.snapshot.editor!.text, VIEW);
  assert.notEqual((await findVersion(on.store, FORK)).deletedAt, null);
  insertText(on, ' again');
  assert.equal(await on.session.save(), true);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.deletedAt, fork.view, fork.published], [null, '<p>one again</p>', fork.revision]);
});

test('§4 a fork that was saved and could not be delivered is marked forked, its text is opened, and saving delivers it', async () => {
  const before = await createSessionFixture();
  await before.session.open(target);
  insertText(before, ' draft');
  before.nextFailure = { name: 'stage', error: new Error('The host is down.') };
  assert.equal(await before.session.save(), false);
  const on = await createSessionFixture({}, before.store);
  await on.session.open(target);
  const { forked, editor } = on.session.snapshot;
  assert.deepEqual(
    [forked, editor!.text, saveLabel(on.session.snapshot)],
    [true, '<p>one draft</p>', 'save.customization'],
  );
  // It is saved on the host, so closing loses nothing.
  assert.deepEqual([await on.session.close(), on.questions], [true, []]);
  await on.session.open(target);
  assert.equal(await on.session.save(), true);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.staged, fork.published], ['<p>one draft</p>', 2, 2]);
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
});

test('an original with a draft, also of somebody else, is saved to publish it; one that was taken from its visitors is not', async () => {
  const store = await publishedStore();
  await store.save(HERO, '<p>two</p>', { expectedRevision: 1 });
  const on = await createSessionFixture({}, store);
  const original = { library: 'lib', component: 'hero' };
  await on.session.open(original);
  const { editor, forked } = on.session.snapshot;
  assert.deepEqual([editor!.text, forked, saveLabel(on.session.snapshot)], ['<p>two</p>', false, 'save.save']);
  assert.equal(await on.session.save(), true);
  const { published: shown, revision } = await findVersion(on.store, HERO);
  assert.deepEqual([shown, revision, saveLabel(on.session.snapshot)], [2, 2, 'save.upToDate']);
  await on.session.close();
  await store.unpublish(HERO, { expectedRevision: 2 });
  await on.session.open(original);
  assert.equal(saveLabel(on.session.snapshot), 'save.upToDate');
});

test('§4 a fork that was reset begins with the original, also after the original went on; so does one that was never saved', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  assert.equal(await on.session.unfork(), true);
  await on.session.close();
  await on.store.save(HERO, '<p>two</p>', { expectedRevision: 1 });
  await on.session.open(target);
  assert.deepEqual([on.session.snapshot.forked, on.session.snapshot.editor!.text], [false, '<p>two</p>']);
});

test('§4 unfork while somebody else has saved a newer revision: nothing is reset, the reason is given, and asking again resets it', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  // The connection for changes is down, so the session does not receive the change.
  const other = await createSessionFixture({}, { ...on.store, subscribe: () => () => {} });
  await other.session.open(target);
  await on.store.save(FORK, '<p>theirs</p>', { expectedRevision: 2 });
  assert.equal(await other.session.unfork(), false);
  const { error, failed, editor, forked } = other.session.snapshot;
  assert.deepEqual([error!.name, failed, editor!.text, forked], ['ConflictError', 'unfork', '<p>theirs</p>', true]);
  assert.equal(await other.session.unfork(), true);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.published, other.session.snapshot.error], [VIEW, null, null]);
});

test('a fork is made and saved with the address of its page; the original is saved without', async () => {
  const store = await publishedStore();
  const told: [string, string | undefined][] = [];
  const telling: VersionStore = {
    ...store,
    fork: (id, instance, write) => (told.push(['fork', write.page]), store.fork(id, instance, write)),
    save: (id, view, write) => (told.push(['save', write.page]), store.save(id, view, write)),
  };
  const on = await createSessionFixture({ page: () => 'https://site.example/home' }, telling);
  await on.session.open(target);
  insertText(on, ' mine');
  assert.equal(await on.session.save(), true);
  assert.deepEqual(told.splice(0), [
    ['fork', 'https://site.example/home'],
    ['save', 'https://site.example/home'],
  ]);
  await on.session.close();
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' for all');
  assert.equal(await on.session.save(), true);
  assert.deepEqual(told, [['save', undefined]]);
});

test('§4 without an instance, and for what is a fork itself, the version is edited as it is, without a warning', async () => {
  const on = await createSessionFixture();
  await on.session.open({ library: 'lib', component: 'hero' });
  insertText(on, ' for all');
  assert.equal(saveLabel(on.session.snapshot), 'save.save');
  assert.equal(await on.session.save(), true);
  assert.deepEqual([(await findVersion(on.store, HERO)).view, on.questions], ['<p>one for all</p>', []]);
  assert.equal(on.session.snapshot.forked, false);
  await on.session.close();
  await on.store.fork(HERO, 'own', { expectedRevision: 0 });
  await on.session.open({ library: 'lib', component: 'hero', version: 'own', instance: 'home' });
  assert.equal(on.session.snapshot.opening!.writeTarget.id, 'lib/hero/own');
});

test('a missing or deleted version does not open: the error names it, and the page keeps its element', async () => {
  const on = await createSessionFixture();
  assert.equal(await on.session.open({ library: 'lib', component: 'none' }), false);
  assert.equal(on.session.snapshot.error!.message, "There is no version 'lib/none/responsive'. Check the id.");
  assert.deepEqual([on.session.snapshot.state, on.restored.length], ['idle', 1]);
  await on.store.remove(HERO, { expectedRevision: 1 });
  await on.session.open(target);
  assert.equal(
    on.session.snapshot.error!.message,
    "Someone deleted the version 'lib/hero/responsive'. Restore it first.",
  );
});

test('§4 unfork resets to the original, unstages and unpublishes, after its question; the page shows the original', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' mine');
  await on.session.save();
  on.confirms = false;
  assert.equal(await on.session.unfork(), false);
  on.confirms = true;
  // The original has a new revision meanwhile.
  await on.store.save(HERO, '<p>two</p>', { expectedRevision: 1 });
  assert.equal(await on.session.unfork(), true);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.staged, fork.published], ['<p>two</p>', null, null]);
  const { forked, editor } = on.session.snapshot;
  assert.deepEqual([forked, editor!.text, on.restored.length], [false, '<p>two</p>', 1]);
  assert.equal(
    EDITOR_TEXTS['ask.unfork'],
    'Are you sure to reset component to its original state? All changes will be lost.',
  );
  // It can be customized again, also in a later session.
  await on.session.close();
  await on.session.open(target);
  assert.deepEqual([on.session.snapshot.forked, on.session.snapshot.editor!.text], [false, '<p>two</p>']);
  insertText(on, ' anew');
  assert.equal(await on.session.save(), true);
  assert.equal((await findVersion(on.store, FORK)).view, '<p>two anew</p>');
});

for (const step of ['find', 'save', 'unstage', 'unpublish'])
  test(`what was typed before a fork is reset, and while it is, is one undo away: at ${step}`, async () => {
    const on = await createSessionFixture();
    await on.session.open(target);
    insertText(on, ' mine');
    await on.session.save();
    insertText(on, ' unsaved');
    let goOn = (): void => {};
    // Calls before this step are answered at once.
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    Object.defineProperty(on, 'gate', {
      get: () => (on.calls.at(-1)!.startsWith(step) ? gate : Promise.resolve()),
    });
    const isDone = on.session.unfork();
    await waitUntil(() => on.calls.at(-1)!.startsWith(step));
    insertText(on, ' meanwhile');
    goOn();
    assert.equal(await isDone, true);
    const { editor, forked } = on.session.snapshot;
    assert.deepEqual([editor!.text, isChanged(editor!), forked], [VIEW, false, false]);
    assert.equal(on.session.run(undo), true);
    const undone = on.session.snapshot;
    assert.deepEqual([undone.editor!.text, hasChanges(undone)], ['<p>one mine unsaved meanwhile</p>', true]);
    // Saving makes it a customization again.
    assert.equal(await on.session.save(), true);
    const fork = await findVersion(on.store, FORK);
    assert.deepEqual([fork.view, fork.published], ['<p>one mine unsaved meanwhile</p>', fork.revision]);
  });

for (const action of ['save', 'unfork'] as const)
  test(`§4 ${action} of a fork that somebody has deleted meanwhile: it is told, and saving again makes the fork anew`, async () => {
    const on = await createSessionFixture();
    await on.session.open(target);
    insertText(on, ' mine');
    await on.session.save();
    insertText(on, ' more');
    await on.store.remove(FORK, { expectedRevision: 2 });
    assert.equal(await on.session[action](), false);
    const { error, failed, editor, forked, busy } = on.session.snapshot;
    assert.deepEqual(
      [error!.name, failed, editor!.text, forked, busy],
      ['ForkDeletedError', 'save', '<p>one mine more</p>', false, null],
    );
    // The session does not restore it without a confirmation.
    assert.notEqual((await findVersion(on.store, FORK)).deletedAt, null);
    on.questions.length = 0;
    assert.equal(await on.session.save(), true);
    const fork = await findVersion(on.store, FORK);
    assert.deepEqual(
      [fork.view, fork.published, fork.deletedAt, on.session.snapshot.error, on.questions],
      ['<p>one mine more</p>', fork.revision, null, null, ['ask.save']],
    );
  });

test('§4 discard reverts unsaved changes, in one step that can be undone', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, ' a');
  insertText(on, ' b');
  assert.equal(on.session.discard(), true);
  assert.equal(on.session.snapshot.editor!.text, VIEW);
  on.session.run(undo);
  assert.equal(on.session.snapshot.editor!.text, '<p>one a b</p>');
});

test('§5 closing asks when something changed, and only then; it restores the element, and waits for nothing: the chrome is the shell’s', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  assert.equal(await on.session.close(), true);
  assert.deepEqual([on.questions, on.restored.length, on.delays], [[], 1, []]);
  await on.session.open(target);
  insertText(on, '!');
  on.confirms = false;
  assert.equal(await on.session.close(), false);
  assert.equal(on.session.snapshot.editor!.text, '<p>one!</p>');
  on.confirms = true;
  assert.equal(await on.session.close(), true);
  assert.deepEqual([on.questions, on.session.snapshot.target], [['ask.close', 'ask.close'], null]);
  assert.equal(EDITOR_TEXTS['ask.close'], 'Are you sure to close editor and discard changes?');
});

test('only one target is open: opening another asks first, opening the same one does nothing', async () => {
  const on = await createSessionFixture();
  await on.session.open(target);
  insertText(on, '!');
  assert.equal(await on.session.open({ ...target, version: 'responsive' }), true);
  assert.equal(on.session.snapshot.editor!.text, '<p>one!</p>');
  on.confirms = false;
  assert.equal(await on.session.open({ library: 'lib', component: 'hero' }), false);
  assert.equal(on.session.snapshot.opening!.writeTarget.id, FORK);
});

/** A save is pending until `go`, and more text has been typed meanwhile. */
async function typedWhileSaving() {
  const on = await createSessionFixture();
  await on.session.open(target);
  let go = (): void => {};
  on.gate = new Promise((resolve) => (go = resolve));
  insertText(on, ' more');
  const first = on.session.save();
  await flushTasks();
  insertText(on, ' yet');
  return { on, first, go };
}

test('a save during a pending save runs after it and includes text typed meanwhile; saves are never concurrent', async () => {
  const { on, first, go } = await typedWhileSaving();
  const later = [on.session.save(), on.session.save()];
  await flushTasks();
  assert.equal((await on.store.find([FORK]))[0], null);
  go();
  assert.deepEqual(await Promise.all([first, ...later]), [true, true, true]);
  const fork = await findVersion(on.store, FORK);
  assert.deepEqual([fork.view, fork.published, fork.revision], ['<p>one more yet</p>', 3, 3]);
  assert.deepEqual([on.logMessages, on.questions, on.activities.at(-1)], [[], ['ask.save'], 'idle']);
});

test('a queued save does nothing if the editor was closed or reopened meanwhile', async () => {
  const { on, first, go } = await typedWhileSaving();
  const later = on.session.save();
  assert.equal(await on.session.close(), true);
  go();
  assert.deepEqual(await Promise.all([first, later]), [false, false]);
  // The request that was sent is completed, but no later step: the text is discarded.
  const { view, staged, published } = await findVersion(on.store, FORK);
  assert.deepEqual([view, staged, published, on.logMessages], ['<p>one</p>', null, null, []]);
});

test('§8 an action too early logs ‘Editor is not ready’', async () => {
  const on = await createSessionFixture();
  assert.deepEqual([await on.session.save(), await on.session.unfork(), on.session.discard()], [false, false, false]);
  on.session.dispatch({ steps: [] });
  assert.deepEqual(on.logMessages, Array(4).fill('Editor is not ready'));
});

test('a change that exceeds the size limit of the host is rejected with a message', async () => {
  let refused = 0;
  const on = await createSessionFixture({ tooLong: () => void refused++ });
  await on.session.open(target);
  const words = 'あ'.repeat(166_000);
  insertText(on, words);
  const { text } = on.session.snapshot.editor!;
  assert.ok(text.includes(words));
  assert.equal(refused, 0);
  const selection = { anchor: 4, head: 4 };
  on.session.dispatch({ steps: [], selection });
  assert.equal(on.session.run(typeText('あ'.repeat(1000))), false);
  assert.equal(on.session.snapshot.editor!.text, text);
  assert.equal(refused, 1);
  assert.equal(on.session.run(undo), true, 'what makes it shorter is done');
});
