/** The nodes of a template with data, on servers; pages use nodes.browser.ts. */
import { renderHTMLContent } from 'feaas-kit/server';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { elementNode, textNode } from './html-node.js';
import type { HTMLNode } from './types.js';

const nodesOf = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode): HTMLNode[] =>
  childNodes.flatMap((node) =>
    'tagName' in node
      ? [elementNode(node.tagName, node.attrs, nodesOf(node))]
      : node.nodeName === '#text'
        ? [textNode((node as DefaultTreeAdapterTypes.TextNode).value)]
        : [],
  );

export const nodesOfTemplate = (template: string, data: unknown): HTMLNode[] | Promise<HTMLNode[]> =>
  nodesOf(parseFragment(renderHTMLContent(template, data)));
