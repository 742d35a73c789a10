/** The one way for a command to change a view: what would leave it damaged, or what the host refuses for, is not done. */
import { storable } from './characters';
import type { Selection } from './history';
import { followRepeats } from './repeats';
import { tryOut, type Dispatch, type EditorState, type Transaction } from './state';
import { inOrder, mapPosition, type Splice } from './splices';

/** A limit of the host's view check; that of its bytes is the session's to keep, which tells of it. */
const MOST_DEPTH = 256;

export interface ChangeOptions {
  /** Where the selection is afterwards, in the text after the splices alone, without those that follow in repeats. */
  readonly selection?: Selection | undefined;
  readonly group?: string;
}

/** The transaction of an edit; undefined when it changes nothing, or must not be done. */
export function changeOf(
  state: EditorState,
  splices: readonly Splice[],
  { selection, group }: ChangeOptions = {},
): Transaction | undefined {
  const own = inOrder(
    splices.map((splice) => ({ ...splice, insert: storable(splice.insert) })),
    state.text.length,
  );
  if (!own.length) return undefined;
  const all = followRepeats(state.document, state.text, own);
  const { document } = tryOut(state, all);
  const before = state.document.root;
  const after = document.root;
  if (after.faults > before.faults || after.depth > Math.max(before.depth, MOST_DEPTH)) return undefined;
  // What follows in front of the edit moves it on.
  const start = own[0]!.from;
  const shift =
    mapPosition(
      all.filter(({ to }) => to < start),
      start,
    ) - start;
  return {
    splices: all,
    ...(selection ? { selection: { anchor: selection.anchor + shift, head: selection.head + shift } } : {}),
    ...(group ? { group } : {}),
  };
}

/** Dispatches an edit; answers whether there is one to do. */
export function change(
  state: EditorState,
  dispatch: Dispatch | undefined,
  splices: readonly Splice[],
  options?: ChangeOptions,
): boolean {
  const transaction = changeOf(state, splices, options);
  if (transaction) dispatch?.(transaction);
  return !!transaction;
}
