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
import { normalizeSeam } from './settle-seam';
import { targetBlock } from './target';

const MERGE = /^(?:p|h[1-6]|li|d[dt]|blockquote)$/;

/** Whether a block is an element of its own that can be joined with another. */
const isJoinable = ({ isWhole, hasNoErrors, owner }: TextBlock): boolean =>
  isWhole &&
  hasNoErrors &&
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
const CONTAINERS = /^(?:ul|ol|li|blockquote)$/;

/** Returns the ancestors of an element that do not contain another one, nearest first; undefined if they are more than lists. */
function containersUpTo(element: ResolvedElement, other: ResolvedElement): ResolvedElement[] | undefined {
  const ancestors = ancestorsOf(element);
  const sharedIndex = ancestors.findIndex(({ from, to }) => from < other.from && other.to < to);
  const containers = sharedIndex < 0 ? ancestors : ancestors.slice(0, sharedIndex);
  const isPlain = ({ node }: ResolvedElement): boolean =>
    CONTAINERS.test(node.tag) && !node.errorCount && attributeOf(node, SCOPE) === undefined;
  return containers.every(isPlain) ? containers : undefined;
}

/** Joins two blocks at the beginning or end of a list: moves the text, and removes what becomes empty. */
function joinAcross(
  { text }: EditorState,
  first: ResolvedElement,
  second: ResolvedElement,
): Parameters<typeof dispatchSteps>[2] {
  const [before, after] = [containersUpTo(first, second), containersUpTo(second, first)];
  if (!before || !after) return [];
  const isLast = (element: ResolvedElement): boolean =>
    resolveChildren(element.parent!)
      .slice(element.index + 1)
      .every(({ node }) => isBlank(node));
  const isFirst = (element: ResolvedElement): boolean =>
    resolveChildren(element.parent!)
      .slice(0, element.index)
      .every(({ node }) => isBlank(node));
  const [outerFirst, outerSecond] = [before.at(-1) ?? first, after.at(-1) ?? second];
  const shared = resolveChildren(outerFirst.parent!);
  if (
    ![first, ...before].slice(0, -1).every(isLast) ||
    ![second, ...after].slice(0, -1).every(isFirst) ||
    outerFirst.parent!.from !== outerSecond.parent!.from ||
    !shared.slice(outerFirst.index + 1, outerSecond.index).every(({ node }) => isBlank(node))
  )
    return [];
  // Parents that contained nothing else are removed, too.
  let removed = second;
  for (const container of after)
    if (isLast(removed)) removed = container;
    else break;
  const end = contentEnd(first);
  return [
    { from: end, to: end, insert: text.slice(contentStart(second), contentEnd(second)) },
    removalOf(text, removed),
  ];
}

/** Joins the block at the selection with the one before (`-1`) or after it (`1`). */
export const mergeBlocks =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const block = targetBlock(state);
    if (!block) return false;
    const blocks = blocksOf(state.document);
    const index = blocks.findIndex(({ from, to }) => from === block.from && to === block.to);
    const [first, second] = direction < 0 ? [blocks[index - 1], blocks[index]] : [blocks[index], blocks[index + 1]];
    const steps = join(state, first, second);
    if (!steps.length) return false;
    const seam = steps[0]!.from;
    const merge: Command = (current, next) =>
      dispatchSteps(current, next, steps, { selection: { anchor: seam, head: seam } });
    const expected = [first!, second!].map((each) => textWithPlainSpaces(state.text, each)).join('');
    return chainCommands([merge, normalizeSeam(expected)])(state, dispatch);
  };
