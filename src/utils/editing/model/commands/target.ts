/** The target of a command: the text block at the selection, or a referenced one. */
import { blockAt, childBlocks, blocksOf, type TextBlock } from '../blocks';
import { toRuns, applyRuns, offsetOf, positionOf } from '../inline';
import { plainText, type Run } from '../runs';
import { createTransaction, type ChangeOptions } from '../change';
import { previewSteps, type Dispatch, type EditorState } from '../state';
import type { SyntaxTree } from '../syntax-tree';
import type { Step } from '../steps';

/** Reference to a text block: its parent element, and its index among that element's blocks. */
export interface NodeRef {
  readonly id: number;
  readonly at?: number;
}

const blocksOfElement = (document: SyntaxTree, id: number): TextBlock[] =>
  blocksOf(document).filter(({ owner }) => owner.node.id === id);

export const toNodeRef = ({ owner, first }: TextBlock): NodeRef => ({
  id: owner.node.id,
  at: childBlocks(owner).findIndex((each) => each.first === first),
});

/** Returns the referenced block, or the one at the selection; undefined if it is not editable. */
export function targetBlock(state: EditorState, ref?: NodeRef): TextBlock | undefined {
  const { document, selection } = state;
  // The referenced block usually has the selection, so the others need not be searched.
  const current = blockAt(document, selection.head);
  const isCurrent = !ref || (current?.owner.node.id === ref.id && toNodeRef(current).at === (ref.at ?? 0));
  const block = isCurrent ? current : blocksOfElement(document, ref.id)[ref.at ?? 0];
  return block?.hasNoErrors ? block : undefined;
}

/** A range of a block, in characters of its text. `selectedRange` is undefined if the selection leaves the block. */
export interface Range {
  readonly block: TextBlock;
  readonly runs: readonly Run[];
  readonly from: number;
  readonly to: number;
}

export function selectedRange(state: EditorState): Range | undefined {
  const block = targetBlock(state);
  if (!block) return undefined;
  const { anchor, head } = state.selection;
  const [start, end] = anchor < head ? [anchor, head] : [head, anchor];
  if (start < block.from || end > block.to) return undefined;
  const { text } = state;
  return { block, runs: toRuns(text, block), from: offsetOf(text, block, start), to: offsetOf(text, block, end) };
}

/** Returns text with plain spaces: a space that would collapse is written as a no-break one. */
const readableText = (runs: readonly Run[]): string => plainText(runs).replaceAll('\u00a0', ' ');

/** A caret or selection in characters of a block's text. */
export interface Caret {
  readonly anchor: number;
  readonly head: number;
}

/**
 * Dispatches the steps that set a block's text to the given runs, and sets the selection in it.
 * @returns false if nothing changes, or if the text is not valid there
 */
export function changeRuns(
  state: EditorState,
  dispatch: Dispatch | undefined,
  block: TextBlock,
  runs: readonly Run[],
  caret: Caret | undefined,
  options: Omit<ChangeOptions, 'selection'> = {},
): boolean {
  for (const shouldEscape of [false, true]) {
    const steps = applyRuns(state.text, block, runs, shouldEscape);
    if (!steps.length) return false;
    const transaction = createTransaction(state, steps, options);
    if (!transaction) continue;
    // A new character may change how its neighbors are parsed: then they are escaped.
    const { text, document } = previewSteps(state, transaction.steps);
    const after = sameBlock(document, block, transaction.steps);
    if (!after || (readableText(toRuns(text, after)) !== readableText(runs) && !hasReplacedCharacters(runs))) continue;
    const toPosition = (offset: number): number => positionOf(text, after, offset);
    dispatch?.(
      caret
        ? { ...transaction, selection: { anchor: toPosition(caret.anchor), head: toPosition(caret.head) } }
        : transaction,
    );
    return true;
  }
  return false;
}

/** Whether runs contain characters that are written as something else. */
const hasReplacedCharacters = (runs: readonly Run[]): boolean =>
  runs.some(({ insert }) => typeof insert === 'string' && /[\n\r\t\f\0\p{Surrogate}]/u.test(insert));

/** Returns the block after an edit within it. */
function sameBlock(document: SyntaxTree, block: TextBlock, steps: readonly Step[]): TextBlock | undefined {
  // Steps before the block mirror the edit in a repeater.
  let shift = 0;
  for (const { from, to, insert } of steps) if (to < block.from) shift += insert.length - (to - from);
  const start = block.from + shift;
  const found = blockAt(document, start);
  if (found) return found;
  // An emptied block has no text at the position, but its element is still there.
  return blocksOf(document).find(({ owner }) => owner.node.id === block.owner.node.id);
}
