/** Type guards without `instanceof`: nodes of a frame are not instances of this window's classes. */

export const isElement = (target: EventTarget | null | undefined): target is Element =>
  (target as Partial<Node> | null | undefined)?.nodeType === 1;

export const isText = (node: Node | null | undefined): node is Text => node?.nodeType === 3;

/** Whether an element outside of the edited content has the focus. */
export function isFocusOutside(root: Element): boolean {
  const { ownerDocument: page } = root;
  // A frame is not notified when the page around it gets the focus.
  if (page !== document && document.hasFocus() && !page.hasFocus()) return true;
  return page.activeElement !== null && page.activeElement !== page.body && !root.contains(page.activeElement);
}
