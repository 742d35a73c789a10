import { parseNodes } from '../template/parse-html';
import { readRichText, type MarkupNode, type RichTextDocument } from './rich-text';

/** A parse5 node with the DOM's members. */
const view = (node: ReturnType<typeof parseNodes>[number]): MarkupNode =>
  'tagName' in node
    ? {
        nodeType: 1,
        nodeName: node.tagName,
        nodeValue: null,
        attributes: node.attrs,
        childNodes: node.childNodes.map(view),
      }
    : {
        nodeType: node.nodeName === '#text' ? 3 : 8,
        nodeName: node.nodeName,
        nodeValue: 'value' in node ? node.value : '',
        childNodes: [],
      };

/**
 * HTML as a rich-text document (D10), off the browser.
 * @throws RangeError when elements nest too deeply.
 */
export const parseRichText = (html: string): RichTextDocument =>
  readRichText({ childNodes: parseNodes(html).map(view) });
