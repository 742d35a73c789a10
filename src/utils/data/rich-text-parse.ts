import { parseNodes } from '../template/parse-html';
import { readRichText, type MarkupNode, type RichTextDocument } from './rich-text';

/** Wraps a parse5 node with the DOM's members. */
const wrapNode = (node: ReturnType<typeof parseNodes>[number]): MarkupNode =>
  'tagName' in node
    ? {
        nodeType: 1,
        nodeName: node.tagName,
        nodeValue: null,
        attributes: node.attrs,
        childNodes: node.childNodes.map(wrapNode),
      }
    : {
        nodeType: node.nodeName === '#text' ? 3 : 8,
        nodeName: node.nodeName,
        nodeValue: 'value' in node ? node.value : '',
        childNodes: [],
      };

/**
 * Parses HTML to a rich-text document (D10) without a browser.
 * @throws RangeError if elements nest too deeply.
 */
export const parseRichText = (html: string): RichTextDocument =>
  readRichText({ childNodes: parseNodes(html).map(wrapNode) });
