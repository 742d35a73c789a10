/** The editor's state, which never changes: a transaction makes the next one. */
import { hash } from '../../global/hash';
import { NO_HISTORY, record, type History, type Selection } from './history';
import type { ViewDocument } from './nodes';
import { parseView } from './parse-view';
import { reparse } from './reparse';
import { applySplices, inOrder, mapPosition, tight, type Splice } from './splices';

export interface EditorState {
  /** The view, as it would be saved. */
  readonly text: string;
  readonly document: ViewDocument;
  readonly selection: Selection;
  readonly history: History;
  /** What the host has. */
  readonly saved: string;
  /** Names this text and the way that led to it since it was saved; journals hold on to it. */
  readonly seal: string;
}

/** An edit, as it is dispatched, written to a journal, and replayed: plain JSON. */
export interface Transaction {
  /** In order, apart from each other, speaking of the text before. */
  readonly splices: readonly Splice[];
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
  opened(text, parseView(text), selection);

const opened = (text: string, document: ViewDocument, selection: Selection = { anchor: 0, head: 0 }): EditorState => ({
  ...{ text, document, selection },
  history: NO_HISTORY,
  saved: text,
  seal: hash(text),
});

/**
 * The state in which a view is opened in the place of another text of it: nodes that are in both keep their ids, as somebody
 * may have chosen one, and the selection stays with the text that it stands in.
 */
export function reopened(before: EditorState, text: string): EditorState {
  const splices = difference(before.text, text);
  const to = (position: number): number => mapPosition(splices, position);
  const { anchor, head } = before.selection;
  return opened(text, tryOut(before, splices).document, { anchor: to(anchor), head: to(head) });
}

/** Whether there is something to save. */
export const isChanged = ({ text, saved }: EditorState): boolean => text !== saved;

/** Trees that were made to see whether a command may be done. */
const tried = new WeakMap<readonly Splice[], { before: ViewDocument; text: string; document: ViewDocument }>();

/** Text and tree after splices; the last trial is remembered, so that dispatching it parses nothing again. */
export function tryOut(state: EditorState, splices: readonly Splice[]): { text: string; document: ViewDocument } {
  const known = tried.get(splices);
  if (known?.before === state.document) return known;
  const text = applySplices(state.text, splices);
  const document = reparse(state.document, state.text, splices, text);
  tried.set(splices, { before: state.document, text, document });
  return { text, document };
}

const within = (selection: Selection, { length }: string): Selection => ({
  anchor: Math.max(0, Math.min(length, selection.anchor)),
  head: Math.max(0, Math.min(length, selection.head)),
});

/** What names the next text, given the name of the one before. */
const sealOf = (seal: string, splices: readonly Splice[]): string =>
  splices.length ? hash(seal + JSON.stringify(splices.map(({ from, to, insert }) => [from, to, insert]))) : seal;

/**
 * The state after a transaction.
 * @throws RangeError when its splices do not fit the text.
 */
export function applyTransaction(state: EditorState, transaction: Transaction): EditorState {
  const { splices, time = 0, group, history: which } = transaction;
  const ordered = inOrder(splices, state.text.length);
  const sound = ordered.length === splices.length && ordered.every((splice, at) => splice === splices[at]);
  const { text, document } = tryOut(state, sound ? splices : ordered);
  const { anchor, head } = state.selection;
  const selection = within(
    transaction.selection ?? { anchor: mapPosition(ordered, anchor), head: mapPosition(ordered, head) },
    text,
  );
  const seal = sealOf(state.seal, ordered);
  return { ...state, text, document, selection, seal, history: historyAfter() };

  function historyAfter(): History {
    const { done, undone } = state.history;
    if (which === 'undo') return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
    if (which === 'redo') return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
    if (!ordered.length) return state.history;
    return record(state.history, state.text, ordered, { before: state.selection, after: selection, time, group });
  }
}

/** One splice that makes one text of another; none when they are the same. */
export function difference(before: string, after: string): Splice[] {
  const splice = tight(before, { from: 0, to: before.length, insert: after });
  return splice ? [splice] : [];
}

/**
 * The state once the host has a text; the history stays, so that what was saved can still be taken back. A journal begins
 * anew: with a transaction of {@link difference} when the text went on while it was saved.
 */
export const markSaved = (state: EditorState, saved = state.text): EditorState => ({
  ...state,
  saved,
  seal: sealOf(hash(saved), difference(saved, state.text)),
});
