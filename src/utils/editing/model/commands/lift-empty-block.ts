import { isBound } from '../blocks';
import { dispatchSteps } from '../change';
import { attributeOf, resolveElement, isBlank } from '../syntax-tree';
import { SCOPE } from '../repeater';
import { lengthOf } from '../runs';
import type { Command } from '../state';
import { indentOf } from '../tags';
import { deleteBlock } from './delete-block';
import { deleteText } from './delete-text';
import { replaceSelectionWith } from './replace-selection';
import { selectedRange } from './target';

const [OPEN, CLOSE] = ['<p>', '</p>'];

/** Begins a paragraph after an element. */
const beginParagraphAfter =
  (id: number): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id)!;
    const insert = indentOf(state.text, element) + OPEN + CLOSE;
    const caret = element.to + insert.length - CLOSE.length;
    const steps = [{ from: element.to, to: element.to, insert }];
    return dispatchSteps(state, dispatch, steps, { selection: { anchor: caret, head: caret } });
  };

/** In an empty line at the end of a quote: deletes the line, and begins a paragraph after the quote. */
export const liftEmptyBlock: Command = (state, dispatch) => {
  const { block, runs = [], from } = selectedRange(state) ?? {};
  if (!block?.isWhole || isBound(block.owner.node)) return false;
  const { node, parent } = block.owner;
  if (attributeOf(node, SCOPE) !== undefined) return false;
  const isQuote = node.tag === 'blockquote';
  const quote = isQuote ? node : parent?.node;
  if (quote?.tag !== 'blockquote' || !quote.close) return false;
  const parts = quote.children.filter((each) => !isBlank(each));
  const last = parts.at(-1);
  const isEmptyLine = isQuote
    ? last?.kind === 'element' && last.tag === 'br' && from === lengthOf(runs)
    : last === node && node.tag === 'p' && !runs.length;
  if (!isEmptyLine || parts.length < 2) return false;
  return replaceSelectionWith(isQuote ? deleteText(-1) : deleteBlock(node.id), beginParagraphAfter(quote.id))(
    state,
    dispatch,
  );
};
