/** The one way for a command to change a view: what would leave it damaged, or what the host refuses for, is not done. */
import { storable } from './characters';
import type { Selection } from './history';
import { mirrorInRepeater } from './repeater';
import { previewSteps, type Dispatch, type EditorState, type Transaction } from './state';
import { normalizeSteps, mapPosition, type Step } from './steps';

/** A limit of the host's view check; that of its bytes is the session's to keep, which tells of it. */
const MOST_DEPTH = 256;

export interface ChangeOptions {
  /** Where the selection is afterwards, in the text after the steps alone, without those that follow in repeats. */
  readonly selection?: Selection | undefined;
  readonly group?: string;
}

/** The transaction of an edit; undefined when it changes nothing, or must not be done. */
export function createTransaction(
  state: EditorState,
  steps: readonly Step[],
  { selection, group }: ChangeOptions = {},
): Transaction | undefined {
  const own = normalizeSteps(
    steps.map((step) => ({ ...step, insert: storable(step.insert) })),
    state.text.length,
  );
  if (!own.length) return undefined;
  const all = mirrorInRepeater(state.document, state.text, own);
  const { document } = previewSteps(state, all);
  const before = state.document.root;
  const after = document.root;
  if (after.errorCount > before.errorCount || after.depth > Math.max(before.depth, MOST_DEPTH)) return undefined;
  // What follows in front of the edit moves it on.
  const start = own[0]!.from;
  const shift =
    mapPosition(
      all.filter(({ to }) => to < start),
      start,
    ) - start;
  return {
    steps: all,
    ...(selection ? { selection: { anchor: selection.anchor + shift, head: selection.head + shift } } : {}),
    ...(group ? { group } : {}),
  };
}

/** Dispatches an edit; answers whether there is one to do. */
export function dispatchSteps(
  state: EditorState,
  dispatch: Dispatch | undefined,
  steps: readonly Step[],
  options?: ChangeOptions,
): boolean {
  const transaction = createTransaction(state, steps, options);
  if (transaction) dispatch?.(transaction);
  return !!transaction;
}
