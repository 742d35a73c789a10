/** Handles Escape: leaves one level at a time, the innermost first. */
import type { EditorController } from './types';

/** @param tools the focusable element of the main toolbar */
export function handleEscape(
  { store, editorView, shell }: EditorController,
  tools: () => HTMLElement | undefined,
): void {
  const { panel, selectedNode, areBindingsShown } = store.getState();
  if (panel) {
    store.set({ panel: null });
    // An element that is selected as a whole stays selected.
    if (selectedNode === undefined) editorView.focus();
  } else if (selectedNode !== undefined) {
    store.set({ selectedNode: undefined });
    editorView.focus();
    // If there is no editable text, the toolbar gets the focus, so that the shortcuts work.
    if (!editorView.area) tools()?.focus({ focusVisible: true });
  } else if (editorView.area) {
    editorView.blur();
    // Some browsers hide the focus after a press by mouse.
    tools()?.focus({ focusVisible: true });
  } else if (areBindingsShown) store.set({ areBindingsShown: false });
  else shell.close();
}
