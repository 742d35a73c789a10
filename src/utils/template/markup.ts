/**
 * The browser's sanitiser (D13), loaded when data holds markup: DOMPurify with the kit's tables and its own guard.
 */
import DOMPurify from 'dompurify';
import { warnOnce } from '../../global/logger';
import { serializeRichText, type RichTextDocument } from '../data/rich-text';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, DROPPED_WITH_CONTENT, isAllowedAttribute } from './allowed';
import type { TablePart } from './analyse';
import { isSafeAddress, refusal } from './rules';
import { withoutStructure } from './structure';
import { trustedHTML, trustedTypesPolicy } from './trusted-types';
import { isFreeName } from './names';

const CACHE_SIZE = 500;
const cache = new Map<string, string>();

let purify: typeof DOMPurify | undefined;

function purifier(): typeof DOMPurify {
  if (purify) return purify;
  purify = DOMPurify(window);
  purify.addHook('uponSanitizeAttribute', (node, event) => {
    const tag = node.localName;
    const name = event.attrName;
    event.keepAttr = isAllowedAttribute(name) && !refusal(tag, name, event.attrValue, isFreeName);
    // What passed the kit's own guard is not asked again.
    event.forceKeepAttr = event.keepAttr;
  });
  purify.addHook('uponSanitizeElement', (node, event) => {
    const element = node as Element;
    if (event.tagName === 'form' && !isSafeAddress(element.getAttribute?.('action') ?? '', 'form', 'action')) {
      element.replaceWith(...element.childNodes);
    }
  });
  return purify;
}

/** HTML parsed as in an element, in a document in which nothing loads or runs. */
function parsedIn(tag: string, html: string): HTMLElement {
  const holder = document.implementation.createHTMLDocument('').createElement(tag);
  holder.innerHTML = trustedHTML(html);
  return holder;
}

/**
 * Untrusted HTML, or a rich-text document, as HTML that is safe to parse.
 * @param inline where text elements take no structure (D8).
 * @param tablePart the part of a table it is for: rows and cells stay there.
 */
export function sanitise(value: string | object, inline: boolean, tablePart?: TablePart): string {
  const html = typeof value === 'string' ? value : serializeRichText(value as RichTextDocument);
  const key = `${inline} ${tablePart} ${html}`;
  let safe = cache.get(key);
  if (safe === undefined) {
    const dom = purifier();
    safe = dom.sanitize(tablePart ? parsedIn(tablePart, html) : html, {
      ALLOWED_TAGS: ALLOWED_TAGS as string[],
      ALLOWED_ATTR: ALLOWED_ATTRIBUTES as string[],
      FORBID_CONTENTS: DROPPED_WITH_CONTENT as string[],
      SANITIZE_DOM: false,
      TRUSTED_TYPES_POLICY: trustedTypesPolicy() as never,
      RETURN_TRUSTED_TYPE: false,
    }) as unknown as string;
    // The holder itself counts as removed, because it is no element that data may hold.
    if (dom.removed.some((each) => !('element' in each) || each.element.nodeName !== 'BODY'))
      warnOnce('HTML in the data held what is not allowed (scripts, handlers, frames …): dropped.');
    // The part itself stands around what it holds.
    if (tablePart) safe = safe.slice(tablePart.length + 2, -tablePart.length - 3);
    // Without a tag nothing was parsed, so white space may still be spelt as an entity.
    if (inline && !safe.includes('<')) safe = parsedIn('div', safe).innerHTML;
    if (inline) safe = withoutStructure(safe);
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(key, safe);
  }
  return safe;
}
