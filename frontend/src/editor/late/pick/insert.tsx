/** What is inserted behind a block: another block, a component of the page's own or of the library; or carried elsewhere. */
import { useRef, useState, type ReactNode } from 'react';
import { blocksOf, isTypable } from '../../../../../src/utils/editing/blocks';
import { insertAfter } from '../../../../../src/utils/editing/commands/insert-after';
import { elementsOf } from '../../../../../src/utils/editing/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/parse-document';
import type { Command } from '../../../../../src/utils/editing/state';
import type { PickDetail } from '../../../../../src/utils/frontend/types';
import type { ComponentEntry } from '../../../../../src/utils/gateway/catalog/catalog';
import { useChrome } from '../../chrome/context';
import { perform } from '../../chrome/perform';
import { newCargo } from '../drag/cargo';
import { liftByKeys } from '../drag/keys';
import { dragFrom } from '../drag/pointer';
import { insertOwn } from '../external/tools';
import { componentHTML, insertables } from '../palette';
import type { Editing } from '../../view';
import { Picking } from './dialog';

/** Inserts what has no text to go on in: it is chosen instead, for its tools and keys. */
export function insertWhole(editing: Editing, command: Command, name: string): void {
  editing.editorView.blur();
  if (!perform(editing, command, name)) return;
  const { document, selection } = editing.session.snapshot.editor!;
  const made = [...elementsOf(document)].find(({ from }) => from === selection.anchor);
  if (made) editing.store.set({ chosen: made.node.id });
}

export function InsertPanel(): ReactNode {
  const chrome = useChrome();
  const { editing } = chrome;
  const { store, words, shell } = editing;
  const { say } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  const [after] = useState(store.value.about!);
  const [entries] = useState(() => insertables(words));
  const entryOf = (id: string) => entries.find((each) => each.id === id);
  const htmlOf = (id: string): string => entryOf(id)?.html ?? componentHTML(id);
  const { library, component } = shell.content.source;

  const nameOf = ({ value, item }: PickDetail): string => entryOf(value)?.name ?? (item as ComponentEntry).name;

  function take(pick: PickDetail): boolean {
    const { value } = pick;
    const entry = entryOf(value);
    const command = insertAfter(htmlOf(value), after);
    const name = nameOf(pick);
    if (entry?.isOwn) insertOwn(editing, command, name);
    else if (blocksOf(parseDocument(htmlOf(value))).some(isTypable)) perform(editing, command, name);
    else insertWhole(editing, command, name);
    return true;
  }
  const end = (): void => store.set({ panel: null });
  return (
    <Picking
      dialog={dialog}
      options={{ mode: 'component' }}
      use={{
        title: say('block.insert'),
        entries,
        // It would hold itself, and so on.
        except: `${library}/${component}`,
        refuse: (pick) =>
          editing.can(insertAfter(htmlOf(pick.value), after))
            ? undefined
            : say('refused.element', { name: nameOf(pick) }),
        grab: (id, name, event) =>
          dragFrom(
            chrome,
            event,
            () => newCargo(editing, name, htmlOf(id)),
            () => {
              // It covers where it may go.
              dialog.current!.close();
              return end;
            },
          ),
        lift(id, name) {
          const button = dialog.current!.closest('.layer')!.querySelector('.icon--plus')!.closest('button')!;
          dialog.current!.close();
          end();
          button.focus();
          liftByKeys(chrome, newCargo(editing, name, htmlOf(id)), button, () => {});
        },
      }}
      take={take}
    />
  );
}
