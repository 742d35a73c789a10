/** A selection that begins in one block of text and ends in another. */
import { blocksOf, isTypable, type TextBlock } from './blocks';
import { offsetOf, positionOf, toRuns } from './inline';
import { lengthOf } from './runs';
import { toNodeRef, targetBlock, type NodeRef, type Range } from './commands/target';
import type { Command, EditorState } from './state';

export interface CrossBlockSelection {
  /** What is selected of each block that may be edited, in the order of the view; two at least. */
  readonly parts: readonly Range[];
  /** It was made from its end to its beginning. */
  readonly turned: boolean;
}

/** The span that is selected; undefined for a caret, for what is selected within one block, or with an end in none. */
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

/** A place in a block's text, by the block's name: both outlive edits elsewhere. */
export interface Point {
  readonly ref: NodeRef;
  readonly offset: number;
}

export const pointsOf = ({ parts }: CrossBlockSelection): readonly [Point, Point] => {
  const at = (block: TextBlock, offset: number): Point => ({ ref: toNodeRef(block), offset });
  return [at(parts[0]!.block, parts[0]!.from), at(parts.at(-1)!.block, parts.at(-1)!.to)];
};

/** Selects from one point to another; changes no text. */
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
