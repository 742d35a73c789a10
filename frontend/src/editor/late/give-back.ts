/** What follows a dialog that is closed: a browser may give the focus back to the text, but not the caret that a click took away. */
import type { Editing } from '../view';

/** To be called before a dialog opens; what it returns, once it is closed. */
export function holdCaret({ stage, editorView, element }: Editing): () => void {
  const page = stage.root.ownerDocument;
  // In a frame something is active while the focus is in the page, too.
  const isHere = page === document || document.activeElement === element;
  const wasTyping = isHere && editorView.area?.contains(page.activeElement);
  return () => {
    if (wasTyping && editorView.area) editorView.focus();
  };
}
