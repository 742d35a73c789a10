/** The nodes of a template with data, in pages. */
import { renderDOMContent } from 'feaas-kit';
import { elementNode, textNode } from './html-node.js';
import type { HTMLNode } from './types.js';

const nodesOf = (parent: Node): HTMLNode[] =>
  [...parent.childNodes].flatMap((node) =>
    node instanceof Element
      ? [
          elementNode(
            node.localName,
            [...node.attributes].map(({ name, value }) => ({ name, value })),
            nodesOf(node),
          ),
        ]
      : node instanceof Text
        ? [textNode(node.data)]
        : [],
  );

export function nodesOfTemplate(template: string, data: unknown): HTMLNode[] | Promise<HTMLNode[]> {
  // Nothing loads in a document without a window.
  const container = document.implementation.createHTMLDocument('').createElement('div');
  const rendered = renderDOMContent(container, template, data);
  return rendered instanceof Promise ? rendered.then(() => nodesOf(container)) : nodesOf(container);
}
