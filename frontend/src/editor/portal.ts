/**
 * Chooses the place of the editor's interface: the editor's own shadow root, or the modal dialog or auto-closing
 * popover that contains the component.
 */
import type { Portal } from './dialog-portal';

/** The parent of a node in the flat tree, through slots and shadow roots. */
const flatParent = (node: Node): Node | null =>
  (node as Partial<Element>).assignedSlot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);

/** An element and its ancestors in the flat tree, the innermost first. */
export function elementsAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let node: Node | null = element; node; node = flatParent(node)) if (node instanceof Element) found.push(node);
  return found;
}

/** Everything outside of a modal dialog is inert, even in the top layer. A press outside of an auto popover closes it. */
const modalAround = (element: Element): Element | undefined =>
  elementsAround(element).find((ancestor) => ancestor.matches('dialog:modal') || isClosingPopover(ancestor));

/** Browsers without popovers reject the selector. */
const isClosingPopover = (element: Element): boolean =>
  'popover' in element && element.matches(':popover-open:not([popover=manual i])');

/**
 * The dialog or popover that must contain the interface; undefined for the editor's own shadow root.
 * @param container the editor's own container
 */
export function modalOf(content: Element, container: HTMLElement): Element | undefined {
  const modal = modalAround(content);
  return modal && !elementsAround(container).includes(modal) ? modal : undefined;
}

/** Loads the module that creates the portal. Nothing changes until the returned function is called. */
export async function preparePortal(content: Element, container: HTMLElement): Promise<() => Portal> {
  const modal = modalOf(content, container);
  if (!modal) return () => ({ container, modal, remove() {} });
  const { portalInDialog } = await import('./dialog-portal');
  return () => portalInDialog(modal, content);
}
