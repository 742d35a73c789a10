import { toOutputTokens, tokenizeInline, isPreformatted, type InlineToken, type MarkInstance } from '../inline-tokens';
import { blocksOf, type TextBlock } from '../blocks';
import { marksOf, replaceRuns } from '../runs';
import { previewSteps, type Command } from '../state';
import { dispatchSteps, createTransaction } from '../change';
import { deleteText } from './delete-text';
import { replaceSelectionWith } from './replace-selection';
import { changeRuns, selectedRange } from './target';
import { positionOf } from '../inline';
import { indentOf, startTagOf } from '../tags';

/** Elements that a line break splits; in others it stays a line break. */
const SPLIT = /^(?:p|h[1-6]|li|d[dt])$/;

/** Whether a block can be split in two. */
export const isSplit = ({ owner, isWhole }: TextBlock): boolean =>
  isWhole && SPLIT.test(owner.node.tag) && owner.node.close > 0;

/** A button is not split into two. */
const isButton = ({ open }: MarkInstance): boolean => /^<button\b/i.test(open);

/** Where a block is cut at an offset: after the end tags there; `open` are the elements that continue. */
export interface Cut {
  readonly position: number;
  readonly open: readonly MarkInstance[];
}

/** Returns the token before a range of a block, and the elements around the tokens on both sides of it. */
function contextOf(
  tokens: readonly InlineToken[],
  from: number,
  to: number,
): { readonly before: InlineToken | undefined; readonly open: readonly MarkInstance[] } {
  let passed = 0;
  let before: InlineToken | undefined;
  let after: InlineToken | undefined;
  for (const token of tokens) {
    if (token.text && passed < from) before = token;
    else if (token.text && passed >= to) after ??= token;
    passed += token.text.length;
  }
  const open = before?.stack.filter((instance, depth) => after?.stack[depth] === instance) ?? [];
  return { before, open };
}

export function cutAt(text: string, block: TextBlock, offset: number): Cut {
  const tokens = tokenizeInline(text, block);
  const { before, open } = contextOf(tokens, offset, offset);
  if (!before) return { position: block.from, open };
  let position = block.from;
  let isPastToken = false;
  let depth = before.stack.length;
  for (const { source, key } of toOutputTokens(tokens)) {
    if (isPastToken && !(typeof key === 'string' && key[0] === '/' && depth > open.length)) break;
    position += source.length;
    if (isPastToken) depth--;
    isPastToken ||= key === before;
  }
  return { position: position, open };
}

/** Returns the tag of a block's second half: at the end of a heading, a paragraph. */
export function followingTag(text: string, block: TextBlock, { position, open }: Cut, offset: number): string {
  const { tag } = block.owner.node;
  const isEnd = !open.length && offset > 0 && positionOf(text, block, Infinity) <= position;
  return isEnd && /^h[1-6]$/.test(tag) ? 'p' : tag;
}

/**
 * Splits the block at the selection, which is deleted, in two of the same type; a paragraph follows a heading. A block
 * that can not be split (a cell, a button, loose text) gets a line break.
 */
export const splitBlock: Command = (state, dispatch) => {
  const range = selectedRange(state);
  if (!range) return false;
  const { block, runs, from, to } = range;
  const { owner } = block;
  const { text } = state;
  const pre = isPreformatted(block);
  const { open: stack } = contextOf(tokenizeInline(text, block), from, to);
  if (pre || !SPLIT.test(owner.node.tag) || !owner.node.close || stack.some(isButton)) {
    // The line break gets the marks that continue after it.
    const marks = pre ? {} : marksOf({ stack });
    const next = replaceRuns(runs, from, to, [{ insert: pre ? '\n' : { kind: 'break' }, marks }]);
    return changeRuns(state, dispatch, block, next, { anchor: from + 1, head: from + 1 });
  }
  if (from !== to) return replaceSelectionWith(deleteText(-1), splitBlock)(state, dispatch);
  const { position, open } = cutAt(text, block, from);
  const tag = followingTag(text, block, { position, open }, from);
  const closeStart = owner.to - owner.node.close;
  const insert = [
    ...open.toReversed().map(({ close }) => close),
    text.slice(closeStart, owner.to),
    indentOf(text, owner),
    startTagOf(text, owner, tag),
    ...open.map((instance) => instance.reopen),
  ].join('');
  const steps = [{ from: position, to: position, insert }];
  if (tag !== owner.node.tag) steps.push({ from: closeStart, to: owner.to, insert: `</${tag}>` });
  const transaction = createTransaction(state, steps);
  if (!transaction) return false;
  const { document } = previewSteps(state, transaction.steps);
  const start = position + insert.length;
  const next = blocksOf(document).find((each) => each.from <= start && start <= each.to);
  const caret = next ? start : position;
  return dispatchSteps(state, dispatch, steps, { selection: { anchor: caret, head: caret } });
};
