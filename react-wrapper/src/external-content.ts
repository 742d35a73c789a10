/**
 * Converts printed HTML to React elements as far as it contains external components, which get React children. All
 * other HTML stays a string.
 */
import type { ReactNode } from 'react';
import { createHTMLElement, reactProps } from './react-props.js';

/**
 * Marks an external component whose content a server or server component rendered; its value is an index in a list of
 * nodes.
 */
export const SERVER_RENDERED = 'data-server-rendered';

interface OpenElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Index of its opening tag. */
  readonly start: number;
  readonly children: ReactNode[];
  /** End of the text that is already in `children`. */
  position: number;
  /** Whether an external component is in it. */
  hasExternal: boolean;
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements whose text contains no tags. */
const RAW = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext|template|noscript)$/;

/** Matches tags of the kit's printer, which quotes attributes. */
const TAG = /<!--[^]*?-->|<(\/?)([a-zA-Z][^\s/>]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([^\s=>/"]+)(?:="([^"]*)")?/g;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
};
const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name]!);

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name, value = '']) => [name!.toLowerCase(), decode(value)] as const),
  );

/**
 * The end of a raw element's text. The HTML is not converted to lower case, which may change its length: `İ` becomes
 * two characters.
 */
function endOfText(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/**
 * Elements whose first line break HTML parsers drop. React prints an additional one if their content begins with one.
 */
const DROPS_FIRST_BREAK = /^(?:pre|textarea|listing)$/;

/** The content of an element as React props; that of a `textarea` is text. */
function contentProps(tag: string, html: string): Record<string, unknown> {
  const content = DROPS_FIRST_BREAK.test(tag) ? html.replace(/^\n/, '') : html;
  return tag === 'textarea' ? { defaultValue: decode(content) } : { dangerouslySetInnerHTML: { __html: content } };
}

/** Converts HTML without external components to React nodes: elements with an HTML string, and texts. */
function* pieces(html: string): Generator<ReactNode> {
  let depth = 0;
  let start = 0;
  let open: { tag: string; attributes: string; contentStart: number } | undefined;
  const tags = new RegExp(TAG.source, 'g');
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const [tagText, closing, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    if (depth > 0 && (!name || VOID.test(tag))) continue;
    if (!depth) {
      if (match.index > start) yield decode(html.slice(start, match.index));
      if (!name) {
        // React can not print comments.
        start = tags.lastIndex;
        continue;
      }
      if (VOID.test(tag)) {
        yield createHTMLElement(tag, reactProps(tag, attributesOf(attributes)));
        start = tags.lastIndex;
        continue;
      }
      open = { tag, attributes, contentStart: tags.lastIndex };
    }
    depth += closing ? -1 : 1;
    if (!closing && RAW.test(tag)) tags.lastIndex = endOfText(html, tag, tags.lastIndex);
    if (depth || !open) continue;
    yield createHTMLElement(open.tag, {
      ...reactProps(open.tag, attributesOf(open.attributes)),
      ...contentProps(open.tag, html.slice(open.contentStart, match.index)),
    });
    start = match.index + tagText.length;
  }
  if (start < html.length) yield decode(html.slice(start));
}

/**
 * Extracts external components from printed HTML so that a caller can render them.
 * @param render returns the content of a component by its attributes; undefined leaves the component unchanged.
 * @param first index of the first component in the marks
 * @returns the HTML with empty, marked components, and their contents
 */
export function extractExternals(
  html: string,
  render: (attributes: Readonly<Record<string, string>>) => ReactNode,
  first = 0,
): { html: string; nodes: ReactNode[] } {
  const nodes: ReactNode[] = [];
  let result = '';
  let position = 0;
  let depth = 0;
  let open: { end: number } | undefined;
  const tags = new RegExp(TAG.source, 'g');
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const [, closing, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    if (!closing && RAW.test(tag)) tags.lastIndex = endOfText(html, tag, tags.lastIndex);
    if (tag !== 'feaas-external') continue;
    if (closing) {
      // The fallback content is removed.
      if (--depth === 0 && open) {
        result += html.slice(position, open.end);
        position = match.index;
        open = undefined;
      }
      continue;
    }
    if (depth++ > 0) continue;
    const parsedAttributes = attributesOf(attributes);
    const node = SERVER_RENDERED in parsedAttributes ? undefined : render(parsedAttributes);
    if (node === undefined) continue;
    result += `${html.slice(position, tags.lastIndex - 1)} ${SERVER_RENDERED}="${first + nodes.length}"`;
    position = tags.lastIndex - 1;
    open = { end: tags.lastIndex };
    nodes.push(node);
  }
  return { html: result + html.slice(position), nodes };
}

/**
 * Converts printed HTML to React elements, with React nodes in the external components that {@link extractExternals}
 * marked.
 * @returns undefined if there are none; the text can then be used unchanged.
 */
export function joinExternals(html: string, nodes: readonly ReactNode[]): ReactNode[] | undefined {
  if (!nodes.length) return undefined;
  const root: OpenElement = { tag: '', attributes: {}, start: 0, children: [], position: 0, hasExternal: false };
  const stack = [root];
  const tags = new RegExp(TAG.source, 'g');
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const [tagText, closing, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    if (!name || VOID.test(tag)) continue;
    if (!closing) {
      stack.push({
        tag,
        attributes: attributesOf(attributes),
        start: match.index,
        children: [],
        position: tags.lastIndex,
        hasExternal: false,
      });
      if (RAW.test(tag)) tags.lastIndex = endOfText(html, tag, tags.lastIndex);
      continue;
    }
    // Printed HTML is well-formed, so tags match.
    const element = stack.pop()!;
    const parent = stack.at(-1)!;
    const nodeIndex = tag === 'feaas-external' ? element.attributes[SERVER_RENDERED] : undefined;
    if (nodeIndex === undefined && !element.hasExternal) continue;
    parent.hasExternal = true;
    parent.children.push(...pieces(html.slice(parent.position, element.start)));
    parent.position = match.index + tagText.length;
    const { children } = element;
    if (nodeIndex !== undefined) children.push(nodes[Number(nodeIndex)]);
    else children.push(...pieces(html.slice(element.position, match.index)));
    parent.children.push(createHTMLElement(tag, reactProps(tag, element.attributes), ...children));
  }
  root.children.push(...pieces(html.slice(root.position)));
  return root.children;
}
