/** Writes the journal of a session: each transaction is recorded before it is applied. */
import { journalEntry } from '../model/journal';
import { applyTransaction, createState, diffText, markSaved, type EditorState, type Transaction } from '../model/state';
import type { SessionCore } from './operation';

/** Begins or restarts the journal, with the difference between the saved text and the current one. */
export function beginJournal({ dependencies, snapshot, run }: SessionCore): void {
  const { editor, version, opening } = snapshot;
  const { name } = run!;
  const { text, saved } = editor!;
  dependencies.journal.begin({ name, id: opening!.writeTarget.id, revision: version?.revision ?? 0, text: saved });
  const steps = diffText(saved, text);
  if (steps.length) dependencies.journal.append(name, journalEntry(createState(saved), { steps }));
}

/** Maximum size of the markup on the host, in bytes of UTF-8. */
export const MAX_BYTES = 500_000;

const isTooLong = (text: string): boolean =>
  text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES;

/** Applies a transaction. If the text would exceed the host's limit, it calls `tooLong`, changes nothing and returns false. */
export function apply({ dependencies, snapshot, run, set }: SessionCore, transaction: Transaction): boolean {
  const editor = snapshot.editor!;
  const timed = { time: dependencies.now(), ...transaction };
  // If this throws, nothing has changed yet.
  const next = applyTransaction(editor, timed);
  if (next.text.length > editor.text.length && isTooLong(next.text)) {
    dependencies.tooLong?.();
    return false;
  }
  // A transaction without steps only changes the selection, which is not recorded.
  if (timed.steps.length) dependencies.journal.append(run!.name, journalEntry(editor, timed));
  set({ editor: next });
  return true;
}

/** Marks a text as saved, in this version of the host. */
export function saved(
  core: SessionCore,
  text: string,
  changes: Partial<SessionCore['snapshot']>,
  editor = core.snapshot.editor!,
): void {
  core.set({ origin: null, ...changes, editor: markSaved(editor, text) });
  beginJournal(core);
}

/** Replaces the editor state, as if it had just been opened. */
export function replaced(core: SessionCore, changes: Partial<SessionCore['snapshot']>, editor: EditorState): void {
  core.set({ ...changes, editor });
  beginJournal(core);
}
