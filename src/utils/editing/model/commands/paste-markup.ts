import { isPhrasing } from '../blocks';
import { dispatchSteps } from '../change';
import { positionOf } from '../inline';
import { parseDocument } from '../parse-document';
import { findUnsafeContent } from '../safety';
import type { Command } from '../state';
import { deleteText } from './delete-text';
import { insertAfter } from './insert-after';
import { replaceSelectionWith } from './replace-selection';
import { selectedRange } from './target';

/** A space that is written so as not to collapse, behind something that is none. */
const FORCED = '&nbsp;';
const SPACE_AT_END = /[^\s;]&nbsp;$/;

/**
 * Puts source that was copied in an editor at the selection, as it was: words with all that is around them into the text, blocks
 * behind the block. What no document may hold is no command, nor is what can not stand there, such as a link in a link.
 */
export const pasteMarkup =
  (html: string): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    const document = parseDocument(html);
    if (!range || !html || findUnsafeContent(document)) return false;
    const { block, from, to } = range;
    if (from < to) return replaceSelectionWith(deleteText(-1), pasteMarkup(html))(state, dispatch);
    if (!document.root.children.every(isPhrasing)) return insertAfter(html, block.owner.node.id)(state, dispatch);
    const at = positionOf(state.text, block, from);
    // A space that was at the end of the line is not any more, and may break.
    const start = SPACE_AT_END.test(state.text.slice(0, at)) && /^\S/.test(html) ? at - FORCED.length : at;
    const insert = start < at ? ` ${html}` : html;
    const end = start + insert.length;
    return dispatchSteps(state, dispatch, [{ from: start, to: at, insert }], { selection: { anchor: end, head: end } });
  };
