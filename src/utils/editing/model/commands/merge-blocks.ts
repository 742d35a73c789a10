import { blocksOf, isBound, type TextBlock } from '../blocks';
import { dispatchSteps } from '../change';
import {
  ancestorsOf,
  attributeOf,
  resolveChildren,
  contentEnd,
  contentStart,
  isBlank,
  type ResolvedElement,
} from '../syntax-tree';
import { textWithPlainSpaces } from '../inline';
import { SCOPE } from '../repeater';
import type { Command, EditorState } from '../state';
import { chainCommands } from './chain-commands';
import { removalOf } from './delete-block';
import { settleSeam } from './settle-seam';
import { targetBlock } from './target';

const MERGE = /^(?:p|h[1-6]|li|d[dt]|blockquote)$/;

/** Whether a block is an element of its own that can be joined with another. */
const isJoinable = ({ whole, sound, owner }: TextBlock): boolean =>
  whole &&
  sound &&
  MERGE.test(owner.node.tag) &&
  owner.node.close > 0 &&
  !isBound(owner.node) &&
  attributeOf(owner.node, SCOPE) === undefined;

/** Joins a block with the next one, whose element is removed. */
function join(
  state: EditorState,
  first: TextBlock | undefined,
  second: TextBlock | undefined,
): Parameters<typeof dispatchSteps>[2] {
  if (!first || !second || !isJoinable(first) || !isJoinable(second)) return [];
  const { owner } = first;
  const { owner: next } = second;
  if (!owner.parent) return [];
  if (owner.parent.node !== next.parent?.node || owner.parent.from !== next.parent.from)
    return joinAcross(state, owner, next);
  if (
    !resolveChildren(owner.parent)
      .slice(owner.index + 1, next.index)
      .every(({ node }) => isBlank(node))
  )
    return [];
  const end = owner.to - owner.node.close;
  const steps = [{ from: end, to: next.from + next.node.open, insert: '' }];
  if (next.node.tag !== owner.node.tag)
    steps.push({ from: next.to - next.node.close, to: next.to, insert: state.text.slice(end, owner.to) });
  return steps;
}

/** Elements that may lie between joined blocks: they exist only for their items. */
const HOLDERS = /^(?:ul|ol|li|blockquote)$/;

/** Returns the ancestors of an element that do not contain another one, nearest first; undefined if they are more than lists. */
function holdersUp(place: ResolvedElement, other: ResolvedElement): ResolvedElement[] | undefined {
  const all = ancestorsOf(place);
  const shared = all.findIndex(({ from, to }) => from < other.from && other.to < to);
  const holders = shared < 0 ? all : all.slice(0, shared);
  const isPlain = ({ node }: ResolvedElement): boolean =>
    HOLDERS.test(node.tag) && !node.errorCount && attributeOf(node, SCOPE) === undefined;
  return holders.every(isPlain) ? holders : undefined;
}

/** Joins two blocks at the beginning or end of a list: moves the text, and removes what becomes empty. */
function joinAcross(
  { text }: EditorState,
  first: ResolvedElement,
  second: ResolvedElement,
): Parameters<typeof dispatchSteps>[2] {
  const [before, behind] = [holdersUp(first, second), holdersUp(second, first)];
  if (!before || !behind) return [];
  const isLast = (place: ResolvedElement): boolean =>
    resolveChildren(place.parent!)
      .slice(place.index + 1)
      .every(({ node }) => isBlank(node));
  const isFirst = (place: ResolvedElement): boolean =>
    resolveChildren(place.parent!)
      .slice(0, place.index)
      .every(({ node }) => isBlank(node));
  const [outerFirst, outerSecond] = [before.at(-1) ?? first, behind.at(-1) ?? second];
  const shared = resolveChildren(outerFirst.parent!);
  if (
    ![first, ...before].slice(0, -1).every(isLast) ||
    ![second, ...behind].slice(0, -1).every(isFirst) ||
    outerFirst.parent!.from !== outerSecond.parent!.from ||
    !shared.slice(outerFirst.index + 1, outerSecond.index).every(({ node }) => isBlank(node))
  )
    return [];
  // Parents that contained nothing else are removed, too.
  let gone = second;
  for (const holder of behind)
    if (isLast(gone)) gone = holder;
    else break;
  const end = contentEnd(first);
  return [{ from: end, to: end, insert: text.slice(contentStart(second), contentEnd(second)) }, removalOf(text, gone)];
}

/** Joins the block at the selection with the one before (`-1`) or after it (`1`). */
export const mergeBlocks =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const block = targetBlock(state);
    if (!block) return false;
    const all = blocksOf(state.document);
    const at = all.findIndex(({ from, to }) => from === block.from && to === block.to);
    const [first, second] = direction < 0 ? [all[at - 1], all[at]] : [all[at], all[at + 1]];
    const steps = join(state, first, second);
    if (!steps.length) return false;
    const seam = steps[0]!.from;
    const merge: Command = (now, next) => dispatchSteps(now, next, steps, { selection: { anchor: seam, head: seam } });
    const wanted = [first!, second!].map((each) => textWithPlainSpaces(state.text, each)).join('');
    return chainCommands([merge, settleSeam(wanted)])(state, dispatch);
  };
