/** Inserts something after a block: another block, an external component or a library component. It can also be dragged elsewhere. */
import { useRef, useState, type ReactNode } from 'react';
import { blocksOf, isTypable } from '../../../../../src/utils/editing/model/blocks';
import { insertAfter } from '../../../../../src/utils/editing/model/commands/insert-after';
import { elementsOf } from '../../../../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/model/parse-document';
import type { Command } from '../../../../../src/utils/editing/model/state';
import type { PickDetail } from '../../../../../src/utils/frontend/types';
import type { ComponentEntry } from '../../../../../src/utils/gateway/catalog/catalog';
import { useEditor } from '../context';
import { runAndAnnounce } from '../run-and-announce';
import { newBlockPayload } from '../drag/payload';
import { dragByKeyboard } from '../drag/keyboard';
import { dragFrom } from '../drag/pointer';
import { insertExternalComponent } from '../external/tools';
import { componentHTML, blockEntries } from '../block-entries';
import type { EditorController } from '../../types';
import { tabStopOf } from '../surfaces';
import { Picking } from './dialog';

/** Inserts something without editable text, and selects it, so that its handles and keys apply. */
export function insertAndSelect(controller: EditorController, command: Command, name: string): void {
  controller.editorView.blur();
  if (!runAndAnnounce(controller, command, name)) return;
  const { document, selection } = controller.session.snapshot.editor!;
  const inserted = [...elementsOf(document)].find(({ from }) => from === selection.anchor);
  if (inserted) controller.store.set({ selectedNode: inserted.node.id });
}

export function InsertPanel(): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const { store, messages, shell } = controller;
  const { t } = messages;
  const dialog = useRef<HTMLDialogElement>(null);
  const [after] = useState(store.getState().panelNode!);
  const [entries] = useState(() => blockEntries(messages));
  const entryOf = (id: string) => entries.find((each) => each.id === id);
  const htmlOf = (id: string): string => entryOf(id)?.html ?? componentHTML(id);
  const { library, component } = shell.content.source;

  const nameOf = ({ value, item }: PickDetail): string => entryOf(value)?.name ?? (item as ComponentEntry).name;

  /** Inserts an editable block and focuses it. Clears the selection, which may be an element that is not editable. */
  function insertTyped(command: Command, name: string): void {
    if (!runAndAnnounce(controller, command, name)) return;
    store.set({ selectedNode: undefined });
    controller.editorView.focus();
  }
  function take(pick: PickDetail): boolean {
    const { value } = pick;
    const entry = entryOf(value);
    const command = insertAfter(htmlOf(value), after);
    const name = nameOf(pick);
    if (entry?.isOwn) insertExternalComponent(controller, command, name);
    else if (blocksOf(parseDocument(htmlOf(value))).some(isTypable)) insertTyped(command, name);
    else insertAndSelect(controller, command, name);
    return true;
  }
  const end = (): void => store.set({ panel: null });
  return (
    <Picking
      dialog={dialog}
      options={{ mode: 'component' }}
      use={{
        title: t('block.insert'),
        entries,
        // The component would contain itself recursively.
        except: `${library}/${component}`,
        refuse: (pick) =>
          controller.can(insertAfter(htmlOf(pick.value), after))
            ? undefined
            : t('refused.element', { name: nameOf(pick) }),
        grab: (id, name, event) =>
          dragFrom(
            context,
            event,
            () => newBlockPayload(controller, name, htmlOf(id)),
            () => {
              // The dialog would cover the drop targets.
              dialog.current!.close();
              return end;
            },
          ),
        lift(id, name) {
          dialog.current!.close();
          end();
          const tool = tabStopOf(context.surfaces, 'handles');
          tool?.focus();
          if (tool) dragByKeyboard(context, newBlockPayload(controller, name, htmlOf(id)), tool, () => {});
        },
      }}
      take={take}
    />
  );
}
