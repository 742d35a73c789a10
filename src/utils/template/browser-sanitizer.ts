/** The browser's sanitizer (D13), loaded when data contains markup: DOMPurify with the kit's own tables and checks. */
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
  // Set once: parsing the tables for each value takes as long as sanitizing it.
  purify.setConfig({
    ALLOWED_TAGS: ALLOWED_TAGS as string[],
    ALLOWED_ATTR: ALLOWED_ATTRIBUTES as string[],
    FORBID_CONTENTS: DROPPED_WITH_CONTENT as string[],
    SANITIZE_DOM: false,
    // Off: it protects HTML that becomes XML, and would drop text and attributes that only look like markup.
    SAFE_FOR_XML: false,
    TRUSTED_TYPES_POLICY: trustedTypesPolicy() as never,
    RETURN_TRUSTED_TYPE: false,
  });
  purify.addHook('uponSanitizeAttribute', (node, event) => {
    const tag = node.localName;
    const name = event.attrName;
    event.keepAttr = isAllowedAttribute(name) && !refusal(tag, name, event.attrValue, isClobberSafe);
    // DOMPurify does not check again what the kit's own check accepted.
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
 * Replaces elements that have an `is` attribute with new ones: a customized element stays customized, and serializes
 * its `is`, even after the attribute is removed. Returns whether there were any.
 */
function withoutIs(container: Element): boolean {
  const elements = container.querySelectorAll('[is]');
  for (const element of elements) {
    element.removeAttribute('is');
    // `is` has no effect on SVG and MathML elements.
    if (!(element instanceof HTMLElement)) continue;
    const replacement = element.ownerDocument.createElement(element.localName);
    for (const attribute of [...element.attributes])
      replacement.setAttributeNode(element.removeAttributeNode(attribute));
    replacement.append(...element.childNodes);
    element.replaceWith(replacement);
  }
  return elements.length > 0;
}

/** Sanitizes HTML in the context of an element; `dropped` is true if anything was removed. */
function sanitizeOnce(html: string, tag: string): { safe: string; dropped: boolean } {
  const dom = purifier();
  const container = parseInert(html, tag);
  const hadIs = withoutIs(container);
  const wrapped = dom.sanitize(container) as unknown as string;
  // The holder counts as removed because data may not contain it.
  const dropped = hadIs || dom.removed.some((each) => !('element' in each) || each.element.nodeName !== 'BODY');
  // Remove the tags of the holder.
  return { safe: wrapped.slice(tag.length + 2, -tag.length - 3), dropped };
}

export const sanitize = cachedSanitizer((html, inline, tablePart) => {
  const tag = tablePart ?? 'div';
  const { safe: firstPass, dropped } = sanitizeOnce(html, tag);
  if (dropped)
    warnOnce('HTML in the data held what is not allowed (scripts, handlers, frames …): dropped. Correct the data.');
  // Parsing again removes a form nested in a form; this must happen before white space collapses.
  const safe = firstPass.includes('<form') ? sanitizeOnce(firstPass, tag).safe : firstPass;
  return inline ? stripStructure(safe) : safe;
});

export const insertMarkup = insertWith(sanitize);
