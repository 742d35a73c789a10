/** Opens data mode with the path picker of an element. */
import type { EditorController } from '../types';

/** @param id of the bound element */
export function editPath({ store, editorView }: EditorController, id: number): void {
  editorView.blur();
  store.set({ areBindingsShown: true, selectedNode: id, panel: 'path', panelNode: id });
}
