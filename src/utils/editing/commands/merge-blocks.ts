import { blocksOf, isBound, type TextBlock } from '../blocks';
import { change } from '../change';
import { attributeOf, childPlaces, isBlank } from '../nodes';
import { SCOPE } from '../repeats';
import type { Command, EditorState } from '../state';
import { targetBlock } from './target';

const MERGE = /^(?:p|h[1-6]|li|d[dt]|blockquote)$/;

/** Whether a block is an element of its own that may be joined with another. */
const isJoinable = ({ whole, sound, owner }: TextBlock): boolean =>
  whole &&
  sound &&
  MERGE.test(owner.node.tag) &&
  owner.node.close > 0 &&
  !isBound(owner.node) &&
  attributeOf(owner.node, SCOPE) === undefined;

/** Joins a block with the one behind it: that one's element goes, its text stays. */
function join(
  state: EditorState,
  first: TextBlock | undefined,
  second: TextBlock | undefined,
): Parameters<typeof change>[2] {
  if (!first || !second || !isJoinable(first) || !isJoinable(second)) return [];
  const { owner } = first;
  const { owner: next } = second;
  if (!owner.parent || owner.parent.node !== next.parent?.node || owner.parent.from !== next.parent.from) return [];
  if (
    !childPlaces(owner.parent)
      .slice(owner.index + 1, next.index)
      .every(({ node }) => isBlank(node))
  )
    return [];
  const end = owner.to - owner.node.close;
  const splices = [{ from: end, to: next.from + next.node.open, insert: '' }];
  if (next.node.tag !== owner.node.tag)
    splices.push({ from: next.to - next.node.close, to: next.to, insert: state.text.slice(end, owner.to) });
  return splices;
}

/** Joins the block at the selection with the one before (`-1`) or behind it (`1`). */
export const mergeBlocks =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const block = targetBlock(state);
    if (!block) return false;
    const all = blocksOf(state.document);
    const at = all.findIndex(({ from, to }) => from === block.from && to === block.to);
    const [first, second] = direction < 0 ? [all[at - 1], all[at]] : [all[at], all[at + 1]];
    const splices = join(state, first, second);
    if (!splices.length) return false;
    const seam = splices[0]!.from;
    return change(state, dispatch, splices, { selection: { anchor: seam, head: seam } });
  };
