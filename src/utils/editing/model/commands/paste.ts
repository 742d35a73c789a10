import { isPreformatted } from '../inline-tokens';
import { blocksOf, type TextBlock } from '../blocks';
import { dispatchSteps } from '../change';
import { storable } from '../characters';
import type { Selection } from '../history';
import { ancestorsOf, attributeOf, type ResolvedElement } from '../syntax-tree';
import { LISTS } from '../drop-targets';
import type { PastedBlock, PastedRun, PastedText } from '../clipboard/clipboard-schema';
import { serializeBlocks, serializeRuns, withOuterSpaces } from '../clipboard/serialize';
import { SCOPE } from '../repeater';
import { lengthOf, replaceRuns, sliceRuns, type Marks, type Run } from '../runs';
import { getCrossBlockSelection } from '../cross-block-selection';
import type { Step } from '../steps';
import { previewSteps, type Command, type EditorState } from '../state';
import { indentOf, startTagOf } from '../tags';
import { blockTypeOf } from './block-type';
import { deleteText } from './delete-text';
import { replaceSelectionWith, replaceSelection } from './replace-selection';
import { cutAt, isSplit, followingTag } from './split-block';
import { changeRuns, selectedRange, type Range } from './target';
import { marksAt } from './type-text';

/** Elements that take pasted blocks as lines, instead of being followed by them. */
export const LINES = /^(?:td|th|caption|figcaption|summary|button|label|legend|pre)$/;

const isText = (block: PastedBlock | undefined): block is PastedText => !!block && 'runs' in block;
const isListed = ({ type }: PastedBlock): boolean => type === 'bullets' || type === 'numbers';

/** Returns the source of a block's text; undefined if the block is more than text. */
const innerOf = (block: PastedBlock | undefined): string | undefined =>
  isText(block) ? serializeRuns(block.runs) : block && 'html' in block ? block.inner : undefined;

const runsOf = (runs: readonly PastedRun[]): Run[] =>
  runs.map(({ text, marks }) => ({ insert: text, marks: marks as Marks }));

/** Joins text blocks to lines of one block. */
const toLines = (blocks: readonly PastedBlock[], pre: boolean): Run[] =>
  blocks
    .filter(isText)
    .flatMap(({ runs }, index): Run[] => [
      ...(index ? [{ insert: pre ? '\n' : ({ kind: 'break' } as const), marks: {} }] : []),
      ...runsOf(runs),
    ]);

/** In preformatted text, either all runs are code or none, as in the text around them. */
function withCodeOf(runs: readonly Run[], { text }: EditorState, { block, from, to }: Range): readonly Run[] {
  const { code } = marksAt(text, block, from, to);
  return runs.map(({ insert, marks: { code: _, ...marks } }) => ({ insert, marks: code ? { ...marks, code } : marks }));
}

/** Steps, and the end of the inserted content in the text after them. */
interface Insertion {
  readonly steps: readonly Step[];
  readonly end: number;
}

/** Inserts blocks that are not valid at the caret: after the outermost list or table, or else after the block. */
function insertAfterBlock(
  { text }: EditorState,
  { owner, isWhole, to }: TextBlock,
  blocks: readonly PastedBlock[],
): Insertion {
  const ancestors = [owner, ...ancestorsOf(owner)];
  const outermost = ancestors.findLastIndex(({ node }) => LISTS.test(node.tag));
  const sibling = ancestors[outermost < 0 ? 0 : outermost]!;
  const indent = indentOf(text, sibling);
  const insert = indent + serializeBlocks(blocks).join(indent);
  // Loose text has no element of its own.
  const position = isWhole || outermost >= 0 ? sibling.to : to;
  return { steps: [{ from: position, to: position, insert }], end: position + insert.length };
}

