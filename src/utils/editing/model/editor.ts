/** An editor: holds the state, does commands, tells who listens. The clock is a port. */
import { journalEntry, type JournalEntry } from './journal';
import { applyTransaction, createState, markSaved, type Command, type EditorState, type Transaction } from './state';

export interface EditorDependencies {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told of every transaction before it is applied: what a crash journal writes. */
  readonly write?: (entry: JournalEntry) => void;
  /** Told of every state. */
  readonly show?: (state: EditorState, before: EditorState) => void;
}

export class Editor {
  private current: EditorState;
  private readonly ports: EditorDependencies;

  /** @param view the text of the view, or a state that a journal was replayed to. */
  constructor(view: string | EditorState, ports: EditorDependencies = {}) {
    this.current = typeof view === 'string' ? createState(view) : view;
    this.ports = ports;
  }

  get state(): EditorState {
    return this.current;
  }

  /** Does a command; answers whether it could be done. */
  do(command: Command): boolean {
    return command(this.current, (transaction) => this.dispatch(transaction));
  }

  /** Whether a command could be done now. */
  can(command: Command): boolean {
    return command(this.current);
  }

  /** @throws RangeError for a transaction that does not fit the text. */
  dispatch(transaction: Transaction): void {
    const before = this.current;
    const timed = { time: (this.ports.now ?? Date.now)(), ...transaction };
    const after = applyTransaction(before, timed);
    this.ports.write?.(journalEntry(before, timed));
    this.current = after;
    this.ports.show?.(after, before);
  }

  /** Puts the selection elsewhere; what is typed then is a step of its own. */
  select(anchor: number, head = anchor): void {
    this.dispatch({ steps: [], selection: { anchor, head } });
  }

  /** Says that the host has a text now. */
  saved(text = this.current.text): void {
    this.current = markSaved(this.current, text);
  }
}
