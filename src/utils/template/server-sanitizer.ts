/** The server's sanitizer (D13): the same tables and checks as in the browser, applied to parse5's tree. */
import { warnOnce } from '../../global/logger';
import { ALLOWED_TAGS, DROPPED_WITH_CONTENT, isAllowedAttribute } from './allowed';
import { isElement, type SourceNode } from './source-node';
import { insertWith } from './markup';
import { cachedSanitizer } from './sanitizer-cache';
import { MEMBER_NAMES } from './member-names';
import { parseHTML } from './parse-html';
import { escapeAttribute, escapeText } from './escape-html';
import { VOID_TAGS } from './content-model';
import { isSafeAddress, refusal } from './policy';
import { stripStructure } from './strip-structure';

export { richTextToText } from '../data/rich-text';

const allowed: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const dropped: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);
const memberNames: ReadonlySet<string> = new Set(MEMBER_NAMES);

/** Whether a name hides no member of a document or form. */
export const isClobberSafe = (value: string): boolean => !memberNames.has(value);

function print(node: SourceNode, report: { dropped: boolean }): string {
  if (!isElement(node)) return node.comment ? '' : escapeText(node.text);
  const { tag } = node;
  if (node.foreign || dropped.has(tag)) {
    report.dropped = true;
    return '';
  }
  const inner = (): string => node.children.map((child) => print(child, report)).join('');
  const action = node.attributes.find(([name]) => name === 'action')?.[1] ?? '';
  if (!allowed.has(tag) || (tag === 'form' && !isSafeAddress(action, 'form', 'action'))) {
    report.dropped = true;
    return inner();
  }
  let html = '<' + tag;
  for (const [name, value] of node.attributes) {
    if (isAllowedAttribute(name) && !refusal(tag, name, value, isClobberSafe))
      html += ` ${name}="${escapeAttribute(value)}"`;
    else report.dropped = true;
  }
  return VOID_TAGS.has(tag) ? html + '>' : `${html}>${inner()}</${tag}>`;
}

export const sanitize = cachedSanitizer((html, inline, tablePart) => {
  const report = { dropped: false };
  const sanitizeOnce = (text: string): string =>
    parseHTML(text, tablePart)
      .map((node) => print(node, report))
      .join('');
  let safe = sanitizeOnce(html);
  if (report.dropped)
    warnOnce('HTML in the data held what is not allowed (scripts, handlers, frames …): dropped. Correct the data.');
  // A second pass reparses moved nodes, so that sanitizing the result again changes nothing.
  safe = sanitizeOnce(safe);
  return inline ? stripStructure(safe) : safe;
});

export const insertMarkup = insertWith(sanitize);
