/** Parts of the chrome that come after it, with their style. One that can not be had takes nothing else with it. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { useEditor } from './context';

const all: (() => Promise<unknown>)[] = [];

/** Has something loaded after the chrome is there. */
export const preload = (load: () => Promise<unknown>): void => void all.push(load);

/** Asks for all that come soon or later: when one is first shown the host may be away. */
export const preloadLazyComponents = (): void => void Promise.allSettled(all.map((load) => load()));

/**
 * A part that is loaded after the chrome is there.
 * @param isRare it is asked for when it is shown, and not before
 */
export function lazyComponent<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  isRare = false,
): ComponentType {
  let found: ComponentType | undefined;
  const find = async (): Promise<void> => {
    const [parts] = await Promise.all([load(), import('./styles/panels.css?inline')]);
    found = parts[name];
  };
  if (!isRare) all.push(find);
  return function Late(): ReactNode {
    const { controller } = useEditor();
    const [Part, setPart] = useState(() => found);
    useEffect(() => {
      if (Part) return undefined;
      let isLeft = false;
      find().then(
        () => isLeft || setPart(() => found),
        (error: unknown) => {
          logError(`A part of the editor, ${name}, can not be loaded`, error);
          const { t } = controller.messages;
          if (!isLeft) controller.announce(t('failed.action', { reason: t('reason.unreachable') }));
        },
      );
      return () => void (isLeft = true);
    }, [Part, controller]);
    return Part ? <Part /> : null;
  };
}
