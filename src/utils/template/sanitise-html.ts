/** The server's sanitiser (D13): the same tables and guard as the browser's, over parse5's tree. */
import { warnOnce } from '../../global/logger';
import { serializeRichText, type RichTextDocument } from '../data/rich-text';
import { ALLOWED_TAGS, DROPPED_WITH_CONTENT, isAllowedAttribute } from './allowed';
import { isElement, type SourceNode, type TablePart } from './analyse';
import { MEMBER_NAMES } from './member-names';
import { parseHTML } from './parse-html';
import { escapeAttribute, escapeText } from './print';
import { VOID_TAGS, isSafeAddress, refusal } from './rules';
import { withoutStructure } from './structure';

const allowed: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const dropped: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);
const taken: ReadonlySet<string> = new Set(MEMBER_NAMES);

/** Names that hide no member of a document or form. */
export const isFreeName = (value: string): boolean => !taken.has(value);

function print(node: SourceNode, told: { dropped: boolean }): string {
  if (!isElement(node)) return node.comment ? '' : escapeText(node.text);
  const { tag } = node;
  if (node.foreign || dropped.has(tag)) {
    told.dropped = true;
    return '';
  }
  const inner = (): string => node.children.map((child) => print(child, told)).join('');
  const action = node.attributes.find(([name]) => name === 'action')?.[1] ?? '';
  if (!allowed.has(tag) || (tag === 'form' && !isSafeAddress(action, 'form', 'action'))) {
    told.dropped = true;
    return inner();
  }
  let out = '<' + tag;
  for (const [name, value] of node.attributes) {
    if (isAllowedAttribute(name) && !refusal(tag, name, value, isFreeName))
      out += ` ${name}="${escapeAttribute(value)}"`;
    else told.dropped = true;
  }
  return VOID_TAGS.has(tag) ? out + '>' : `${out}>${inner()}</${tag}>`;
}

/**
 * Untrusted HTML, or a rich-text document, as HTML that is safe to parse.
 * @param inline where text elements take no structure (D8).
 * @param tablePart the part of a table it is for: rows and cells stay there.
 */
export function sanitise(value: string | object, inline: boolean, tablePart?: TablePart): string {
  const html = typeof value === 'string' ? value : serializeRichText(value as RichTextDocument);
  const told = { dropped: false };
  let safe = parseHTML(html, tablePart)
    .map((node) => print(node, told))
    .join('');
  if (told.dropped) warnOnce('HTML in the data held what is not allowed (scripts, handlers, frames …): dropped.');
  // A second parse settles what the first one moved around, so that sanitising again changes nothing.
  safe = parseHTML(safe, tablePart)
    .map((node) => print(node, told))
    .join('');
  return inline ? withoutStructure(safe) : safe;
}
