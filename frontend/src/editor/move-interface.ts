/** Puts a drawn interface into another place, with all that is open and typed in it. */
import type { RenderedRoot } from '../ui-kit/root';

/** What has the focus in a shadow root, through those in it. */
function focusedIn(root: ShadowRoot): HTMLElement | null {
  let at = root.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at as HTMLElement | null;
}

/** An element that is moved leaves the browser's top layer, and loses the focus. What opens there anew lies over a dialog of the page. */
export function moveInterface(from: HTMLElement, to: HTMLElement, drawn: Pick<RenderedRoot<object>, 'move'>): void {
  const focused = from.contains((from.getRootNode() as ShadowRoot).activeElement)
    ? focusedIn(from.getRootNode() as ShadowRoot)
    : null;
  // A menu is about where it stands.
  for (const menu of from.querySelectorAll<HTMLElement>('[popover=auto]')) menu.hidePopover();
  drawn.move(to);
  for (const layer of to.querySelectorAll<HTMLElement>('[popover=manual]')) {
    // Where its place was taken away first, the browser has it closed already.
    layer.hidePopover();
    layer.showPopover();
  }
  for (const dialog of to.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.open = false;
    dialog.showModal();
  }
  focused?.focus({ preventScroll: true });
}
