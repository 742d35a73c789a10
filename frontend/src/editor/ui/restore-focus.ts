/** What follows a dialog that is closed: a browser may give the focus back to the text, but not the caret that a click took away. */
import type { EditorController } from '../types';

/** To be called before a dialog opens; what it returns, once it is closed. */
export function saveCaret({ editableRoot, editorView, element }: EditorController): () => void {
  const page = editableRoot.root.ownerDocument;
  // In a frame something is active while the focus is in the page, too.
  const isHere = page === document || document.activeElement === element;
  // A press on something else that can not have it has taken it away.
  const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;
  const wasTyping = isNowhere() || (isHere && editorView.area?.contains(page.activeElement));
  return () => {
    // What had the focus before may be gone: a menu that was open, for one.
    if ((wasTyping || isNowhere()) && editorView.area) editorView.focus();
  };
}
