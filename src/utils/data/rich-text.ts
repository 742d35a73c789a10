/** Converts rich-text documents (D10), `{type:'doc', content:[…]}`, to HTML and back, or to plain text. */
import { isAllowedAttribute } from '../template/allowed';
import { refusal } from '../template/policy';
import type { RichTextDocument, RichTextMark, RichTextNode } from './rich-text-document';

export { isRichText, type RichTextDocument, type RichTextNode } from './rich-text-document';

/** Maximum nesting depth of nodes; deeper documents are rejected before they exhaust the stack. */
const DEPTH_LIMIT = 200;

/** Elements by type of node; those of headings depend on their level. */
const NODE_TAGS: Readonly<Record<string, string>> = Object.freeze({
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  horizontalRule: 'hr',
  paragraph: 'p',
  codeBlock: 'code',
  blockquote: 'blockquote',
  hardBreak: 'br',
});
/** A table entry; ignores inherited members such as `constructor`. */
const entryOf = (table: Readonly<Record<string, string>>, type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined;

const MARK_TAGS: Readonly<Record<string, string>> = Object.freeze({
  link: 'a',
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
});

const escape = (text: string): string =>
  text.replace(
    /[&<>"\u00a0]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? '&nbsp;',
  );

/** Always true: no element of a document can hide a member of its form or document by its name. */
const isClobberSafe = (): boolean => true;

/** The attributes of a node or mark that the policy for bound values allows on the element (D13). */
function attributes(tag: string, attrs: Record<string, unknown> | undefined, skip?: string): string {
  let html = '';
  for (const [key, value] of Object.entries(attrs ?? {})) {
    if (value == null || value === false || key === skip) continue;
    const name = key.toLowerCase();
    const text = value === true ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (isAllowedAttribute(name) && !refusal(tag, name, text, isClobberSafe)) html += ` ${name}="${escape(text)}"`;
  }
  return html;
}

function children(nodes: unknown, depth: number): string {
  if (typeof nodes === 'string') return escape(nodes);
  if (!Array.isArray(nodes)) return nodes && typeof nodes === 'object' ? renderNode(nodes as RichTextNode, depth) : '';
  if (depth > DEPTH_LIMIT) throw new RangeError(`Rich text has more than ${DEPTH_LIMIT} levels`);
  return nodes.map((node) => children(node, depth)).join('');
}

function renderNode(node: RichTextNode, depth: number): string {
  const { type, attrs } = node;
  if (type === 'text') {
    let html = escape(String(node.text ?? ''));
    for (const mark of Array.isArray(node.marks) ? node.marks : []) {
      const tag = entryOf(MARK_TAGS, mark?.type);
      if (tag) html = `<${tag}${attributes(tag, mark.attrs)}>${html}</${tag}>`;
    }
    return html;
  }
  if (type === 'heading') {
    const level = Math.min(6, Math.max(1, Math.trunc(Number(attrs?.['level'])) || 1));
    const inner = children(node.content ?? node.text, depth + 1);
    return `<h${level}${attributes(`h${level}`, attrs, 'level')}>${inner}</h${level}>`;
  }
  const tag = entryOf(NODE_TAGS, type);
  if (tag === 'hr' || tag === 'br') return `<${tag}${attributes(tag, attrs)}>`;
  const inner = children(node.content ?? node.text, depth + 1);
  return tag ? `<${tag}${attributes(tag, attrs)}>${inner}</${tag}>` : inner;
}

/**
 * Converts a document, a node or a list of nodes to HTML that is safe to insert. Texts are escaped, and a string is
 * text. Attributes that run scripts, addresses such as `javascript:` and styles that cover the page are dropped.
 * @throws RangeError if nodes nest deeper than {@link DEPTH_LIMIT}.
 */
export function serializeRichText(document: RichTextNode | RichTextNode[] | string | null | undefined): string {
  return document == null ? '' : children(document, 0).trim();
}

const TAG_NODES: Readonly<Record<string, string>> = Object.freeze({
  ...Object.fromEntries(Object.entries(NODE_TAGS).map(([type, tag]) => [tag, type])),
  pre: 'codeBlock',
});
const TAG_MARKS: Readonly<Record<string, string>> = Object.freeze({
  ...Object.fromEntries(Object.entries(MARK_TAGS).map(([type, tag]) => [tag, type])),
  b: 'bold',
  i: 'italic',
  strike: 'strike',
  del: 'strike',
  ins: 'underline',
});

/** An element or text as {@link parseRichText} reads it: of the DOM, or of any parser with the same members. */
export interface MarkupNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<MarkupNode>;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

const attrsOf = (node: MarkupNode): Record<string, unknown> | undefined => {
  const list = Array.from(node.attributes ?? []);
  return list.length ? Object.fromEntries(list.map(({ name, value }) => [name, value])) : undefined;
};

const isInline = (node: RichTextNode): boolean => node.type === 'text' || node.type === 'hardBreak';

/** Wraps loose text between blocks in paragraphs; drops white space between blocks. */
function blocks(nodes: RichTextNode[]): RichTextNode[] {
  const result: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const close = (): void => {
    if (run.some((node) => node.type !== 'text' || /\S/.test(node.text ?? '')))
      result.push({ type: 'paragraph', content: run });
    run = [];
  };
  for (const node of nodes) {
    if (isInline(node)) run.push(node);
    else {
      close();
      result.push(node);
    }
  }
  close();
  return result;
}

/** Replaces blocks with their inline content. */
const inlines = (nodes: RichTextNode[]): RichTextNode[] =>
  nodes.flatMap((node) => (isInline(node) ? [node] : inlines(node.content ?? [])));

function read(node: MarkupNode, marks: RichTextMark[], depth: number): RichTextNode[] {
  if (node.nodeType === 3) {
    const text = node.nodeValue ?? '';
    return text ? [{ type: 'text', text, ...(marks.length ? { marks } : {}) }] : [];
  }
  if (node.nodeType !== 1) return [];
  if (depth > DEPTH_LIMIT) throw new RangeError(`Rich text has more than ${DEPTH_LIMIT} levels`);
  const tag = node.nodeName.toLowerCase();
  const inner = (innerMarks: RichTextMark[] = marks): RichTextNode[] =>
    Array.from(node.childNodes).flatMap((child) => read(child, innerMarks, depth + 1));
  const attrs = attrsOf(node);
  const mark = entryOf(TAG_MARKS, tag);
  // A later mark is the outer element (D10), so an inner element's mark comes first.
  if (mark) return inner([{ type: mark, ...(attrs ? { attrs } : {}) }, ...marks]);
  const heading = /^h([1-6])$/.exec(tag);
  const type = heading ? 'heading' : entryOf(TAG_NODES, tag);
  if (!type) return inner();
  if (type === 'hardBreak' || type === 'horizontalRule') return [{ type, ...(attrs ? { attrs } : {}) }];
  let content = inner();
  const container = type === 'bulletList' || type === 'orderedList' || type === 'listItem' || type === 'blockquote';
  if (!container) content = inlines(content);
  else if (content.some((child) => !isInline(child))) content = blocks(content);
  const nodeAttrs = heading ? { level: +heading[1]!, ...attrs } : attrs;
  return [{ type, ...(nodeAttrs ? { attrs: nodeAttrs } : {}), ...(content.length ? { content } : {}) }];
}

/**
 * Converts parsed HTML to a document. The output of {@link serializeRichText} is converted to an equal document.
 * @param root element or fragment whose children are the content
 * @throws RangeError if elements nest deeper than {@link DEPTH_LIMIT}.
 */
export function readRichText(root: { childNodes: ArrayLike<MarkupNode> }): RichTextDocument {
  return { type: 'doc', content: blocks(Array.from(root.childNodes).flatMap((child) => read(child, [], 0))) };
}

function plainText(nodes: unknown, depth: number): string {
  if (typeof nodes === 'string') return nodes;
  if (Array.isArray(nodes)) {
    if (depth > DEPTH_LIMIT) throw new RangeError(`Rich text has more than ${DEPTH_LIMIT} levels`);
    return nodes.map((node) => plainText(node, depth)).join('');
  }
  if (!nodes || typeof nodes !== 'object') return '';
  const { type, text, content } = nodes as RichTextNode;
  if (type === 'text') return String(text ?? '');
  const inner = plainText(content ?? text, depth + 1);
  // Separate blocks by spaces.
  return type === 'heading' || entryOf(NODE_TAGS, type) ? ` ${inner} ` : inner;
}

/**
 * Converts a document to plain text for attributes, with one space between blocks. A document without text is empty,
 * which counts as no value (D10).
 * @throws RangeError if nodes nest deeper than {@link DEPTH_LIMIT}.
 */
export const richTextToText = (document: RichTextDocument): string =>
  plainText(document, 0)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim();
