/** The children of an element as its template, and as content that a server rendered (E6, E12). */
import { checkRenderedTemplate } from '../delivery/rendered-template';
import type { ResourceRequest } from '../delivery/resource-request';
import { isThemed } from '../template/content-model';
import { MOUNTED } from '../template/mounted';
import { dropThemes } from '../template/themes';

/** Children as a template: of a run that a server made, the first element; nothing of what is mounted in an external component (E6). */
export function childrenTemplate(element: Element): string {
  // Without data they stay as they are, except for their themes (E3).
  if (isThemed(element)) dropThemes(element.children);
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const scope = first.getAttribute('data-path-scope');
    for (let next; (next = first.nextElementSibling)?.getAttribute('data-path-scope') === scope;) next!.remove();
  }
  for (const mounted of copy.querySelectorAll(`feaas-external > [slot=${MOUNTED}]`)) mounted.remove();
  return copy.innerHTML;
}

/**
 * Has the host asked whether what a server rendered is still current (E12).
 * @param onOutdated called once, when the host has something else.
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
  return checkRenderedTemplate(requests, { lastModified, checkedAt }, onOutdated);
}
