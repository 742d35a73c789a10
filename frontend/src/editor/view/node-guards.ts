/** The page and the frame in it: what is of a frame is no instance of this window's classes. */

export const isElement = (node: Node | null | undefined): node is Element => node?.nodeType === 1;

export const isText = (node: Node | null | undefined): node is Text => node?.nodeType === 3;

/** Whether something else than what is edited has the focus. */
export function isElsewhere(within: Element): boolean {
  const { ownerDocument: page } = within;
  // A frame does not hear that the page around it has the focus.
  if (page !== document && document.hasFocus() && !page.hasFocus()) return true;
  return page.activeElement !== null && page.activeElement !== page.body && !within.contains(page.activeElement);
}
