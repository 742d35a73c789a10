/** Types of rich-text documents (D10) in data. */

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

/** Whether a value is a rich-text document. */
export const isRichText = (value: unknown): value is RichTextDocument =>
  typeof value === 'object' &&
  value !== null &&
  (value as RichTextNode).type === 'doc' &&
  Array.isArray((value as RichTextNode).content);
