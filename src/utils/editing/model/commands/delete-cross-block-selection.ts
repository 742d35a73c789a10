import {
  attributeOf,
  ancestorsOf,
  resolveChildren,
  isBlank,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
} from '../syntax-tree';
import { isPreformatted } from '../inline-tokens';
import { blockAt, isBound, type TextBlock } from '../blocks';
import { dispatchSteps, createTransaction } from '../change';
import { applyRuns, positionOf, textWithPlainSpaces, toRuns } from '../inline';
import { SCOPE } from '../repeater';
import { lengthOf, plainText, replaceRuns } from '../runs';
import { getCrossBlockSelection, type CrossBlockSelection } from '../cross-block-selection';
import { dropNestedSteps, mapPosition } from '../steps';
import { previewSteps, type Command } from '../state';
import { removalOf } from './delete-block';
import { chainCommands } from './chain-commands';
import { normalizeSeam } from './settle-seam';
import type { Range } from './target';

/** Elements whose text can be joined with another block. */
const TEXT = /^(?:p|h[1-6]|li|d[dt]|blockquote)$/;
/** Elements that contain only such text; a column, a card or a cell keeps its remaining content. */
const FLOW = /^(?:ul|ol|dl|li|d[dt]|blockquote)$/;
/** Elements that stay when they are emptied: a table would break, and users can not see the others. */
const KEPT_WHEN_EMPTY =
  /^(?:td|th|tr|thead|tbody|tfoot|caption|col|colgroup|script|style|template|link|meta|noscript)$/;

const isRepeated = ({ node }: ResolvedElement): boolean => attributeOf(node, SCOPE) !== undefined;

/** Returns the elements around a block, up to the first one that also contains another block. */
function ancestorsUpTo(block: TextBlock, other: TextBlock): ResolvedElement[] {
  const ancestors = [block.owner, ...ancestorsOf(block.owner)];
  const shared = new Set([other.owner, ...ancestorsOf(other.owner)].map(({ node }) => node.id));
  const end = ancestors.findIndex(({ node }) => shared.has(node.id));
  return end < 0 ? ancestors : ancestors.slice(0, end);
}

/** Whether the last block's text can continue the first one: there is no boundary of layout, repeater or data between them. */
function canJoin(first: TextBlock, last: TextBlock): boolean {
  const [owner, ...ancestors] = ancestorsUpTo(last, first);
  const before = ancestorsUpTo(first, last);
  const boundaries = [...(first.isWhole ? before.slice(1) : before), ...ancestors];
  return (
    owner?.from === last.owner.from &&
    last.isWhole &&
    TEXT.test(owner.node.tag) &&
    owner.node.close > 0 &&
    (!first.isWhole || (TEXT.test(first.owner.node.tag) && first.owner.node.close > 0)) &&
    isPreformatted(first) === isPreformatted(last) &&
    ![...before, owner, ...ancestors].some((element) => isRepeated(element) || isBound(element.node)) &&
    boundaries.every(({ node }) => FLOW.test(node.tag))
  );
}

/** Yields the outermost elements that lie completely between two blocks. */
function* elementsBetween(parts: readonly Range[], parent: ResolvedElement): Generator<ResolvedElement> {
  const start = parts[0]!.block.to;
  const end = parts.at(-1)!.block.from;
  const looseParts = parts.filter(({ block }) => !block.isWhole && block.owner.node.id === parent.node.id);
  for (const child of resolveChildren(parent)) {
    if (!isResolvedElement(child) || !child.node.open || child.to <= start || child.from >= end) continue;
    // An inline element belongs to the text of its block.
    if (looseParts.some(({ block }) => child.index >= block.first && child.index < block.last)) continue;
    const isInside = child.from >= start && child.to <= end;
    if (isInside && !KEPT_WHEN_EMPTY.test(child.node.tag) && !child.node.errorCount) yield child;
    else if (!isInside || child.node.tag !== 'template') yield* elementsBetween(parts, child);
  }
}

/** Whether nothing is left of the last block, while its parent has other content. */
function isLeftEmpty({ block, runs, to }: Range): boolean {
  const { owner, isWhole } = block;
  if (!isWhole || to < lengthOf(runs) || !TEXT.test(owner.node.tag) || isRepeated(owner)) return false;
  return resolveChildren(owner.parent!).some(({ node }) => node !== owner.node && !isBlank(node));
}

const isIn = ({ from, to }: TextBlock, element: ResolvedElement): boolean => element.from <= from && to <= element.to;

