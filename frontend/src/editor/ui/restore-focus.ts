/** Restores the caret after a dialog. Browsers may restore the focus, but not a caret that a click has removed. */
import type { EditorController } from '../types';

/** Call this before a dialog opens, and the returned function after it has closed. */
export function saveCaret(controller: EditorController): () => void {
  const { editableRoot, editorView, element } = controller;
  const page = editableRoot.root.ownerDocument;
  // The frame's document has an active element even while the focus is in the page.
  const isHere = page === document || document.activeElement === element;
  // A press on an element that is not focusable drops the focus.
  const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;
  const wasTyping = isNowhere() || (isHere && editorView.area?.contains(page.activeElement));
  return () => {
    // If the page has moved the component, there is a new view.
    const { editorView } = controller;
    // The previously focused element may be gone, such as an item of a menu.
    if ((wasTyping || isNowhere()) && editorView.area) editorView.focus();
  };
}
