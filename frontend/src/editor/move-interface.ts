/** Moves the rendered interface to another container, with its open panels and form state. */
import type { RenderedRoot } from '../ui-kit/root';

/** The focused element in a shadow root, through nested ones. */
function focusedIn(root: ShadowRoot): HTMLElement | null {
  let element = root.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element as HTMLElement | null;
}

/** Moves the interface. A moved element leaves the top layer and loses the focus. Reopening puts it above a dialog of the page. */
export function moveInterface(
  from: HTMLElement,
  to: HTMLElement,
  renderedRoot: Pick<RenderedRoot<object>, 'move'>,
): void {
  const focused = from.contains((from.getRootNode() as ShadowRoot).activeElement)
    ? focusedIn(from.getRootNode() as ShadowRoot)
    : null;
  // Menus are closed, since their position is no longer valid.
  for (const menu of from.querySelectorAll<HTMLElement>('[popover=auto]')) menu.hidePopover();
  renderedRoot.move(to);
  for (const layer of to.querySelectorAll<HTMLElement>('[popover=manual]')) {
    // Removing its old container has already closed it in some cases.
    layer.hidePopover();
    layer.showPopover();
  }
  for (const dialog of to.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.open = false;
    dialog.showModal();
  }
  focused?.focus({ preventScroll: true });
}
