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

/** The words of a document without its markup: blocks and hard breaks are one space apart; what is nested too deeply is left out. */
export function richTextToPlainText(document: RichTextDocument): string {
  let text = '';
  const visit = (nodes: unknown, depth: number): void => {
    if (typeof nodes === 'string') text += nodes;
    if (!Array.isArray(nodes) || depth > DEPTH_LIMIT) return;
    for (const node of nodes as (RichTextNode | null)[]) {
      const isText = node?.type === 'text';
      if (!isText) text += ' ';
      visit(node?.content ?? (node?.text == null ? undefined : String(node.text)), depth + 1);
      if (!isText) text += ' ';
    }
  };
  visit(document.content, 0);
  return text.replace(/\s+/g, ' ').trim();
}
