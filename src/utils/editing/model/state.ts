/** The immutable editor state: a transaction creates the next one. */
import { hash } from '../../../global/hash';
import { NO_HISTORY, record, type History, type Selection } from './history';
import type { SyntaxTree } from './syntax-tree';
import { parseDocument } from './parse-document';
import { reparse } from './reparse';
import { applySteps, normalizeSteps, mapPosition, trimStep, type Step } from './steps';

export interface EditorState {
  /** The markup, as it would be saved. */
  readonly text: string;
  readonly document: SyntaxTree;
  readonly selection: Selection;
  readonly history: History;
  /** The text that the host has. */
  readonly saved: string;
  /** Hash of this text and the transactions since it was saved. A journal entry refers to it. */
  readonly stateHash: string;
}

/** An edit, as it is dispatched, recorded in a journal, and replayed: plain JSON. */
export interface Transaction {
  /** In order, without overlaps; positions refer to the text before. */
  readonly steps: readonly Step[];
  /** The selection afterwards; by default it moves with the text that it selects. */
  readonly selection?: Selection;
  /** Milliseconds since 1970. */
  readonly time?: number;
  /** Changes of one group that follow each other quickly become one step of the history. */
  readonly group?: string;
  /** Whether it undoes or redoes a step of the history. */
  readonly history?: 'undo' | 'redo';
}

export type Dispatch = (transaction: Transaction) => void;

/** An action of the editor. Returns whether it is possible and, given a dispatch, runs it; it has no other effect. */
export type Command = (state: EditorState, dispatch?: Dispatch) => boolean;

/** Returns the state of a document when it is opened. */
export const createState = (text: string, selection?: Selection): EditorState =>
  initialState(text, parseDocument(text), selection);

const initialState = (
  text: string,
  document: SyntaxTree,
  selection: Selection = { anchor: 0, head: 0 },
): EditorState => ({
  ...{ text, document, selection },
  history: NO_HISTORY,
  saved: text,
  stateHash: hash(text),
});

/**
 * Returns the state when another text of the same document is opened. Nodes in both texts keep their ids, since one may
 * be selected. The selection moves with the text that contains it.
 */
export function reopenState(before: EditorState, text: string): EditorState {
  const steps = diffText(before.text, text);
  const map = (position: number): number => mapPosition(steps, position);
  const { anchor, head } = before.selection;
  return initialState(text, previewSteps(before, steps).document, { anchor: map(anchor), head: map(head) });
}

/** Whether there are changes to save. */
export const isChanged = ({ text, saved }: EditorState): boolean => text !== saved;

interface Preview {
  readonly steps: readonly Step[];
  readonly text: string;
  readonly document: SyntaxTree;
}
/** The last trial of each document: the interface asks commands whether they apply, and each call creates new steps. */
const previews = new WeakMap<SyntaxTree, Preview>();

const areEqual = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to, insert }, index) => {
    const counterpart = other[index]!;
    return from === counterpart.from && to === counterpart.to && insert === counterpart.insert;
  });

/** Returns the text and tree after steps. The last trial is cached, so that dispatching it parses nothing again. */
export function previewSteps(state: EditorState, steps: readonly Step[]): { text: string; document: SyntaxTree } {
  const cached = previews.get(state.document);
  if (cached && areEqual(cached.steps, steps)) return cached;
  const text = applySteps(state.text, steps);
  const document = reparse(state.document, state.text, steps, text);
  const preview = { steps, text, document };
  previews.set(state.document, preview);
  return preview;
}

const clampSelection = (selection: Selection, { length }: string): Selection => ({
  anchor: Math.max(0, Math.min(length, selection.anchor)),
  head: Math.max(0, Math.min(length, selection.head)),
});

/** Returns the hash of the next text, from the hash of the one before. */
const nextStateHash = (hashBefore: string, steps: readonly Step[]): string =>
  steps.length
    ? hash(hashBefore + JSON.stringify(steps.map(({ from, to, insert }) => [from, to, insert])))
    : hashBefore;

/**
 * Returns the state after a transaction.
 * @throws RangeError if its steps do not fit the text
 */
export function applyTransaction(state: EditorState, transaction: Transaction): EditorState {
  const { steps, time = 0, group, history: historyAction } = transaction;
  const ordered = normalizeSteps(steps, state.text.length);
  const isNormalized = ordered.length === steps.length && ordered.every((step, index) => step === steps[index]);
  const { text, document } = previewSteps(state, isNormalized ? steps : ordered);
  const { anchor, head } = state.selection;
  const selection = clampSelection(
    transaction.selection ?? { anchor: mapPosition(ordered, anchor), head: mapPosition(ordered, head) },
    text,
  );
  const stateHash = nextStateHash(state.stateHash, ordered);
  return { ...state, text, document, selection, stateHash, history: historyAfter() };

  function historyAfter(): History {
    const { done, undone } = state.history;
    if (historyAction === 'undo') return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] };
    if (historyAction === 'redo') return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) };
    if (!ordered.length) return state.history;
    return record(state.history, state.text, ordered, { before: state.selection, after: selection, time, group });
  }
}

/** Returns the step that turns one text into another; none if they are equal. */
export function diffText(before: string, after: string): Step[] {
  const step = trimStep(before, { from: 0, to: before.length, insert: after });
  return step ? [step] : [];
}

/**
 * Returns the state after the host has saved a text. The history stays, so that saved changes can still be undone.
 * A journal begins again: with a transaction of {@link diffText} if the text changed during the save.
 */
export const markSaved = (state: EditorState, saved = state.text): EditorState => ({
  ...state,
  saved,
  stateHash: nextStateHash(hash(saved), diffText(saved, state.text)),
});
