import { isPhrasing } from '../blocks';
import { dispatchSteps } from '../change';
import { blocksOfMarkup, elementsFor, isInline, readMarkup } from '../clipboard/copied-markup';
import { wholeElement } from '../clipboard/selected-source';
import { getCrossBlockSelection } from '../cross-block-selection';
import { canHoldBlocks } from '../drop-targets';
import { positionOf } from '../inline';
import { isPreformatted } from '../inline-tokens';
import { parseDocument } from '../parse-document';
import { repeaterItems } from '../repeater';
import type { Command } from '../state';
import { ancestorsOf, resolveChildren, resolveElement } from '../syntax-tree';
import { indentOf } from '../tags';
import { deleteText } from './delete-text';
import { insertionStep } from './insert-block';
import { caretIn } from './move-block';
import { FORCED, LINES, paste, SPACE_AT_END } from './paste';
import { replaceSelection, replaceSelectionWith } from './replace-selection';
import { selectedRange } from './target';

export interface PasteOptions {
  /** It was selected as an element: its text does not continue the text before and after the caret. */
  readonly isElement?: boolean;
  /** It is moved, and keeps its ids. */
  readonly isMoved?: boolean;
}

/** Inserts source inline at the caret. */
const insertInline =
  (html: string): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    if (!range || !html) return false;
    const position = positionOf(state.text, range.block, range.from);
    // A no-break space at the end of the line becomes a plain one, since text follows now.
    const start =
      SPACE_AT_END.test(state.text.slice(0, position)) && /^\S/.test(html) ? position - FORCED.length : position;
    const insert = start < position ? ` ${html}` : html;
    const end = start + insert.length;
    return dispatchSteps(state, dispatch, [{ from: start, to: position, insert }], {
      selection: { anchor: end, head: end },
    });
  };

/**
 * Pastes source that was copied in an editor, unchanged: inline content into the text, blocks between the halves of the
 * block. Returns false for unsafe content, and for content that is not valid there, such as a link in a link.
 */
export const pasteMarkup =
  (html: string, options: PasteOptions = {}): Command =>
  (state, dispatch) => {
    if (getCrossBlockSelection(state)) return replaceSelection(pasteMarkup(html, options))(state, dispatch);
    const range = selectedRange(state);
    if (!range || !html) return false;
    const { block, from, to } = range;
    if (from < to) return replaceSelectionWith(deleteText(-1), pasteMarkup(html, options))(state, dispatch);
    const copied = readMarkup(html, options.isMoved ? undefined : state.document);
    if (!copied) return false;
    if (isInline(copied)) return insertInline(copied.html)(state, dispatch);
    const { tag } = block.owner.node;
    const list = tag === 'li' ? block.owner.parent?.node.tag : undefined;
    const blocks = blocksOfMarkup(copied, !options.isElement, list);
    const lines = blocks.map(({ inner }) => inner);
    // The text of a single paragraph continues the block.
    if (blocks.length === 1 && blocks[0]!.type === 'paragraph' && lines[0])
      return insertInline(lines[0])(state, dispatch);
    if ((!block.isWhole || LINES.test(tag)) && lines.every((line) => line !== undefined))
      return insertInline(lines.join(isPreformatted(block) ? '\n' : '<br>'))(state, dispatch);
    return paste(blocks)(state, dispatch);
  };

/**
 * Pastes source after an element that is selected as a whole. If it is not valid there, it goes after the nearest
 * ancestor where it is.
 */
export const pasteMarkupAfter =
  (html: string, id: number): Command =>
  (state, dispatch) => {
    const selected = resolveElement(state.document, id);
    const copied = html.trim() ? readMarkup(html.trim(), state.document) : undefined;
    if (!selected || !copied) return false;
    const target = wholeElement(selected);
    const isLine = isInline(copied);
    const isInLine = isPhrasing(target.node) && !!target.parent && !canHoldBlocks(target.parent);
    if (isLine && isInLine) {
      const step = { from: target.to, to: target.to, insert: copied.html };
      return dispatchSteps(state, dispatch, [step], { selection: caretIn(copied.html, target.to) });
    }
    const source = isLine ? `<p>${copied.html}</p>` : copied.html;
    const root = isLine ? { ...copied.root, node: parseDocument(source).root, to: source.length } : copied.root;
    return [target, ...ancestorsOf(target)].some((sibling) => {
      const { parent } = sibling;
      const fitting = parent && canHoldBlocks(parent) ? elementsFor(resolveChildren(root), parent.node.tag) : undefined;
      if (!fitting?.length) return false;
      const last = repeaterItems(sibling).at(-1) ?? sibling;
      const markup = fitting.map(({ from, to }) => source.slice(from, to)).join(indentOf(state.text, sibling));
      const step = insertionStep(state.document, state.text, { after: last.node.id }, markup);
      if (!step) return false;
      const start = step.from + step.insert.indexOf(markup);
      return dispatchSteps(state, dispatch, [step], { selection: caretIn(markup, start) });
    });
  };
