/** The children of an element as its template, and as content that a server rendered (E6, E12). */
import { checkRenderedTemplate } from '../delivery/rendered-template';
import type { ResourceRequest } from '../delivery/resource-request';
import { isThemed } from '../template/content-model';
import { MOUNTED } from '../template/mounted';
import { dropThemes } from '../template/themes';

/** Children as a template: of a run that a server made, the first element; nothing of what is mounted in an external component (E6). */
export function childrenTemplate(element: Element): string {
  // Without data they stay as they are, except for their themes (E3), and for slots, in which nothing would show (E13).
  if (isThemed(element)) dropThemes(element.children);
  for (const child of element.children) child.removeAttribute('slot');
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const scope = first.getAttribute('data-path-scope');
    for (let next; (next = first.nextElementSibling)?.getAttribute('data-path-scope') === scope;) next!.remove();
  }
  for (const mounted of copy.querySelectorAll(`feaas-external > [slot=${MOUNTED}]`)) mounted.remove();
  return copy.innerHTML;
}

/** Fetches the template of content that a server rendered, by the element with that content. */
const replacements = new WeakMap<Element, () => void>();

/**
 * Fetches the template in the place of what a server made of it, around an element whose own template stands in that: what stands there
 * is what the server made (D16).
 */
export function replaceContentAround(element: Element): void {
  let around: Element | null = element;
  while ((around = around.parentElement)) {
    const replace = replacements.get(around);
    if (replace) return replace();
  }
}

/**
 * Has the host asked whether what a server rendered is still current (E12).
 * @param onOutdated fetches the template itself; called when the host has another one, or what stands in the content needs it.
 * @returns what ends that.
 */
export function checkServerContent(
  element: Element,
  requests: readonly ResourceRequest[],
  lastModified: string,
  onOutdated: () => void,
): () => void {
  // When the server asked the host, in milliseconds since 1970.
  const checkedAt = +(element.getAttribute('data-checked-at') ?? 0) || 0;
  replacements.set(element, onOutdated);
  return checkRenderedTemplate(requests, { lastModified, checkedAt }, onOutdated);
}
