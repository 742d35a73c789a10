/**
 * Converts a bound value to the content of an element: text or markup (D7-D10, D13). The DOM renderer and the string
 * renderer share it, so that their output is equal.
 */
import { warnOnce } from '../../global/logger';
import { formatDate } from '../data/date';
import { plainData } from '../path/plain-data';
import { isRichText, type RichTextDocument } from '../data/rich-text-document';
import { collapseWhiteSpace, decodeReferences, mayBeMarkup, normalizeLineFeeds } from '../data/text';
import { readValue } from '../path/lookup';
import { lazyModules } from '../scheduling/lazy-modules';
import type { Content } from './analyze';
import { attributesObject, listText } from './attribute-values';
import { addMissing, processValue, type ElementLike, type RenderFrame } from './environment';
import { TEXT_TAGS } from './content-model';
import type { Markup } from './markup';
import { CODE_TAGS } from './policy';
import { attribute } from './source-node';

/**
 * Matches texts that need processing: empty, with markup or entities, or with characters that a parser would change.
 */
const UNUSUAL = /^$|[<&\r\0]/;
/** The same inside a text element, where white space collapses (D8). */
const UNUSUAL_INLINE = /^$|[<&\r\0\t\f]|[ \n](?:[ \n]|$)|^[ \n]/;

/** The expression that finds texts of an element that need processing. */
export const unusualContent = ({ context }: Content): RegExp => (context.inline ? UNUSUAL_INLINE : UNUSUAL);

/** The content of an element: text, markup, or undefined for the template's own content. */
export function contentOf(content: Content, frame: RenderFrame, element?: ElementLike): string | Markup | undefined {
  const { binding, owner } = content;
  let value = binding && readValue(binding, frame);
  if (attribute(owner.source, 'data-path') !== undefined)
    value = processValue(owner, 'data-path', value, frame, element);
  const html = owner.attributesBinding && attributesObject(owner, frame, element)?.['html'];
  return shapeContent(html, content, frame) ?? shownValue(value, content, frame);
}

/** The content for a value: the placeholder if there is no value. */
export const shownValue = (value: unknown, content: Content, frame: RenderFrame): string | Markup | undefined =>
  shapeContent(value, content, frame) ?? shapeContent(content.placeholder, content, frame);

/** A value as content; undefined for "no value" (D7). */
function shapeContent(value: unknown, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (value == null || value === '') return undefined;
  const { owner, special, context } = content;
  if (special && (CODE_TAGS.has(owner.tag) || owner.tag === 'iframe')) {
    warnOnce(`data is not written into <${owner.tag}>, which holds code. Bind another element.`);
    return undefined;
  }
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'object') return shapeObject(value, content, frame);
  let text = String(value);
  if (special) {
    text = (context.time && formatDate(text, context.language || frame.env.language, frame.env.timeZone)) || text;
    if (owner.source.foreign || TEXT_TAGS.has(owner.tag)) return cleanText(text, frame);
  }
  return unusualContent(content).test(text) ? shapeText(text, content, frame) : text;
}

/** Normalizes plain text as parsers do: decodes character references and normalizes line breaks. */
const cleanText = (text: string, { env }: RenderFrame): string =>
  normalizeLineFeeds(decodeReferences(text, env.parseReference));

/** Converts a text with markup, entities, or collapsible white space (D8). */
export function shapeText(text: string, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (mayBeMarkup(text)) return markupOf(text, content, frame);
  const cleaned = cleanText(text, frame);
  return content.context.inline ? collapseWhiteSpace(cleaned) : cleaned;
}

/** Converts an object: a document becomes markup (D10), a list its entries. Other objects have no text. */
function shapeObject(object: object, content: Content, frame: RenderFrame): string | Markup | undefined {
  const value = plainData(object);
  if (isRichText(value)) return markupOf(value, content, frame);
  if (Array.isArray(value)) return value.length ? shapeContent(listText(value), content, frame) : undefined;
  warnOnce(`the value bound to <${content.owner.tag}> is an object, not a text. Bind one of its members.`);
  return undefined;
}

/** Sanitizes HTML or a rich-text document of the data. */
function markupOf(value: string | RichTextDocument, content: Content, frame: RenderFrame): string | Markup | undefined {
  const { sanitizer } = lazyModules;
  if (sanitizer) return sanitizer.insertMarkup(value, content, frame);
  addMissing(frame.env, 'sanitizer');
  return undefined;
}
