/** A selection that begins in one text block and ends in another. */
import { blocksOf, isTypable, type TextBlock } from './blocks';
import { offsetOf, positionOf, toRuns } from './inline';
import { lengthOf } from './runs';
import { toNodeRef, targetBlock, type NodeRef, type Range } from './commands/target';
import type { Command, EditorState } from './state';

export interface CrossBlockSelection {
  /** The selected range of each editable block, in document order; at least two. */
  readonly parts: readonly Range[];
  /** Whether the selection was made from its end to its beginning. */
  readonly turned: boolean;
}

/** Returns the selection across blocks; undefined for a caret, a selection within one block, or one that ends outside of blocks. */
export function getCrossBlockSelection({ document, text, selection }: EditorState): CrossBlockSelection | undefined {
  const { anchor, head } = selection;
  if (anchor === head) return undefined;
  const [start, end] = anchor < head ? [anchor, head] : [head, anchor];
  const blocks = blocksOf(document).filter((block) => block.to >= start && block.from <= end && isTypable(block));
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last || first === last || first.from > start || last.to < end) return undefined;
  const parts = blocks.map((block): Range => {
    const runs = toRuns(text, block);
    return {
      block,
      runs,
      from: block === first ? offsetOf(text, block, start) : 0,
      to: block === last ? offsetOf(text, block, end) : lengthOf(runs),
    };
  });
  return { parts, turned: head < anchor };
}

/** A position in a block's text, by a reference to the block: both survive edits elsewhere. */
export interface Point {
  readonly ref: NodeRef;
  readonly offset: number;
}

export const pointsOf = ({ parts }: CrossBlockSelection): readonly [Point, Point] => {
  const pointAt = (block: TextBlock, offset: number): Point => ({ ref: toNodeRef(block), offset });
  return [pointAt(parts[0]!.block, parts[0]!.from), pointAt(parts.at(-1)!.block, parts.at(-1)!.to)];
};

/** Selects from one point to another, without changing the text. */
export const selectPoints =
  (anchor: Point, head: Point = anchor): Command =>
  (state, dispatch) => {
    const [from, to] = [anchor, head].map(({ ref, offset }) => {
      const block = targetBlock(state, ref);
      return block && positionOf(state.text, block, offset);
    });
    if (from === undefined || to === undefined) return false;
    dispatch?.({ steps: [], selection: { anchor: from, head: to } });
    return true;
  };
