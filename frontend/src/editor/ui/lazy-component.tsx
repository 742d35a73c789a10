/** Parts of the interface that load after it, with their styles and messages. A part that fails does not affect others. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { addPanelMessages, hasPanelMessages } from '../messages';
import type { EditorMessages } from '../types';
import { useEditor } from './context';
import { reportMissingPart } from './missing-part';

/** Loads the panels, dialogs and menus. */
export const loadPanels = (): Promise<typeof import('./panels')> => import('./panels');

type Load = (messages: EditorMessages) => Promise<unknown>;
const all: Load[] = [];

/** Registers something to load after the editor is ready. */
export const preload = (load: Load): void => void all.push(load);

/** Preloads everything that is registered: the host may be unavailable when it is first shown. */
export const preloadLazyComponents = (messages: EditorMessages): void =>
  void Promise.allSettled(all.map((load) => load(messages)));

/**
 * A component that loads after the editor is ready.
 * @param isRare loads it only when it is shown
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
          if (isLeft) return;
          reportMissingPart(controller, name, error, isRare ? { panel: null } : {});
          // `Banners` display the notice. If they are missing themselves, it is only announced.
          const { t } = controller.messages;
          if (name === 'Banners') controller.announce(t('failed.action', { reason: t('reason.unreachable') }));
        },
      );
      return () => void (isLeft = true);
    }, [Part, controller]);
    return Part ? <Part /> : null;
  };
}
