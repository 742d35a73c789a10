/** The selected element of the document, and its element in the page. */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { resolveElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorController } from '../types';
import { nearestCopy } from '../view/locate';

/** Id of the selected element, else of the active block; undefined if there is none. */
export function selectedNodeId({ store, editorView, session }: EditorController): number | undefined {
  const { selectedNode } = store.getState();
  const { editor } = session.snapshot;
  if (selectedNode !== undefined)
    return editor && resolveElement(editor.document, selectedNode) ? selectedNode : undefined;
  const block = editorView.block();
  return block?.owner.parent ? block.owner.node.id : undefined;
}

/** The element of the page for a node of the document. Of a repeater's copies, the one used last, else the first. */
export function pageElementOf(
  { editableRoot, editorView, store }: EditorController,
  id: number,
): HTMLElement | undefined {
  const { root, content } = editableRoot;
  const { selectedCopy: lastCopy } = store.getState();
  const from =
    editorView.active?.element ?? (lastCopy && root.querySelectorAll(`[${NODE}="${lastCopy.id}"]`)[lastCopy.copy]);
  const copy = from && nearestCopy(root, from, id);
  return copy ? editableRoot.inPage(copy) : (content.querySelector<HTMLElement>(`[${NODE}="${id}"]`) ?? undefined);
}

/** Box of the selected element, else of the active block, in the window; undefined if there is none. */
export function selectedBox(controller: EditorController): DOMRect | undefined {
  const id = selectedNodeId(controller);
  return id === undefined ? undefined : pageElementOf(controller, id)?.getBoundingClientRect();
}
