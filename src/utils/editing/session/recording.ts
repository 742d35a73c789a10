/** Keeps the journal of a session: each transaction is handed to it before it is applied. */
import { journalEntry } from '../model/journal';
import { applyTransaction, createState, diffText, markSaved, type EditorState, type Transaction } from '../model/state';
import type { SessionCore } from './operation';

/** Begins the journal (anew): from what the host has to what is here. */
export function beginJournal({ ports, snapshot, run }: SessionCore): void {
  const { editor, version, opening } = snapshot;
  const { name } = run!;
  const { text, saved } = editor!;
  ports.journal.begin({ name, id: opening!.writeTarget.id, revision: version?.revision ?? 0, text: saved });
  const steps = diffText(saved, text);
  if (steps.length) ports.journal.append(name, journalEntry(createState(saved), { steps }));
}

/** Bytes of UTF-8 that the host takes of a view. */
export const MOST_BYTES = 500_000;

const isTooLong = (text: string): boolean =>
  text.length * 3 > MOST_BYTES && new TextEncoder().encode(text).length > MOST_BYTES;

/** Answers false, and says so, where the text would be longer than what the host takes: then nothing is changed. */
export function apply({ ports, snapshot, run, set }: SessionCore, transaction: Transaction): boolean {
  const editor = snapshot.editor!;
  const timed = { time: ports.now(), ...transaction };
  // Who throws here has changed nothing.
  const next = applyTransaction(editor, timed);
  if (next.text.length > editor.text.length && isTooLong(next.text)) {
    ports.tooLong?.();
    return false;
  }
  // Where the caret was is not worth a write.
  if (timed.steps.length) ports.journal.append(run!.name, journalEntry(editor, timed));
  set({ editor: next });
  return true;
}

/** The host has this text, in this version. */
export function saved(
  core: SessionCore,
  text: string,
  news: Partial<SessionCore['snapshot']>,
  editor = core.snapshot.editor!,
): void {
  core.set({ origin: null, ...news, editor: markSaved(editor, text) });
  beginJournal(core);
}

/** Another text is here, as if it had just been opened. */
export function replaced(core: SessionCore, news: Partial<SessionCore['snapshot']>, editor: EditorState): void {
  core.set({ ...news, editor });
  beginJournal(core);
}
