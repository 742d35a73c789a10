/** Parts of the interface that load after it, with their styles and messages. A part that fails does not affect others. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { addPanelMessages, hasPanelMessages } from '../messages';
import type { EditorMessages } from '../types';
import { useEditor } from './context';
import { reportMissingPart } from './missing-part';

/** Loads the panels, dialogs and menus. */
export const loadPanels = (): Promise<typeof import('./panels')> => import('./panels');

type Load = (messages: EditorMessages) => Promise<unknown>;
const loaders: Load[] = [];

/** Registers something to load after the editor is ready. */
export const preload = (load: Load): void => void loaders.push(load);

/** Preloads everything that is registered: the host may be unavailable when it is first shown. */
export const preloadLazyComponents = (messages: EditorMessages): void =>
  void Promise.allSettled(loaders.map((load) => load(messages)));

/**
 * A component that loads after the editor is ready.
 * @param isRare loads it only when it is shown
 */
export function lazyComponent<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  isRare = false,
): ComponentType {
  let component: ComponentType | undefined;
  const loadComponent: Load = async (messages) => {
    const [parts] = await Promise.all([load(), addPanelMessages(messages), import('./styles/panels.css?inline')]);
    component = parts[name];
  };
  if (!isRare) loaders.push(loadComponent);
  return function LazyComponent(): ReactNode {
    const { controller } = useEditor();
    const [Part, setPart] = useState(() => (hasPanelMessages(controller.messages) ? component : undefined));
    useEffect(() => {
      if (Part) return undefined;
      let isUnmounted = false;
      loadComponent(controller.messages).then(
        () => {
          if (isUnmounted) return;
          setPart(() => component);
          if (controller.store.getState().isPartMissing) controller.store.set({ isPartMissing: false });
        },
        (error: unknown) => {
          if (isUnmounted) return;
          reportMissingPart(controller, name, error, isRare ? { panel: null } : {});
          // `Banners` display the notice. If they are missing themselves, it is only announced.
          const { t } = controller.messages;
          if (name === 'Banners') controller.announce(t('failed.action', { reason: t('reason.unreachable') }));
        },
      );
      return () => void (isUnmounted = true);
    }, [Part, controller]);
    return Part ? <Part /> : null;
  };
}
