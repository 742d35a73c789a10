/**
 * The browser's sanitizer (D13), loaded when data holds markup: DOMPurify with the kit's tables and its own guard.
 */
import DOMPurify from 'dompurify';
import { warnOnce } from '../../global/logger';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, DROPPED_WITH_CONTENT, isAllowedAttribute } from './allowed';
import { insertWith } from './markup';
import { cachedSanitizer } from './sanitizer-cache';
import { isSafeAddress, refusal } from './policy';
import { stripStructure } from './strip-structure';
import { parseInert } from './inert-document';
import { trustedTypesPolicy } from './trusted-types';
import { isClobberSafe } from './clobber-safe';

export { richTextToText } from '../data/rich-text';

let purify: typeof DOMPurify | undefined;

function purifier(): typeof DOMPurify {
  if (purify) return purify;
  purify = DOMPurify(window);
  // Reading the tables again for each value takes as long as the value itself.
  purify.setConfig({
    ALLOWED_TAGS: ALLOWED_TAGS as string[],
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES as string[],
    FORBID_CONTENTS: DROPPED_WITH_CONTENT as string[],
    SANITIZE_DOM: false,
    // It is for HTML that becomes XML, and drops texts and attributes that only look like markup there.
    SAFE_FOR_XML: false,
    TRUSTED_TYPES_POLICY: trustedTypesPolicy() as never,
    RETURN_TRUSTED_TYPE: false,
  });
  purify.addHook('uponSanitizeAttribute', (node, event) => {
    const tag = node.localName;
    const name = event.attrName;
    event.keepAttr = isAllowedAttribute(name) && !refusal(tag, name, event.attrValue, isClobberSafe);
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

/**
 * Makes elements anew that say what they are (`is`): it stays with them, and is printed, though the attribute is removed.
 * Answers whether there were any.
 */
function withoutIs(holder: Element): boolean {
  const all = holder.querySelectorAll('[is]');
  for (const each of all) {
    each.removeAttribute('is');
    // It is nothing to elements of SVG and MathML.
    if (!(each instanceof HTMLElement)) continue;
    const made = each.ownerDocument.createElement(each.localName);
    for (const attribute of [...each.attributes]) made.setAttributeNode(each.removeAttributeNode(attribute));
    made.append(...each.childNodes);
    each.replaceWith(made);
  }
  return all.length > 0;
}

/** Sanitizes HTML that stands in an element; whether something was dropped. */
function clean(html: string, tag: string): { safe: string; dropped: boolean } {
  const dom = purifier();
  const holder = parseInert(html, tag);
  const hadIs = withoutIs(holder);
  const around = dom.sanitize(holder) as unknown as string;
  // The holder itself counts as removed, because it is no element that data may hold.
  const dropped = hadIs || dom.removed.some((each) => !('element' in each) || each.element.nodeName !== 'BODY');
  // What it was parsed in stands around it.
  return { safe: around.slice(tag.length + 2, -tag.length - 3), dropped };
}

export const sanitize = cachedSanitizer((html, inline, tablePart) => {
  const tag = tablePart ?? 'div';
  const { safe: once, dropped } = clean(html, tag);
  if (dropped)
    warnOnce('HTML in the data held what is not allowed (scripts, handlers, frames …): dropped. Correct the data.');
  // A form in a form is none when it is parsed again: that is settled before white space is looked at.
  const safe = once.includes('<form') ? clean(once, tag).safe : once;
  return inline ? stripStructure(safe) : safe;
});

export const insertMarkup = insertWith(sanitize);
