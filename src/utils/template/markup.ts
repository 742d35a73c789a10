/** HTML and rich text of the data as content of an element (D10, D13); part of the lazily loaded module `sanitizer`. */
import { warnOnce } from '../../global/logger';
import type { RichTextDocument } from '../data/rich-text-document';
import type { Content, Context } from './analyze';
import { warnOfDepth } from './attribute-values';
import { tablePartOf } from './content-model';
import type { RenderFrame } from './environment';
import type { Sanitize } from './sanitizer-cache';

/** Sanitized HTML of the data with the context of its insertion. */
export interface Markup {
  readonly html: string;
  readonly context: Context;
}

/** Returns the content for HTML or a document; undefined if it is no value. */
export type InsertMarkup = (
  value: string | RichTextDocument,
  content: Content,
  frame: RenderFrame,
) => string | Markup | undefined;

/** Maximum depth to which HTML of the data may insert other HTML. */
const NESTED_LIMIT = 10;

/**
 * Returns a function that inserts sanitized HTML. A value that nests too deeply causes a warning and counts as missing.
 */
export const insertWith =
  (sanitize: Sanitize): InsertMarkup =>
  (value, { owner, context: { scopes, inline, time, language } }, frame) => {
    const context = { scopes, inline, time, language, tablePart: tablePartOf(owner.tag) };
    try {
      const html = sanitize(value, inline, context.tablePart);
      return html || typeof value === 'string' ? insert(html, context, frame) : undefined;
    } catch (error) {
      warnOfDepth(owner.tag, error as Error);
      return undefined;
    }
  };

/** Sanitized HTML with its context; undefined if it inserts itself. */
function insert(html: string, context: Context, { insertionStack, env }: RenderFrame): string | Markup | undefined {
  if (!/[<&]/.test(html)) return html;
  if (html.includes('data-path')) {
    let isInItself = !!insertionStack && (insertionStack.depth >= NESTED_LIMIT || env.insertionLimit-- <= 0);
    for (let current = insertionStack; current; current = current.outer) isInItself ||= current.html === html;
    if (isInItself) {
      warnOnce('HTML in the data inserts itself again and again. The template shows instead. Correct the data.');
      return undefined;
    }
  }
  return { html, context };
}
