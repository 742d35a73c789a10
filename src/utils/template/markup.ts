/** HTML and rich text of the data as content of an element (D10, D13); a part of the lazily loaded module `sanitizer`. */
import { warnOnce } from '../../global/logger';
import type { RichTextDocument } from '../data/rich-text-document';
import type { Content, Context } from './analyze';
import { warnOfDepth } from './attribute-values';
import { tablePartOf } from './content-model';
import type { RenderFrame } from './environment';
import type { Sanitize } from './sanitizer-cache';

/** HTML from data, sanitized, with the place it is inserted at. */
export interface Markup {
  readonly html: string;
  readonly context: Context;
}

/** What an element shows for HTML or a document; undefined for what is no value. */
export type InsertMarkup = (
  value: string | RichTextDocument,
  content: Content,
  frame: RenderFrame,
) => string | Markup | undefined;

/** Depth to which HTML out of data may insert further HTML. */
const NESTED_LIMIT = 10;

/** Inserts what a sanitizer leaves; what nests too deeply is named, and is no value. */
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

/** Sanitized HTML with the place it stands in, unless it contains itself. */
function insert(html: string, context: Context, { insertionStack, env }: RenderFrame): string | Markup | undefined {
  if (!/[<&]/.test(html)) return html;
  if (html.includes('data-path')) {
    let isInItself = !!insertionStack && (insertionStack.depth >= NESTED_LIMIT || env.insertionLimit-- <= 0);
    for (let at = insertionStack; at; at = at.outer) isInItself ||= at.html === html;
    if (isInItself) {
      warnOnce('HTML in the data inserts itself again and again. The template shows instead. Correct the data.');
      return undefined;
    }
  }
  return { html, context };
}
