/** What Escape leaves: one level at a time, the innermost first. */
import type { EditorController } from './types';

/** @param tools what of the bar can have the focus */
export function leaveLevel({ store, editorView, shell }: EditorController, tools: () => HTMLElement | undefined): void {
  const { panel, selectedNode, areBindingsShown } = store.getState();
  if (panel) {
    store.set({ panel: null });
    // An element that is selected as a whole stays so.
    if (selectedNode === undefined) editorView.focus();
  } else if (selectedNode !== undefined) {
    store.set({ selectedNode: undefined });
    editorView.focus();
    // Where nothing can be typed in, the keys count in the tools.
    if (!editorView.area) tools()?.focus();
  } else if (editorView.area) {
    editorView.blur();
    tools()?.focus();
  } else if (areBindingsShown) store.set({ areBindingsShown: false });
  else shell.close();
}
