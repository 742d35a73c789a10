/**
 * Where the editor's interface stands: in the editor's own shadow root, or beside what is edited in a modal dialog, or in a popover that
 * closes by a press outside of it.
 */

export interface Portal {
  /** Empty, in a shadow root: neither the page's CSS nor its z-index reaches it. */
  readonly container: HTMLElement;
  remove(): void;
}

/** An element and what it stands in, out of shadow roots too; the innermost first. */
export function elementsAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
    if (at instanceof Element) found.push(at);
  return found;
}

/** Everything outside of a modal dialog is inert, the browser's top layer too; what is pressed outside of a popover closes it. */
const modalAround = (element: Element): Element | undefined =>
  elementsAround(element).find((at) => at.matches('dialog:modal') || isClosingPopover(at));

/** Browsers without popovers do not know the selector. */
const isClosingPopover = (element: Element): boolean =>
  'popover' in element && element.matches(':popover-open:not([popover=manual i])');

/**
 * Loads what puts the interface where it can be used. Nothing changes until the result is called.
 * @param own the editor's own container
 */
export async function preparePortal(content: Element, own: HTMLElement): Promise<() => Portal> {
  const modal = modalAround(content);
  if (!modal || modal.contains((own.getRootNode() as ShadowRoot).host)) return () => ({ container: own, remove() {} });
  const { portalInDialog } = await import('./dialog-portal');
  return () => portalInDialog(modal, content);
}
