/** Children of an element as its template, and as server-rendered content (E6, E12). */
import { checkRenderedTemplate } from '../delivery/rendered-template';
import type { CachedResource } from '../delivery/resource';
import type { ResourceRequest } from '../delivery/resource-request';
import { isThemed } from '../template/content-model';
import { MOUNTED, TEMPLATE_ATTRIBUTE } from '../template/mounted';
import { ownMembers } from '../template/own-members';
import { renderedRoots } from '../template/rendered-roots';
import { dropThemes } from '../template/themes';

/**
 * Serializes children to a template: keeps the first element of a server-rendered run, and omits mounted external
 * components (E6).
 */
function childrenTemplate(element: Element): string {
  // Without data the children stay in place, but lose their themes (E3) and their slots, which would hide them (E13).
  if (isThemed(element)) dropThemes(element.children);
  for (const child of element.children) ownMembers(child).removeAttribute('slot');
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const own = ownMembers(first);
    const scope = own.getAttribute('data-path-scope');
    for (let next; (next = own.nextElementSibling) && ownMembers(next).getAttribute('data-path-scope') === scope;)
      ownMembers(next).remove();
  }
  for (const mounted of copy.querySelectorAll(`feaas-external > [slot=${MOUNTED}]`)) mounted.remove();
  return copy.innerHTML;
}

/**
 * Reads the children of an element as its template. A morph of the page may later replace rendered children by the
 * page's own ones. It then removes the mark of rendered children, and the children are the template again (E13).
 * @param onTemplate receives the template; `isOutput` is true if the children are rendered output
 * @param onReplaced called after `onTemplate` when a morph has replaced the children
 */
export function readChildren(
  element: Element,
  onTemplate: (template: string, isOutput: boolean) => void,
  onReplaced: () => void,
): void {
  const templateAttribute = element.getAttribute(TEMPLATE_ATTRIBUTE);
  onTemplate(templateAttribute ?? childrenTemplate(element), templateAttribute !== null);
  new MutationObserver(() => {
    if (element.hasAttribute(TEMPLATE_ATTRIBUTE)) return;
    onTemplate(childrenTemplate(element), false);
    // The next render compares its output with the nodes, instead of with the values of the last render.
    for (const root of [element, ...element.querySelectorAll('feaas-component')]) renderedRoots.delete(root);
    onReplaced();
  }).observe(element, { attributeFilter: [TEMPLATE_ATTRIBUTE] });
}

/** Functions that fetch the template of server-rendered content, by the element with that content. */
const replacements = new WeakMap<Element, () => void>();

/**
 * Replaces the nearest server-rendered content around an element by its template. The element's own template is in that
 * content, as the server rendered it (D16).
 */
export function replaceContentAround(element: Element): void {
  let ancestor: Element | null = element;
  while ((ancestor = ownMembers(ancestor).parentElement)) {
    const replace = replacements.get(ancestor);
    if (replace) return replace();
  }
}

/**
 * Reads server-rendered content, and checks whether it is current (E12).
 * @param onOutdated fetches the template; called if the host has another version, or an element in the content needs it
 * @returns the content as a response, and a function that stops the check
 */
export function readServerContent(
  element: Element,
  requests: readonly ResourceRequest[],
  lastModified: string,
  onOutdated: () => void,
): { readonly resource: CachedResource; readonly stop: () => void } {
  // Time of the server's request to the host, in milliseconds since 1970.
  const checkedAt = +(element.getAttribute('data-checked-at') ?? 0) || 0;
  replacements.set(element, onOutdated);
  const stop = checkRenderedTemplate(requests, { lastModified, checkedAt }, onOutdated);
  const headers = new Headers({ 'last-modified': lastModified });
  const { url } = requests.at(-1)!;
  return { resource: { url, text: childrenTemplate(element), headers, fromServer: true }, stop };
}
