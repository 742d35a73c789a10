import { tokenizeInline, type InlineToken } from '../inline-tokens';
import type { TextBlock } from '../blocks';
import { marksOf, replaceRuns, type Marks } from '../runs';
import type { Command } from '../state';
import { changeRuns, selectedRange } from './target';

/**
 * Returns the marks of text that replaces a range: those of the character before it, or else of the first replaced one.
 * If one link contains the whole range, it contains the new text, too.
 */
export function marksAt(text: string, block: TextBlock, from: number, to: number): Marks {
  let before;
  let after;
  let first;
  let last;
  let offset = 0;
  const tokens = tokenizeInline(text, block).filter((token) => token.text);
  for (const token of tokens) {
    if (offset < from || (!before && offset === from)) before = token;
    if (offset >= to) after ??= token;
    else if (offset + token.text.length > from) {
      first ??= token;
      last = token;
    }
    offset += token.text.length;
  }
  const replaced = first?.stack.find(({ mark }) => mark === 'link');
  if (replaced && last!.stack.includes(replaced)) return marksOf(first!);
  if (!before) return {};
  // After a link, its mark ends, and so do the marks within it. At the start of a block the link has not begun, unless
  // it contains the whole text of the block.
  const { stack } = before;
  const linkDepth = stack.findIndex(({ mark }) => mark === 'link');
  const link = stack[linkDepth];
  const isLinked = (token: InlineToken | undefined): boolean => !!link && !!token?.stack.includes(link);
  const isInLink =
    from > 0 ? isLinked(after) : tokens.every((token) => isLinked(token) || !!token.embed || !token.text.trim());
  return marksOf({ stack: link && !isInLink ? stack.slice(0, linkDepth) : stack });
}

/**
 * Types text in place of the selection.
 * @param marks default to those of the character before
 */
export const typeText =
  (text: string, marks?: Marks): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    if (!range || (!text && range.from === range.to)) return false;
    const { block, runs, from, to } = range;
    const inherited = marksAt(state.text, block, from, to);
    const next = replaceRuns(runs, from, to, text ? [{ insert: text, marks: marks ?? inherited }] : []);
    const caret = from + text.length;
    return changeRuns(
      state,
      dispatch,
      block,
      next,
      { anchor: caret, head: caret },
      { group: `text ${block.owner.node.id}` },
    );
  };
