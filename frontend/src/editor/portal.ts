/**
 * Chooses the place of the editor's interface: the editor's own shadow root, or the modal dialog or auto-closing
 * popover that contains the component.
 */
import type { Portal } from './dialog-portal';

/** The parent of a node in the flat tree, through slots and shadow roots. */
const around = (node: Node): Node | null =>
  (node as Partial<Element>).assignedSlot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);

/** An element and its ancestors in the flat tree, the innermost first. */
export function elementsAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Node | null = element; at; at = around(at)) if (at instanceof Element) found.push(at);
  return found;
}

/** Everything outside of a modal dialog is inert, even in the top layer. A press outside of an auto popover closes it. */
const modalAround = (element: Element): Element | undefined =>
  elementsAround(element).find((at) => at.matches('dialog:modal') || isClosingPopover(at));

/** Browsers without popovers reject the selector. */
const isClosingPopover = (element: Element): boolean =>
  'popover' in element && element.matches(':popover-open:not([popover=manual i])');

/**
 * The dialog or popover that must contain the interface; undefined for the editor's own shadow root.
 * @param own the editor's own container
 */
export function modalOf(content: Element, own: HTMLElement): Element | undefined {
  const modal = modalAround(content);
  return modal && !elementsAround(own).includes(modal) ? modal : undefined;
}

/** Loads the module that creates the portal. Nothing changes until the returned function is called. */
export async function preparePortal(content: Element, own: HTMLElement): Promise<() => Portal> {
  const modal = modalOf(content, own);
  if (!modal) return () => ({ container: own, modal, remove() {} });
  const { portalInDialog } = await import('./dialog-portal');
  return () => portalInDialog(modal, content);
}
