/**
 * What is not saved yet outlives a crash: each transaction is written down before anybody sees it. A journal is taken up
 * again only where it fits, and is compared with what the host has where it does not.
 */
import { JournalMismatchError, replay, type JournalEntry } from '../model/journal';
import { createState, type EditorState } from '../model/state';
import type { OpenSession } from './open-session';
import type { Conflict } from './conflict';

/** What a session began with. */
export interface JournalHeader {
  /** Of the session. */
  readonly name: string;
  /** Of the version that is edited. */
  readonly id: string;
  /** What the host had: the number of its revision, 0 for nothing yet, and the text. */
  readonly revision: number;
  readonly text: string;
}

/** A session that was not closed, and what was done in it; entries as they were found. */
export interface RecoverableSession extends JournalHeader {
  /** Of its last entry; milliseconds since 1970. */
  readonly time: number;
  readonly entries: readonly unknown[];
}

/** Where journals are kept. None of these rejects: what can not be written is told by `failed`. */
export interface JournalStore {
  /** Sessions of a version that have ended without being closed and had something to lose, newest first. */
  find(id: string): Promise<readonly RecoverableSession[]>;
  /** Begins a journal, or begins it anew. */
  begin(header: JournalHeader): void;
  append(name: string, entry: JournalEntry): void;
  /** There is nothing to lose any more. */
  end(name: string): void;
  /** Leaves it for whoever opens this version next. */
  leave(name: string): void;
  /** Resolves when all of this is written. */
  written(): Promise<void>;
}

export const NO_JOURNAL: JournalStore = Object.freeze({
  find: async () => [],
  begin() {},
  append() {},
  end() {},
  leave() {},
  written: async () => {},
});

/** Changes that were not saved when their session ended. */
export interface RecoverableDraft {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The view with them. */
  readonly text: string;
  /** Where the host has what they began with: the editor as it was, with its history. */
  readonly editor: EditorState | undefined;
  /** Where it has something else by now: what is to be compared. */
  readonly conflict: Conflict | undefined;
  /** Sessions that left exactly this text: they are over once it is restored or dismissed. */
  readonly names: readonly string[];
}

/**
 * The drafts of sessions with changes that the host does not have, newest first. Each is offered until the editor has decided about it.
 * @param log hears of journals that are damaged
 */
export function findRecoverableDrafts(
  sessions: readonly RecoverableSession[],
  { version, view }: Pick<OpenSession, 'version' | 'view'>,
  log: (message: string, error: unknown) => void,
): RecoverableDraft[] {
  const drafts = new Map<string, RecoverableDraft>();
  for (const { name, text: base, entries, time } of sessions) {
    const editor = asFarAsItFits(base, entries, (error) => log(`The journal '${name}' has an invalid form`, error));
    const { text } = editor;
    if (text === base || text === view) continue;
    const newer = drafts.get(text);
    if (newer) {
      drafts.set(text, { ...newer, names: [...newer.names, name] });
      continue;
    }
    const fits = base === view;
    const conflict = { base, mine: text, theirs: view, current: version };
    drafts.set(text, {
      ...{ time, text, names: [name] },
      ...(fits ? { editor, conflict: undefined } : { editor: undefined, conflict }),
    });
  }
  return [...drafts.values()];
}

/** A journal whose end is torn is worth what stands before it. */
function asFarAsItFits(base: string, entries: readonly unknown[], damaged: (error: unknown) => void): EditorState {
  try {
    return replay(base, entries);
  } catch (error) {
    damaged(error);
    return error instanceof JournalMismatchError && error.at > 0
      ? replay(base, entries.slice(0, error.at))
      : createState(base);
  }
}
