/** Creates the transactions of all commands. Edits that would damage the markup, or that the host would reject, are not applied. */
import { storable } from './characters';
import type { Selection } from './history';
import { mirrorInRepeater } from './repeater';
import { previewSteps, type Dispatch, type EditorState, type Transaction } from './state';
import { normalizeSteps, mapPosition, type Step } from './steps';

/** Maximum nesting depth in the host's validation. The session enforces the size limit, and reports it. */
const MAX_DEPTH = 256;

export interface ChangeOptions {
  /** The selection afterwards, in the text after the given steps alone, without the steps mirrored in repeaters. */
  readonly selection?: Selection | undefined;
  readonly group?: string;
}

/** Creates the transaction of an edit; undefined if it changes nothing or is not allowed. */
export function createTransaction(
  state: EditorState,
  steps: readonly Step[],
  { selection, group }: ChangeOptions = {},
): Transaction | undefined {
  const normalized = normalizeSteps(
    steps.map((step) => ({ ...step, insert: storable(step.insert) })),
    state.text.length,
  );
  if (!normalized.length) return undefined;
  const allSteps = mirrorInRepeater(state.document, state.text, normalized);
  const { document } = previewSteps(state, allSteps);
  const before = state.document.root;
  const after = document.root;
  if (after.errorCount > before.errorCount || after.depth > Math.max(before.depth, MAX_DEPTH)) return undefined;
  // Mirrored steps before the edit shift the selection.
  const start = normalized[0]!.from;
  const shift =
    mapPosition(
      allSteps.filter(({ to }) => to < start),
      start,
    ) - start;
  return {
    steps: allSteps,
    ...(selection ? { selection: { anchor: selection.anchor + shift, head: selection.head + shift } } : {}),
    ...(group ? { group } : {}),
  };
}

/** Dispatches an edit; returns whether there is one. */
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
