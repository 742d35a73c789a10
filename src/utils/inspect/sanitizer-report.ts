/** Reports what HTML from data lost before it was shown, and why, by the sanitizer's own tables (D8, D13). */
import { isRichText, serializeRichText } from '../data/rich-text';
import { ALLOWED_TAGS, DROPPED_WITH_CONTENT, isAllowedAttribute } from '../template/allowed';
import { isClobberSafe } from '../template/clobber-safe';
import { mayBeMarkup } from '../data/text';
import { tablePartOf } from '../template/content-model';
import { isSafeAddress, refusal } from '../template/policy';
import { trustedHTML } from '../template/trusted-types';
import type { SanitizerChange } from './types';

const STRUCTURAL = /^(?:p|h[1-6]|ul|ol|li)$/;
const allowed: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const dropped: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);

/** Returns the HTML that a value is, or is converted to; undefined for other values. */
export function htmlOf(value: unknown): string | undefined {
  if (typeof value === 'string') return mayBeMarkup(value) ? value : undefined;
  try {
    return isRichText(value) ? serializeRichText(value) : undefined;
  } catch {
    return undefined; // nested too deeply: it counts as missing
  }
}

/** Returns why an attribute is removed; undefined if it is kept. */
function refusalReason(tag: string, name: string, value: string): string | undefined {
  const reason = refusal(tag, name, value, isClobberSafe);
  return reason ?? (isAllowedAttribute(name) ? undefined : 'is not allowed');
}

/** Prefix that disables event handlers. */
const MARK = 'feaas-was-';

/** Disables the event handlers in HTML: browsers report them to the page's policy wherever they are parsed. */
const disarmed = (html: string): string => html.replace(/(?<=[\s"'/])on[a-z]+(?=\s*=)/gi, `${MARK}$&`);

/**
 * @param inline whether text elements accept no structure (D8)
 * @param tag tag of the element that contains the HTML
 */
export function sanitizerReport(html: string, inline: boolean, tag: string): SanitizerChange[] {
  const container = document.implementation.createHTMLDocument('').createElement(tablePartOf(tag) ?? 'div');
  container.innerHTML = trustedHTML(disarmed(html));
  const losses: SanitizerChange[] = [];
  const visit = (parent: Element): void => {
    for (const element of parent.children) {
      const tag = element.localName;
      const isGone = dropped.has(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml';
      const isRemote = tag === 'form' && !isSafeAddress(element.getAttribute('action') ?? '', 'form', 'action');
      if (isGone || isRemote || !allowed.has(tag)) {
        losses.push({ kind: 'element', name: `<${tag}>`, reason: isGone ? 'carries code' : 'is not allowed' });
        if (!isGone) visit(element);
        continue;
      }
      if (inline && STRUCTURAL.test(tag)) losses.push({ kind: 'structure', name: `<${tag}>` });
      for (const { name: found, value } of element.attributes) {
        const name = found.startsWith(MARK) ? found.slice(MARK.length) : found;
        const reason = refusalReason(tag, name, value);
        if (reason) losses.push({ kind: 'attribute', name, on: tag, reason });
      }
      visit(element);
    }
  };
  visit(container);
  return losses;
}
