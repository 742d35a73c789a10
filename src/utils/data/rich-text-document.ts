/** Rich-text documents (D10) as data has them: what they are, and what they read. */

export interface RichTextMark {
  type: string;
  attrs?: Record<string, unknown>;
}
export interface RichTextNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  content?: RichTextNode[];
  marks?: RichTextMark[];
}
/** The root of a document. */
export interface RichTextDocument extends RichTextNode {
  type: 'doc';
  content: RichTextNode[];
}

/** Levels of nodes a document may nest; deeper is refused rather than run out of stack. */
export const DEPTH_LIMIT = 200;

export const isRichText = (value: unknown): value is RichTextDocument =>
  typeof value === 'object' &&
  value !== null &&
  (value as RichTextNode).type === 'doc' &&
  Array.isArray((value as RichTextNode).content);

/** The element that each type of node becomes; headings have one by their level. */
export const NODE_TAGS: Readonly<Record<string, string>> = Object.freeze({
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  horizontalRule: 'hr',
  paragraph: 'p',
  codeBlock: 'code',
  blockquote: 'blockquote',
  hardBreak: 'br',
});
/** An entry of a table, whatever a document calls its nodes. */
export const ownEntry = (table: Readonly<Record<string, string>>, type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined;

function words(nodes: unknown, depth: number): string {
  if (typeof nodes === 'string') return nodes;
  if (Array.isArray(nodes)) {
    if (depth > DEPTH_LIMIT) throw new RangeError(`Rich text is nested deeper than ${DEPTH_LIMIT} levels`);
    return nodes.map((node) => words(node, depth)).join('');
  }
  if (!nodes || typeof nodes !== 'object') return '';
  const { type, text, content } = nodes as RichTextNode;
  if (type === 'text') return String(text ?? '');
  const inner = words(content ?? text, depth + 1);
  // Blocks do not run into each other.
  return type === 'heading' || ownEntry(NODE_TAGS, type) ? ` ${inner} ` : inner;
}

/**
 * A document as plain text, for attributes: one space between blocks. Empty for a document without text, which counts as
 * no value (D10).
 * @throws RangeError when nodes nest deeper than {@link DEPTH_LIMIT}.
 */
export const richTextToText = (document: RichTextDocument): string =>
  words(document, 0)
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim();
