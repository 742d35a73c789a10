/** Leads to where the path of something is edited: to data mode, with the picker of its path. */
import type { EditorController } from '../types';

/** @param id of the element that is bound */
export function editPath({ store, editorView }: EditorController, id: number): void {
  editorView.blur();
  store.set({ areBindingsShown: true, selectedNode: id, panel: 'path', panelNode: id });
}
