/**
 * Journals of unsaved changes, which survive a crash: each transaction is recorded before it takes effect.
 * A journal is resumed only if the host still has its base text; otherwise it becomes a conflict.
 */
import { JournalMismatchError, replay, type JournalEntry } from '../model/journal';
import { createState, type EditorState } from '../model/state';
import type { OpenSession } from './open-session';
import type { Conflict } from './conflict';

/** What a session began with. */
export interface JournalHeader {
  /** Name of the session. */
  readonly name: string;
  /** Id of the edited version. */
  readonly id: string;
  /** The host's revision number (0 if there was none) and its text. */
  readonly revision: number;
  readonly text: string;
}

/** A session that was not closed, with its entries as they were read, unvalidated. */
export interface RecoverableSession extends JournalHeader {
  /** Time of the last entry, in milliseconds since 1970. */
  readonly time: number;
  readonly entries: readonly unknown[];
}

/** Storage of journals. Its methods never reject; write errors are reported to `failed`. */
export interface JournalStore {
  /** Finds sessions of a version that ended with unsaved changes and without being closed, newest first. */
  find(id: string): Promise<readonly RecoverableSession[]>;
  /** Begins a journal, or restarts it. */
  begin(header: JournalHeader): void;
  append(name: string, entry: JournalEntry): void;
  /** Deletes a journal that has nothing left to recover. */
  end(name: string): void;
  /** Ends the session, but keeps its journal for the next opening of this version. */
  leave(name: string): void;
  /** Resolves when all pending writes are done. */
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

/** Changes that were unsaved when their session ended. */
export interface RecoverableDraft {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The markup with these changes. */
  readonly text: string;
  /** The editor state with its history, if the host still has the base text. */
  readonly editor: EditorState | undefined;
  /** The conflict to resolve, if the host has another text. */
  readonly conflict: Conflict | undefined;
  /** Names of the sessions that left exactly this text. They end when it is restored or dismissed. */
  readonly names: readonly string[];
}

/**
 * Returns the drafts with changes that the host does not have, newest first. Each is offered until the user decides.
 * @param log called for damaged journals
 */
export function findRecoverableDrafts(
  sessions: readonly RecoverableSession[],
  { version, view }: Pick<OpenSession, 'version' | 'view'>,
  log: (message: string, error: unknown) => void,
): RecoverableDraft[] {
  const drafts = new Map<string, RecoverableDraft>();
  for (const { name, text: base, entries, time } of sessions) {
    const editor = replayValidEntries(base, entries, (error) =>
      log(`The journal '${name}' has an invalid form`, error),
    );
    const { text } = editor;
    if (text === base || text === view) continue;
    const newer = drafts.get(text);
    if (newer) {
      drafts.set(text, { ...newer, names: [...newer.names, name] });
      continue;
    }
    const isSameBase = base === view;
    const conflict = { base, mine: text, theirs: view, current: version };
    drafts.set(text, {
      ...{ time, text, names: [name] },
      ...(isSameBase ? { editor, conflict: undefined } : { editor: undefined, conflict }),
    });
  }
  return [...drafts.values()];
}

/** Replays a journal; if it is damaged, replays the entries before the damage. */
function replayValidEntries(
  base: string,
  entries: readonly unknown[],
  onDamaged: (error: unknown) => void,
): EditorState {
  try {
    return replay(base, entries);
  } catch (error) {
    onDamaged(error);
    return error instanceof JournalMismatchError && error.at > 0
      ? replay(base, entries.slice(0, error.at))
      : createState(base);
  }
}
