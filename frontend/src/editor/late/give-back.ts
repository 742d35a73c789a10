/** What follows a dialog that is closed: a browser gives the focus back to the text, but not the caret that a click took away. */
import type { Editing } from '../view';

/** To be called once the dialog has given the focus back. */
export function giveBack({ stage, canvas }: Editing): void {
  const page = stage.root.ownerDocument;
  // In a frame something is active while the focus is in the page.
  if (canvas.area && page.hasFocus() && canvas.area.contains(page.activeElement)) canvas.focus();
}
