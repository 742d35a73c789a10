/** Actions of the block handles for external components. */
import {
  attributeOf,
  elementsOf,
  isResolvedElement,
  walk,
  type ResolvedElement,
} from '../../../../../src/utils/editing/model/syntax-tree';
import type { Command } from '../../../../../src/utils/editing/model/state';
import { componentOf } from '../../../../../src/utils/external/registry';
import type { MenuItem } from '../menu-list';
import type { EditorController } from '../../types';

const isExternal = (resolved: ResolvedElement): boolean => resolved.node.tag === 'feaas-external';

/** Menu items that open the form of each external component in an element. There is no other way by keyboard. */
export function editPropertiesOf(
  { store, messages, editorView }: EditorController,
  resolved: ResolvedElement,
): MenuItem[] {
  const components = [...walk(resolved)].filter(isResolvedElement).filter(isExternal);
  return components.map(({ node }, index) => {
    const id = attributeOf(node, 'data-external-id') ?? '';
    const name = componentOf(id)?.title ?? id;
    const number = components.length > 1 ? ` (${index + 1})` : '';
    return {
      label: messages.t('external.open', { name: name + number }),
      choose() {
        // The active block takes precedence over the selected element, so it is deactivated.
        editorView.blur();
        store.set({ panel: 'external', selectedNode: node.id });
      },
    };
  });
}

/** Inserts an external component and opens its form. */
export function insertExternalComponent(controller: EditorController, insert: Command, label: string): void {
  const { editorView, session, store, messages } = controller;
  // The new component gets selected, so no block may be active.
  editorView.blur();
  if (!controller.run(insert)) return;
  controller.announce(messages.t('status.done', { action: label }));
  const { document, selection } = session.snapshot.editor!;
  const inserted = [...elementsOf(document)].find(
    (resolved) => isExternal(resolved) && resolved.from === selection.anchor,
  );
  if (inserted) store.set({ panel: 'external', selectedNode: inserted.node.id });
}
