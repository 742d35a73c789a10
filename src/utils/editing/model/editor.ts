/** An editor: holds the state, runs commands, and notifies its listeners. The clock is injected. */
import { journalEntry, type JournalEntry } from './journal';
import { applyTransaction, createState, markSaved, type Command, type EditorState, type Transaction } from './state';

export interface EditorDependencies {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with every transaction before it takes effect, to write a crash journal. */
  readonly write?: (entry: JournalEntry) => void;
  /** Called with every new state. */
  readonly show?: (state: EditorState, before: EditorState) => void;
}

export class Editor {
  private current: EditorState;
  private readonly ports: EditorDependencies;

  /** @param initial the markup of the document, or a state that was replayed from a journal */
  constructor(initial: string | EditorState, ports: EditorDependencies = {}) {
    this.current = typeof initial === 'string' ? createState(initial) : initial;
    this.ports = ports;
  }

  get state(): EditorState {
    return this.current;
  }

  /** Runs a command; returns whether it was possible. */
  do(command: Command): boolean {
    return command(this.current, (transaction) => this.dispatch(transaction));
  }

  /** Whether a command is possible now. */
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

  /** Changes the selection; text that is typed afterwards is a new step of the history. */
  select(anchor: number, head = anchor): void {
    this.dispatch({ steps: [], selection: { anchor, head } });
  }

  /** Marks a text as saved on the host. */
  saved(text = this.current.text): void {
    this.current = markSaved(this.current, text);
  }
}
