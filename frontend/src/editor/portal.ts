/**
 * Where the editor's interface stands: in the editor's own shadow root, or beside what is edited in a modal dialog, or in a popover that
 * closes by a press outside of it.
 */
import type { Portal } from './dialog-portal';

/** What a node stands in as it is shown: in the slot that shows it, and out of shadow roots. */
const around = (node: Node): Node | null =>
  (node as Partial<Element>).assignedSlot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);

/** An element and what it stands in as it is shown; the innermost first. */
export function elementsAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Node | null = element; at; at = around(at)) if (at instanceof Element) found.push(at);
  return found;
}

/** Everything outside of a modal dialog is inert, the browser's top layer too; what is pressed outside of a popover closes it. */
const modalAround = (element: Element): Element | undefined =>
  elementsAround(element).find((at) => at.matches('dialog:modal') || isClosingPopover(at));

/** Browsers without popovers do not know the selector. */
const isClosingPopover = (element: Element): boolean =>
  'popover' in element && element.matches(':popover-open:not([popover=manual i])');

/**
 * What the interface has to stand in to be used; undefined where that is the editor's own shadow root.
 * @param own the editor's own container
 */
export function modalOf(content: Element, own: HTMLElement): Element | undefined {
  const modal = modalAround(content);
  return modal && !elementsAround(own).includes(modal) ? modal : undefined;
}

/** Loads what puts the interface where it can be used. Nothing changes until the result is called. */
export async function preparePortal(content: Element, own: HTMLElement): Promise<() => Portal> {
  const modal = modalOf(content, own);
  if (!modal) return () => ({ container: own, modal, remove() {} });
  const { portalInDialog } = await import('./dialog-portal');
  return () => portalInDialog(modal, content);
}
