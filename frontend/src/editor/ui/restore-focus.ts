/** Restores the caret after a dialog. Browsers may restore the focus, but not a caret that a click has removed. */
import type { EditorController } from '../types';

/** To be called before a dialog opens; what it returns, once it is closed. */
export function saveCaret(controller: EditorController): () => void {
  const { editableRoot, editorView, element } = controller;
  const page = editableRoot.root.ownerDocument;
  // The frame's document has an active element even while the focus is in the page.
  const isHere = page === document || document.activeElement === element;
  // A press on an element that is not focusable drops the focus.
  const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;
  const wasTyping = isNowhere() || (isHere && editorView.area?.contains(page.activeElement));
  return () => {
    // The page may have moved what is edited, which has another view then.
    const { editorView } = controller;
    // What had the focus before may be gone: a menu that was open, for one.
    if ((wasTyping || isNowhere()) && editorView.area) editorView.focus();
  };
}
