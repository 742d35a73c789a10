/** The journal of a session: it reproduces exactly the same state after a crash, or fails. */
import { applyTransaction, createState, type EditorState, type Transaction } from './state';

/** A transaction with the hash of the state before it; plain JSON. */
export interface JournalEntry extends Transaction {
  readonly base: string;
}

/** A journal can not be replayed; `at` is the index of the entry. */
export class JournalMismatchError extends Error {
  override readonly name = 'JournalMismatchError';
  constructor(
    readonly at: number,
    reason: string,
  ) {
    super(`Journal entry ${at} does not fit: ${reason}`);
  }
}

/** Returns the entry to record before a transaction is applied. */
export const journalEntry = (state: EditorState, transaction: Transaction): JournalEntry => ({
  ...transaction,
  base: state.stateHash,
});

const isPosition = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { base, steps, selection, history } = value as Partial<JournalEntry>;
  return (
    typeof base === 'string' &&
    Array.isArray(steps) &&
    (steps as unknown[]).every((each) => {
      const { from, to, insert } = (each ?? {}) as Record<string, unknown>;
      return isPosition(from) && isPosition(to) && typeof insert === 'string';
    }) &&
    (selection === undefined || (isPosition(selection?.anchor) && isPosition(selection.head))) &&
    (history === undefined || history === 'undo' || history === 'redo')
  );
}

/**
 * Returns the state after replaying a journal, with its history and selection.
 * @param text the host's text when the journal began
 * @throws JournalMismatchError for an entry that is damaged, or that belongs to another text
 */
export function replay(text: string, entries: readonly unknown[]): EditorState {
  let state = createState(text);
  entries.forEach((entry, index) => {
    if (!isEntry(entry)) throw new JournalMismatchError(index, 'it has an invalid form');
    if (entry.base !== state.stateHash) throw new JournalMismatchError(index, 'it belongs to another text');
    try {
      state = applyTransaction(state, entry);
    } catch (error) {
      throw new JournalMismatchError(index, error instanceof RangeError ? error.message : String(error));
    }
  });
  return state;
}