/** The parts of blocks that are pasted into a block, which is split for them. */
interface Parts {
  /** Source that continues the text before the caret, or precedes the text after it; undefined if a block of its own is there. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly middle: readonly string[];
}

/** Returns the direction that the document sets for an element. */
const directionAt = (owner: ResolvedElement): string | undefined =>
  [owner, ...ancestorsOf(owner)].map(({ node }) => attributeOf(node, 'dir')).find((dir) => dir !== undefined);

/** Whether a block can be an item of a list. */
const canBeItem = (block: PastedBlock): boolean =>
  isText(block)
    ? block.depth === 0 && /^(?:par|b|n)/.test(block.type)
    : 'html' in block && (isListed(block) || block.type === 'paragraph');

/** Whether a space is visible next to a character of a block: not next to another space, nor at the edge of a line. */
function showsSpace(runs: readonly Run[], index: number): boolean {
  const insert = index < 0 ? undefined : sliceRuns(runs, index, index + 1)[0]?.insert;
  if (insert === undefined) return false;
  return typeof insert === 'string' ? !/[\s\u00a0]/.test(insert) : insert.kind !== 'break';
}

/**
 * Divides blocks for pasting into a block; undefined if they are not valid in it.
 * @param spaced the blocks with the spaces that are visible where they join it
 */
function partsFor(block: TextBlock, blocks: readonly PastedBlock[], spaced: readonly PastedBlock[]): Parts | undefined {
  const isItem = block.owner.node.tag === 'li';
  // Only blocks that can be items go into a list item.
  if (isItem && !blocks.every(canBeItem)) return undefined;
  const type = blockTypeOf(block);
  const dir = directionAt(block.owner);
  const isJoined = (each: PastedBlock | undefined): each is PastedBlock =>
    !!each &&
    innerOf(each) !== undefined &&
    (!('dir' in each) || each.dir === undefined || each.dir === dir) &&
    (isItem || each.type === 'paragraph' || (each.type === type && !isListed(each)));
  const [first] = blocks;
  const last = blocks.length > 1 ? blocks.at(-1) : undefined;
  const middle = blocks.slice(isJoined(first) ? 1 : 0, isJoined(last) ? -1 : undefined);
  const asItem = (each: PastedBlock): string => {
    if ('html' in each && isListed(each)) return each.html;
    const direction = 'dir' in each && each.dir !== dir ? each.dir : undefined;
    return `<li${direction ? ` dir="${direction}"` : ''}>${innerOf(each)}</li>`;
  };
  return {
    first: isJoined(first) ? innerOf(spaced[0]) : undefined,
    last: isJoined(last) ? innerOf(spaced.at(-1)) : undefined,
    middle: isItem ? middle.map(asItem) : serializeBlocks(middle),
  };
}

/** Source of a space that must not collapse, and patterns for a single one at the end or at the beginning of a line. */
export const FORCED = '&nbsp;';
export const SPACE_AT_END = /[^\s;]&nbsp;$/;
const SPACE_AT_START = /^&nbsp;[^\s&]/;

/** Inserts blocks between the halves of a block; an empty half is removed. */
function insertBetween({ text }: EditorState, { block, runs, from }: Range, { first, last, middle }: Parts): Insertion {
  const { owner } = block;
  const indent = indentOf(text, owner);
  const hasLeft = from > 0 || first !== undefined;
  const hasRight = from < lengthOf(runs) || last !== undefined;
  const inserted = middle.join(indent);
  if (!hasLeft && !hasRight)
    return { steps: [{ from: owner.from, to: owner.to, insert: inserted }], end: owner.from + inserted.length };
  const { position, open } = cutAt(text, block, from);
  const textBefore = text.slice(block.from, position);
  // A space between words can be a plain one again.
  const isLeftFree = SPACE_AT_END.test(textBefore) && /^[^\s&]/.test(first ?? '');
  const isRightFree =
    /(?:^|\s)$/.test(textBefore) &&
    SPACE_AT_START.test(text.slice(position)) &&
    /[^\s;]$/.test(last ?? '') &&
    !open.length;
  const before = `${isLeftFree ? ' ' : ''}${first ?? ''}`;
  const after = last ?? '';
  const start = isLeftFree ? position - FORCED.length : position;
  if (!hasLeft) {
    const insertion = { from: owner.from, to: owner.from, insert: inserted + indent };
    const end = last !== undefined ? position + insertion.insert.length + after.length : owner.from + inserted.length;
    return { steps: [insertion, { from: position, to: position, insert: after }], end };
  }
  const close = owner.to - owner.node.close;
  if (!hasRight) {
    const insert = middle.map((each) => indent + each).join('');
    const steps = [
      { from: start, to: position, insert: before },
      { from: owner.to, to: owner.to, insert },
    ];
    return { steps, end: owner.to - (position - start) + before.length + insert.length };
  }
  // In an emptied heading, too, there is text before the caret now.
  const tag = followingTag(text, block, { position, open }, from || 1);
  const closeTags = open.toReversed().map((wrapper) => wrapper.close);
  const firstHalf = [[...closeTags, before, text.slice(close, owner.to)].join(''), ...middle].join(indent);
  const secondHalf = indent + startTagOf(text, owner, tag) + after;
  const insert = firstHalf + secondHalf + (isRightFree ? ' ' : open.map(({ reopen }) => reopen).join(''));
  const steps = [{ from: start, to: isRightFree ? position + FORCED.length : position, insert }];
  if (tag !== owner.node.tag) steps.push({ from: close, to: owner.to, insert: `</${tag}>` });
  return { steps, end: start + firstHalf.length + (last === undefined ? 0 : secondHalf.length) };
}

/** Returns a caret at the end of the inserted content, in its last text. */
function caretIn(state: EditorState, { steps, end }: Insertion): Selection {
  const { document } = previewSteps(state, steps);
  const last = blocksOf(document).findLast(({ from }) => from <= end);
  const caret = last ? Math.min(end, last.to) : end;
  return { anchor: caret, head: caret };
}

/**
 * Pastes sanitized blocks in place of the selection. A single paragraph is inserted into the text.
 * Otherwise the first paragraph continues the text before the caret, and the last one precedes the text after it.
 * Everything between them stays blocks.
 */
export const paste =
  (blocks: readonly PastedBlock[]): Command =>
  (state, dispatch) => {
    if (getCrossBlockSelection(state)) return replaceSelection(paste(blocks))(state, dispatch);
    const range = selectedRange(state);
    const [first, second] = blocks;
    if (!range || !first) return false;
    const { block, from, to } = range;
    const pre = isPreformatted(block);
    const spaced = withOuterSpaces(blocks, {
      before: showsSpace(range.runs, from - 1),
      after: showsSpace(range.runs, to),
    });
    const insertText = (runs: readonly Run[]): boolean => {
      const insert = pre ? withCodeOf(runs, state, range) : runs;
      const caret = from + lengthOf(insert);
      const next = replaceRuns(range.runs, from, to, insert);
      return insert.length > 0 && changeRuns(state, dispatch, block, next, { anchor: caret, head: caret });
    };
    // In an empty block, a paragraph with another direction stays a block of its own.
    const isOwn = lengthOf(range.runs) === 0 && 'dir' in first && first.dir !== directionAt(block.owner);
    if (!second && isText(first) && first.type === 'paragraph' && !isOwn) return insertText(toLines(spaced, pre));
    // Loose text has no element to split or to insert after.
    if (blocks.every(isText) && (!block.isWhole || LINES.test(block.owner.node.tag)))
      return insertText(toLines(spaced, pre));
    if (from < to) return replaceSelectionWith(deleteText(-1), paste(blocks))(state, dispatch);
    const isRepeat = attributeOf(block.owner.node, SCOPE) !== undefined;
    const parts = isSplit(block) && !isRepeat ? partsFor(block, blocks, spaced) : undefined;
    const insertion = parts ? insertBetween(state, range, parts) : insertAfterBlock(state, block, blocks);
    return dispatchSteps(state, dispatch, insertion.steps, { selection: caretIn(state, insertion) });
  };

/** Pastes plain text unchanged into preformatted text, where its indentation and empty lines are visible. */
export const pastePreformatted =
  (text: string): Command =>
  (state, dispatch) => {
    if (getCrossBlockSelection(state)) return replaceSelection(pastePreformatted(text))(state, dispatch);
    const range = selectedRange(state);
    if (!range || !isPreformatted(range.block)) return false;
    const written = storable(text);
    const insert = withCodeOf([{ insert: written, marks: {} }], state, range);
    const caret = range.from + written.length;
    const next = replaceRuns(range.runs, range.from, range.to, insert);
    return written !== '' && changeRuns(state, dispatch, range.block, next, { anchor: caret, head: caret });
  };
