/** The editor's state, which never changes: a transaction makes the next one. */
import { hash } from '../../../global/hash';
import { NO_HISTORY, record, type History, type Selection } from './history';
import type { SyntaxTree } from './syntax-tree';
import { parseDocument } from './parse-document';
import { reparse } from './reparse';
import { applySteps, normalizeSteps, mapPosition, trimStep, type Step } from './steps';

export interface EditorState {
  /** The view, as it would be saved. */
  readonly text: string;
  readonly document: SyntaxTree;
  readonly selection: Selection;
  readonly history: History;
  /** What the host has. */
  readonly saved: string;
  /** Identifies this text and the transactions that led to it since it was saved. A journal entry refers to it. */
  readonly stateHash: string;
}

/** An edit, as it is dispatched, written to a journal, and replayed: plain JSON. */
export interface Transaction {
  /** In order, apart from each other, speaking of the text before. */
  readonly steps: readonly Step[];
  /** Where the selection is afterwards; without it, it stays with what it selected. */
  readonly selection?: Selection;
  /** Milliseconds since 1970. */
  readonly time?: number;
  /** Changes of one group become one step of the history while they follow each other quickly. */
  readonly group?: string;
  /** A step of the history, taken back or done again. */
  readonly history?: 'undo' | 'redo';
}

export type Dispatch = (transaction: Transaction) => void;

/**
 * Something an editor can do. Answers whether it can be done here and, given a dispatch, does it; changes nothing by itself.
 */
export type Command = (state: EditorState, dispatch?: Dispatch) => boolean;

/** The state in which a view is opened. */
export const createState = (text: string, selection?: Selection): EditorState =>
  opened(text, parseDocument(text), selection);

const opened = (text: string, document: SyntaxTree, selection: Selection = { anchor: 0, head: 0 }): EditorState => ({
  ...{ text, document, selection },
  history: NO_HISTORY,
  saved: text,
  stateHash: hash(text),
});

/**
 * The state in which a view is opened in the place of another text of it: nodes that are in both keep their ids, as somebody
 * may have chosen one, and the selection stays with the text that it stands in.
 */
export function reopenState(before: EditorState, text: string): EditorState {
  const steps = diffText(before.text, text);
  const to = (position: number): number => mapPosition(steps, position);
  const { anchor, head } = before.selection;
  return opened(text, previewSteps(before, steps).document, { anchor: to(anchor), head: to(head) });
}

/** Whether there is something to save. */
export const isChanged = ({ text, saved }: EditorState): boolean => text !== saved;

/** Trees that were made to see whether a command may be done. */
const tried = new WeakMap<readonly Step[], { before: SyntaxTree; text: string; document: SyntaxTree }>();

/** Text and tree after steps; the last trial is remembered, so that dispatching it parses nothing again. */
export function previewSteps(state: EditorState, steps: readonly Step[]): { text: string; document: SyntaxTree } {
  const known = tried.get(steps);
  if (known?.before === state.document) return known;
  const text = applySteps(state.text, steps);
  const document = reparse(state.document, state.text, steps, text);
  tried.set(steps, { before: state.document, text, document });
  return { text, document };
}

const within = (selection: Selection, { length }: string): Selection => ({
  anchor: Math.max(0, Math.min(length, selection.anchor)),
  head: Math.max(0, Math.min(length, selection.head)),
});

/** What names the next text, given the name of the one before. */
const nextStateHash = (hashBefore: string, steps: readonly Step[]): string =>
  steps.length
    ? hash(hashBefore + JSON.stringify(steps.map(({ from, to, insert }) => [from, to, insert])))
    : hashBefore;

/**
 * The state after a transaction.
 * @throws RangeError when its steps do not fit the text.
 */
export function applyTransaction(state: EditorState, transaction: Transaction): EditorState {
  const { steps, time = 0, group, history: which } = transaction;
  const ordered = normalizeSteps(steps, state.text.length);
  const sound = ordered.length === steps.length && ordered.every((step, at) => step === steps[at]);
  const { text, document } = previewSteps(state, sound ? steps : ordered);
  const { anchor, head } = state.selection;
  const selection = within(
    transaction.selection ?? { anchor: mapPosition(ordered, anchor), head: mapPosition(ordered, head) },
    text,
  );
  const stateHash = nextStateHash(state.stateHash, ordered);
  return { ...state, text, document, selection, stateHash, history: historyAfter() };

  function historyAfter(): History {
    const { done, undone } = state.history;
    if (which === 'undo') return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
    if (which === 'redo') return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
    if (!ordered.length) return state.history;
    return record(state.history, state.text, ordered, { before: state.selection, after: selection, time, group });
  }
}

/** One step that makes one text of another; none when they are the same. */
export function diffText(before: string, after: string): Step[] {
  const step = trimStep(before, { from: 0, to: before.length, insert: after });
  return step ? [step] : [];
}

/**
 * The state once the host has a text; the history stays, so that what was saved can still be taken back. A journal begins
 * anew: with a transaction of {@link difference} when the text went on while it was saved.
 */
export const markSaved = (state: EditorState, saved = state.text): EditorState => ({
  ...state,
  saved,
  stateHash: nextStateHash(hash(saved), diffText(saved, state.text)),
});
