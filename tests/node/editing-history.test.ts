/** History and journal: undo and redo, and a crash loses no recorded edits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setAttributes } from '../../src/utils/editing/model/commands/set-attribute';
import { toggleMark } from '../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { discard, redo, undo } from '../../src/utils/editing/model/commands/undo';
import { Editor } from '../../src/utils/editing/model/editor';
import { PAUSE } from '../../src/utils/editing/model/history';
import { JournalMismatchError, journalEntry, replay, type JournalEntry } from '../../src/utils/editing/model/journal';
import { applyTransaction, createState, diffText, isChanged, markSaved } from '../../src/utils/editing/model/state';
import { editorAt, elementId, textWithSelection } from '../lib/editing';

test('typing without a pause is one undo step, a pause begins another', () => {
  let now = 1000;
  const editor = editorAt('<p>a|</p>', { now: () => now });
  for (const char of 'bcd') {
    editor.do(typeText(char));
    now += PAUSE - 1;
  }
  now += 1;
  for (const char of 'ef') editor.do(typeText(char));
  assert.equal(textWithSelection(editor), '<p>abcdef|</p>');
  editor.do(undo);
  assert.equal(textWithSelection(editor), '<p>abcd|</p>');
  editor.do(undo);
  assert.equal(textWithSelection(editor), '<p>a|</p>');
  assert.equal(editor.do(undo), false);
  editor.do(redo);
  editor.do(redo);
  assert.equal(textWithSelection(editor), '<p>abcdef|</p>');
  assert.equal(editor.do(redo), false);
});

test('a clock that goes backwards begins a new step', () => {
  let now = 1000;
  const editor = editorAt('<p>a|</p>', { now: () => now });
  editor.do(typeText('b'));
  now = 10;
  editor.do(typeText('c'));
  assert.equal(editor.state.history.done.length, 2);
});

test('typing at another position and other edits are separate undo steps', () => {
  const editor = editorAt('<p>ab| cd</p>');
  editor.do(typeText('x'));
  editor.select(editor.state.text.indexOf('d</p>') + 1);
  editor.do(typeText('y'));
  editor.do(setAttributes(elementId(editor.state.document, 'p'), { title: 't' }));
  assert.equal(editor.state.history.done.length, 3);
  editor.do(undo);
  editor.do(undo);
  assert.equal(editor.state.text, '<p>abx cd</p>');
});

test('undo restores the selection with its direction', () => {
  const editor = editorAt('<p>a b c</p>');
  editor.select(6, 5);
  const before = editor.state.selection;
  editor.do(toggleMark('bold'));
  const after = editor.state.selection;
  editor.do(undo);
  assert.deepEqual(editor.state.selection, before);
  editor.do(redo);
  assert.deepEqual(editor.state.selection, after);
});

test('a new edit clears the redo history', () => {
  const editor = editorAt('<p>a|</p>');
  editor.do(typeText('b'));
  editor.do(undo);
  editor.do(typeText('c'));
  assert.equal(editor.can(redo), false);
});

test('discard is one step to the saved text, and can be undone', () => {
  const editor = editorAt('<p>a|</p>');
  editor.do(typeText('b'));
  editor.saved();
  assert.equal(isChanged(editor.state), false);
  assert.equal(editor.can(discard), false);
  editor.do(typeText('c'));
  editor.do(setAttributes(elementId(editor.state.document, 'p'), { title: 't' }));
  assert.ok(isChanged(editor.state));
  assert.ok(editor.do(discard));
  assert.equal(editor.state.text, '<p>ab</p>');
  editor.do(undo);
  assert.equal(editor.state.text, '<p title="t">abc</p>');
});

function session(): { entries: JournalEntry[]; editor: Editor; base: string } {
  const entries: JournalEntry[] = [];
  const editor = editorAt('<p>one| two</p>', { now: () => 5, write: (entry) => entries.push(entry) });
  const base = editor.state.text;
  for (const char of ' & more') editor.do(typeText(char));
  editor.select(3, 6);
  editor.do(toggleMark('italic'));
  editor.do(undo);
  editor.do(redo);
  editor.do(undo);
  return { entries, editor, base };
}

test('a replayed journal leads to the same state, with history and selection', () => {
  const { entries, editor, base } = session();
  const state = replay(base, JSON.parse(JSON.stringify(entries)) as unknown[]);
  assert.equal(state.text, editor.state.text);
  assert.deepEqual(state.selection, editor.state.selection);
  assert.equal(JSON.stringify(state.history), JSON.stringify(editor.state.history));
  assert.equal(state.stateHash, editor.state.stateHash);
  const again = new Editor(state);
  again.do(redo);
  assert.ok(again.state.text.includes('<em>'));
  while (again.do(undo));
  assert.equal(again.state.text, base);
});

test('a truncated journal leads to the state at its end', () => {
  const { entries, base } = session();
  let state = createState(base);
  for (const [at, entry] of entries.entries()) {
    assert.equal(replay(base, entries.slice(0, at)).text, state.text);
    state = applyTransaction(state, entry);
  }
});

test('a journal that is damaged, unordered, or of another text is rejected with the position', () => {
  const { entries, base } = session();
  const refused = (text: string, list: readonly unknown[], at: number, why: RegExp): void =>
    assert.throws(
      () => replay(text, list),
      (error: unknown) => error instanceof JournalMismatchError && error.at === at && why.test(error.message),
    );
  refused(base.replace('two', 'TWO'), entries, 0, /another text/);
  refused(base, [entries[3]], 0, /another text/);
  const typed = entries.findIndex(({ steps }) => steps.length > 0);
  refused(base, [...entries.slice(0, typed), ...entries.slice(typed + 1)], typed, /another text/);
  for (const damaged of [
    null,
    5,
    {},
    { base: 'x' },
    { ...entries[0], steps: [{ from: -1, to: 0, insert: '' }] },
    { ...entries[0], steps: 'x' },
  ])
    refused(base, [damaged], 0, /invalid form/);
  refused(base, [{ ...entries[0], steps: [{ from: 0, to: 9999, insert: '' }] }], 0, /not within a text/);
});

test('a journal that restarts at a save is based on the saved text, also if the text changed meanwhile', () => {
  const editor = editorAt('<p>a|</p>');
  editor.do(typeText('b'));
  const sent = editor.state.text;
  editor.do(typeText('c'));
  const base = createState(sent);
  const first = journalEntry(base, { steps: diffText(sent, editor.state.text) });
  editor.saved(sent);
  assert.ok(isChanged(editor.state));
  const written: JournalEntry[] = [first];
  const on = new Editor(editor.state, { write: (entry) => written.push(entry) });
  on.do(typeText('d'));
  assert.equal(replay(sent, written).text, '<p>abcd</p>');
  assert.equal(markSaved(on.state).stateHash, createState(on.state.text).stateHash);
});

test('an invalid transaction is rejected and changes nothing', () => {
  const editor = new Editor('<p>a</p>');
  assert.throws(() => editor.dispatch({ steps: [{ from: 5, to: 99, insert: '' }] }), /Step 5-99/);
  assert.equal(editor.state.text, '<p>a</p>');
});
