/** Children of an element as its template, and as server-rendered content (E6, E12). */
import { checkRenderedTemplate } from '../delivery/rendered-template';
import type { ResourceRequest } from '../delivery/resource-request';
import { isThemed } from '../template/content-model';
import { MOUNTED } from '../template/mounted';
import { dropThemes } from '../template/themes';

/**
 * Serializes children to a template: keeps the first element of a server-rendered run, and omits mounted external
 * components (E6).
 */
export function childrenTemplate(element: Element): string {
  // Without data the children stay in place, but lose their themes (E3) and their slots, which would hide them (E13).
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

/** Functions that fetch the template of server-rendered content, by the element with that content. */
const replacements = new WeakMap<Element, () => void>();

/**
 * Replaces the nearest server-rendered content around an element by its template. The element's own template is in that
 * content, as the server rendered it (D16).
 */
export function replaceContentAround(element: Element): void {
  let around: Element | null = element;
  while ((around = around.parentElement)) {
    const replace = replacements.get(around);
    if (replace) return replace();
  }
}

/**
 * Checks whether server-rendered content is current (E12).
 * @param onOutdated fetches the template; called if the host has another version, or an element in the content needs it
 * @returns stops the check
 */
export function checkServerContent(
  element: Element,
  requests: readonly ResourceRequest[],
  lastModified: string,
  onOutdated: () => void,
): () => void {
  // Time of the server's request to the host, in milliseconds since 1970.
  const checkedAt = +(element.getAttribute('data-checked-at') ?? 0) || 0;
  replacements.set(element, onOutdated);
  return checkRenderedTemplate(requests, { lastModified, checkedAt }, onOutdated);
}
