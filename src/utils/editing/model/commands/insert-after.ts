import { ancestorsOf, resolveElement } from '../syntax-tree';
import { parseDocument } from '../parse-document';
import { isContentMatch } from '../drop-targets';
import type { Command } from '../state';
import { insertBlock } from './insert-block';

/**
 * Inserts a block of the palette after an element. If it is not valid there, as a paragraph among list items or cells,
 * it goes after the nearest ancestor where it is.
 */
export const insertAfter =
  (html: string, id: number): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element) return false;
    const first = parseDocument(html.trim()).root.children[0];
    const tag = first?.kind === 'element' ? first.tag : '';
    return [element, ...ancestorsOf(element)].some(
      ({ node, parent }) =>
        parent && isContentMatch(tag, parent.node.tag) && insertBlock(html, { after: node.id })(state, dispatch),
    );
  };