/** Whether the first block is deleted as a whole, and its neighbor, the last block, stays unchanged. */
const leavesLast = ({ parts }: CrossBlockSelection): boolean => {
  const first = parts[0]!;
  const { block, to } = parts.at(-1)!;
  return (
    first.from === 0 &&
    to === 0 &&
    first.block.isWhole &&
    first.block.owner.parent?.node === block.owner.parent?.node &&
    canJoin(first.block, block)
  );
};

/** Deletes the text and the elements between. The new selection spans from the first block's cut to the last one's. */
const cut =
  (crossSelection: CrossBlockSelection): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const { parts } = crossSelection;
    const first = parts[0]!;
    const last = parts.at(-1)!;
    const removed = [...elementsBetween(parts, resolveRoot(document))];
    const isLeft = leavesLast(crossSelection);
    if (isLeft) removed.push(first.block.owner);
    else if (!canJoin(first.block, last.block) && isLeftEmpty(last)) removed.push(last.block.owner);
    const edits = parts
      .filter(({ block }) => !removed.some((element) => isIn(block, element)))
      .flatMap(({ block, runs, from, to }) => applyRuns(text, block, replaceRuns(runs, from, to, [])));
    const removals = dropNestedSteps(
      removed.map((element) => removalOf(text, element)).sort((one, other) => one.from - other.from),
    );
    const steps = [...edits, ...removals].sort((one, other) => one.from - other.from);
    const after = previewSteps(state, steps);
    /** Returns the new position of a character of a block; for a deleted block, its former position. */
    const newPositionOf = ({ block, from: offset }: Pick<Range, 'block' | 'from'>): number => {
      const position = mapPosition(steps, block.from, -1);
      const newBlock = blockAt(after.document, position) ?? blockAt(after.document, position + 1);
      return newBlock ? positionOf(after.text, newBlock, offset) : position;
    };
    const head = newPositionOf({ block: last.block, from: 0 });
    // Loose text that is deleted completely is no longer a block.
    const anchor = isLeft || (first.from === 0 && !first.block.isWhole) ? head : newPositionOf(first);
    return dispatchSteps(state, dispatch, steps, { selection: { anchor, head } });
  };

const TRAILING_SPACE = /[ \t\n\r\f]*$/;
const OUTER_SPACE = /^[ \t\n\r\f]+|[ \t\n\r\f]+$/g;

const readableText = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Appends the last block's text to the first one, and removes its element with the parents that only contained it. */
const join =
  (expected: string): Command =>
  (state, dispatch) => {
    const { document, text, selection } = state;
    const first = blockAt(document, selection.anchor);
    const last = blockAt(document, selection.head);
    if (!first || !last || first.from === last.from || !canJoin(first, last)) return false;
    const pre = isPreformatted(first);
    const source = text.slice(last.from, last.to);
    const trailing = pre ? '' : TRAILING_SPACE.exec(text.slice(first.from, first.to))![0];
    const ancestors = ancestorsUpTo(last, first);
    const outermostIndex = ancestors.findIndex(({ parent, node }) =>
      resolveChildren(parent!).some((each) => each.node !== node && !isBlank(each.node)),
    );
    const emptied = ancestors[outermostIndex < 0 ? ancestors.length - 1 : outermostIndex]!;
    const steps = [
      { from: first.to - trailing.length, to: first.to, insert: pre ? source : source.replace(OUTER_SPACE, '') },
      removalOf(text, emptied),
    ];
    const caret = Math.min(selection.anchor, first.to - trailing.length);
    const transaction = createTransaction(state, steps, { selection: { anchor: caret, head: caret } });
    if (!transaction) return false;
    const after = previewSteps(state, transaction.steps);
    const joined = blockAt(after.document, transaction.selection!.anchor);
    // Two halves that would form a character reference stay apart.
    if (!joined || readableText(plainText(toRuns(after.text, joined))) !== readableText(expected)) return false;
    dispatch?.(transaction);
    return true;
  };

/**
 * Deletes a selection across blocks: the last block's text continues the first one, and everything between is removed.
 * If all of the first block is selected and nothing of the last one, the last one stays unchanged.
 * Columns, cells and repeaters are not joined; they keep their remaining content.
 */
export const deleteCrossBlockSelection: Command = (state, dispatch) => {
  const crossSelection = getCrossBlockSelection(state);
  if (!crossSelection) return false;
  const first = crossSelection.parts[0]!;
  const last = crossSelection.parts.at(-1)!;
  const [before, after] = [first, last].map(({ block }) => textWithPlainSpaces(state.text, block)) as [string, string];
  const expected = before.slice(0, first.from) + after.slice(last.to);
  return chainCommands([cut(crossSelection), join(expected), normalizeSeam(expected)])(state, dispatch);
};
