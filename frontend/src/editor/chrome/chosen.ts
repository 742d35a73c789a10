/** Which element the block tools are about, and where it stands in the page. */
import { NODE } from '../../../../src/utils/editing/decorate';
import { resolveElement, type ResolvedElement } from '../../../../src/utils/editing/syntax-tree';
import type { Editing } from '../view';

/** Id of the element that is chosen, else of the block that is typed in; undefined where there is none. */
export function chosenId({ store, editorView, session }: Editing): number | undefined {
  const { chosen } = store.value;
  const { editor } = session.snapshot;
  if (chosen !== undefined) return editor && resolveElement(editor.document, chosen) ? chosen : undefined;
  const block = editorView.block();
  return block?.owner.parent ? block.owner.node.id : undefined;
}

export function chosenPlace(editing: Editing): ResolvedElement | undefined {
  const { editor } = editing.session.snapshot;
  const id = chosenId(editing);
  return editor && id !== undefined ? resolveElement(editor.document, id) : undefined;
}

/** The element of the page that a node of the view is shown as: of a repeat's the one that is typed in, else the first. */
export function shownAs({ stage, editorView }: Editing, id: number): HTMLElement | undefined {
  const selector = `[${NODE}="${id}"]`;
  const near = editorView.active?.element.closest<HTMLElement>(selector);
  return near && stage.root.contains(near)
    ? stage.inPage(near)
    : (stage.content.querySelector<HTMLElement>(selector) ?? undefined);
}
