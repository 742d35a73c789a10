import { ancestorsOf, resolveElement } from '../syntax-tree';
import { parseDocument } from '../parse-document';
import { isContentMatch } from '../drop-targets';
import type { Command } from '../state';
import { insertBlock } from './insert-block';

/**
 * Inserts a block of a palette behind an element: where its kind can not stand there, as a paragraph among the items of a list
 * or the cells of a row, behind the nearest element around it where it can.
 */
export const insertAfter =
  (html: string, id: number): Command =>
  (state, dispatch) => {
    const place = resolveElement(state.document, id);
    if (!place) return false;
    const first = parseDocument(html.trim()).root.children[0];
    const tag = first?.kind === 'element' ? first.tag : '';
    return [place, ...ancestorsOf(place)].some(
      ({ node, parent }) =>
        parent && isContentMatch(tag, parent.node.tag) && insertBlock(html, { after: node.id })(state, dispatch),
    );
  };
