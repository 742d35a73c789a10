/** Parses HTML without a DOM: parse5, with the same context element as in the browser (a div, or a part of a table). */
import { defaultTreeAdapter, html as spec, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { ReferenceParser } from '../data/text';
import type { TablePart } from './content-model';
import { spellingBy } from './attribute-name-case';
import type { SourceNode } from './source-node';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Maximum nesting depth of the browser's parser, which makes deeper elements siblings. */
const DEPTH_LIMIT = 512;

/** Parses a fragment to parse5's nodes. Scripting is off, as in the documents that the browser parses templates in. */
export function parseNodes(html: string, tablePart?: TablePart): Node[] {
  const context = defaultTreeAdapter.createElement(tablePart ?? 'div', spec.NS.HTML, []);
  return parseFragment(context, html, { scriptingEnabled: false }).childNodes;
}

const foreignSpelling = spellingBy((html) =>
  parseNodes(html).flatMap((node) => ('attrs' in node ? node.attrs.map(({ name }) => name) : [])),
);

function toSource(node: Node, depth = 0): SourceNode {
  if ('tagName' in node) {
    if (depth > DEPTH_LIMIT) throw new RangeError(`HTML has more than ${DEPTH_LIMIT} levels of elements`);
    const toSources = (nodes: Node[]): SourceNode[] => nodes.map((child) => toSource(child, depth + 1));
    return {
      tag: node.tagName,
      attributes: node.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
      children: toSources(node.childNodes),
      inert: 'content' in node ? toSources(node.content.childNodes) : undefined,
      foreign: node.namespaceURI !== spec.NS.HTML && foreignSpelling,
      node,
    };
  }
  if (node.nodeName === '#comment')
    return { text: (node as DefaultTreeAdapterTypes.CommentNode).data, comment: true, node };
  return { text: 'value' in node ? node.value : '', node };
}

/** Parses a template for the string renderer. */
export const parseHTML = (html: string, tablePart?: TablePart): SourceNode[] =>
  parseNodes(html, tablePart).map((node) => toSource(node));

/** Decodes character references in plain text as browsers do. */
export const parseReference: ReferenceParser = (reference) =>
  (parseNodes(reference) as DefaultTreeAdapterTypes.TextNode[]).map(({ value }) => value).join('');
