/** Parts of the editor's interface that are loaded after it, with their style and messages. One that fails takes no other with it. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { addPanelMessages, hasPanelMessages } from '../messages';
import type { EditorMessages } from '../types';
import { useEditor } from './context';

type Load = (messages: EditorMessages) => Promise<unknown>;
const all: Load[] = [];

/** Has something loaded after the editor is ready. */
export const preload = (load: Load): void => void all.push(load);

/** Asks for all that come soon or later: when one is first shown the host may be away. */
export const preloadLazyComponents = (messages: EditorMessages): void =>
  void Promise.allSettled(all.map((load) => load(messages)));

/**
 * A part that is loaded after the editor is ready.
 * @param isRare it is asked for when it is shown, and not before
 */
export function lazyComponent<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  isRare = false,
): ComponentType {
  let found: ComponentType | undefined;
  const find: Load = async (messages) => {
    const [parts] = await Promise.all([load(), addPanelMessages(messages), import('./styles/panels.css?inline')]);
    found = parts[name];
  };
  if (!isRare) all.push(find);
  return function LazyComponent(): ReactNode {
    const { controller } = useEditor();
    const [Part, setPart] = useState(() => (hasPanelMessages(controller.messages) ? found : undefined));
    useEffect(() => {
      if (Part) return undefined;
      let isLeft = false;
      find(controller.messages).then(
        () => {
          if (isLeft) return;
          setPart(() => found);
          if (controller.store.getState().isPartMissing) controller.store.set({ isPartMissing: false });
        },
        (error: unknown) => {
          logError(`Could not load a part of the editor, ${name}`, error);
          const { t } = controller.messages;
          if (isLeft) return;
          // What else tells of it came with the editor.
          if (name === 'Banners') controller.announce(t('failed.action', { reason: t('reason.unreachable') }));
          else controller.store.set({ isPartMissing: true, ...(isRare ? { panel: null } : {}) });
        },
      );
      return () => void (isLeft = true);
    }, [Part, controller]);
    return Part ? <Part /> : null;
  };
}
