/**
 * Parses markup with the source range of everything, in the same fragment context as the engine.
 * Content that the parser drops, moves or adds is found by counting: each character of the text belongs to exactly one
 * node.
 */
import { defaultTreeAdapter, html as spec, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { VOID_TAGS } from '../../template/content-model';
import { readText } from './characters';
import {
  ROOT,
  type Attribute,
  type ElementNode,
  type ErrorNode,
  type TextNode,
  type SyntaxTree,
  type SyntaxNode,
} from './syntax-tree';

type Parsed = DefaultTreeAdapterTypes.ChildNode;
type ParsedElement = DefaultTreeAdapterTypes.Element;

/** Generates ids. */
export interface Ids {
  next: number;
}

/** Elements that the parser adds to tables. */
const IMPLIED = /^(?:tbody|colgroup|tr)$/;
/** Elements with an optional end tag. */
const OMITTABLE = /^(?:li|p|d[dt]|option|optgroup|tr|t[dh]|tbody|thead|tfoot|colgroup|caption|r[tp])$/;
const RAW_TEXT = /^(?:script|style|xmp|iframe|noembed|noframes|noscript|plaintext)$/;
/** Elements at whose beginning the parser drops a line break. */
export const DROPS_LINE_BREAK = /^(?:pre|textarea|listing)$/;
/** Maximum nesting depth; the browser's parser makes deeper elements siblings. */
const DEPTH_LIMIT = 500;

const context = defaultTreeAdapter.createElement('div', spec.NS.HTML, []);

/** A range of the text with its parsed node; undefined if that is not a single node. */
interface ParsedRange {
  from: number;
  to: number;
  node: Parsed | undefined;
}

/** Creates an element with the properties that follow from its parts. */
export function element(
  parts: Pick<ElementNode, 'id' | 'tag' | 'foreign' | 'attributes' | 'children' | 'open' | 'close' | 'closed'>,
): ElementNode {
  let length = parts.open + parts.close;
  const { closed } = parts;
  let errorCount = closed === 'missing' ? 1 : 0;
  let isNeutral = closed === 'written';
  let count = 1;
  let depth = 0;
  for (const child of parts.children) {
    length += child.length;
    errorCount += child.errorCount;
    isNeutral &&= child.neutral;
    count += child.count;
    depth = Math.max(depth, child.depth);
  }
  return {
    ...parts,
    kind: 'element',
    length,
    errorCount,
    neutral: isNeutral && !errorCount,
    count,
    depth: depth + 1,
  };
}

class Builder {
  constructor(
    private readonly text: string,
    private readonly ids: Ids,
  ) {}

  private errorNode(kind: ErrorNode['kind'], length: number): ErrorNode {
    return { kind, id: this.ids.next++, length, errorCount: 1, neutral: false, count: 1, depth: 0 };
  }

  /** Returns the range that a node was parsed from; undefined for a node without any source. */
  private rangeOf(node: Parsed): ParsedRange | undefined {
    const location = node.sourceCodeLocation;
    if (location) return { from: location.startOffset, to: location.endOffset, node };
    if (!('tagName' in node)) return undefined;
    let from = Infinity;
    let to = -1;
    for (const child of node.childNodes) {
      const range = this.rangeOf(child);
      if (!range) continue;
      from = Math.min(from, range.from);
      to = Math.max(to, range.to);
    }
    return to < 0 ? undefined : { from, to, node: IMPLIED.test(node.tagName) ? node : undefined };
  }

  /** Returns the nodes of a range of the text, without gaps. */
  nodes(
    list: readonly Parsed[],
    from: number,
    to: number,
    parent: ParsedElement | undefined,
    depth: number,
  ): SyntaxNode[] {
    const ranges: ParsedRange[] = [];
    for (const node of list) {
      const range = this.rangeOf(node);
      if (!range) continue;
      if (range.from < from || range.to > to || range.from > range.to)
        return to > from ? [this.errorNode('misnested', to - from)] : [];
      // A moved node precedes nodes that it follows in the source: the whole range becomes one error node.
      for (let last = ranges.at(-1); last && last.to > range.from; last = ranges.at(-1)) {
        ranges.pop();
        range.from = Math.min(range.from, last.from);
        range.to = Math.max(range.to, last.to);
        range.node = undefined;
      }
      ranges.push(range);
    }
    const nodes: SyntaxNode[] = [];
    let position = from;
    const droppedBreak =
      parent && DROPS_LINE_BREAK.test(parent.tagName) ? /^(?:\r\n?|\n)/.exec(this.text.slice(from, to)) : null;
    if (droppedBreak) {
      const [first] = ranges;
      const end = from + droppedBreak[0].length;
      const value = first?.node && 'value' in first.node ? first.node.value : undefined;
      // The parser's start of a text that begins with a character reference is after that reference.
      if (first && readText(this.text.slice(from, first.to)) === `\n${value ?? ''}` && value !== undefined)
        first.from = from;
      else if ((first?.from ?? to) >= end) {
        nodes.push(this.textNode('', from, end, parent));
        position = end;
      }
    }
    for (const range of ranges) {
      if (range.from > position) nodes.push(this.errorNode('stray', range.from - position));
      nodes.push(
        range.node
          ? this.node(range.node, range.from, range.to, parent, depth)
          : this.errorNode('misnested', range.to - range.from),
      );
      position = range.to;
    }
    if (to > position) nodes.push(this.errorNode('stray', to - position));
    return nodes;
  }

  private node(node: Parsed, from: number, to: number, parent: ParsedElement | undefined, depth: number): SyntaxNode {
    if ('tagName' in node) return this.element(node, from, to, depth);
    if (node.nodeName === '#text')
      return this.textNode((node as DefaultTreeAdapterTypes.TextNode).value, from, to, parent);
    if (node.nodeName !== '#comment') return this.errorNode('stray', to - from);
    return {
      kind: 'comment',
      id: this.ids.next++,
      length: to - from,
      errorCount: 0,
      neutral: true,
      count: 1,
      depth: 0,
    };
  }

  private textNode(text: string, from: number, to: number, parent: ParsedElement | undefined): TextNode {
    const raw = !!parent && parent.namespaceURI === spec.NS.HTML && RAW_TEXT.test(parent.tagName);
    const decoded = readText(this.text.slice(from, to), raw);
    const isExact = decoded === text || (!!parent && DROPS_LINE_BREAK.test(parent.tagName) && decoded === '\n' + text);
    return {
      kind: 'text',
      id: this.ids.next++,
      length: to - from,
      text,
      raw,
      errorCount: isExact ? 0 : 1,
      neutral: isExact,
      count: 1,
      depth: 0,
    };
  }

  private element(node: ParsedElement, from: number, to: number, depth: number): SyntaxNode {
    const location = node.sourceCodeLocation;
    if (depth > DEPTH_LIMIT) return this.errorNode('misnested', to - from);
    const { tagName: tag } = node;
    const start = location?.startTag;
    const end = location?.endTag;
    if (location && (!start || start.startOffset !== from || start.endOffset > to))
      return this.errorNode('misnested', to - from);
    const open = start ? start.endOffset - from : 0;
    const close = end ? end.endOffset - end.startOffset : 0;
    const id = this.ids.next++;
    const foreign = node.namespaceURI !== spec.NS.HTML;
    const inner = 'content' in node ? (node as DefaultTreeAdapterTypes.Template).content.childNodes : node.childNodes;
    const children = this.nodes(inner, from + open, to - close, node, depth + 1);
    const isSelfClosed = (!foreign && VOID_TAGS.has(tag)) || (foreign && this.text[from + open - 2] === '/');
    const closed = end || isSelfClosed || !start ? 'written' : !foreign && OMITTABLE.test(tag) ? 'omitted' : 'missing';
    const attributes = location ? this.attributes(node, from) : [];
    return element({ id, tag, foreign, attributes, children, open, close, closed });
  }

  private attributes(node: ParsedElement, from: number): Attribute[] {
    const locations = node.sourceCodeLocation?.attrs ?? {};
    return node.attrs.flatMap(({ prefix, name, value }) => {
      const fullName = prefix ? `${prefix}:${name}` : name;
      const location = locations[fullName.toLowerCase()] ?? locations[fullName];
      return location
        ? [{ name: fullName, value, from: location.startOffset - from, to: location.endOffset - from }]
        : [];
    });
  }
}

/** Parses a text to nodes that cover all of its characters. */
export function parseRoot(text: string, ids: Ids): ElementNode {
  const { childNodes } = parseFragment(context, text, { scriptingEnabled: true, sourceCodeLocationInfo: true });
  const children = new Builder(text, ids).nodes(childNodes, 0, text.length, undefined, 0);
  return element({ id: 0, tag: ROOT, foreign: false, attributes: [], children, open: 0, close: 0, closed: 'written' });
}

/** Parses markup. Any text is accepted, and its nodes reproduce it character by character. */
export function parseDocument(text: string): SyntaxTree {
  const ids: Ids = { next: 1 };
  const root = parseRoot(text, ids);
  return { root, next: ids.next, parsed: root.count };
}
