/** React hooks for values that are loaded once, or page by page. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createPages, type Pages, type PagesState } from './pages';

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  retry(): void;
}

/** Loads when `read` changes. Late results of an earlier `read` are dropped. */
export function useLoaded<Value>(read: () => Promise<Value>): Loaded<Value> {
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<{ read: unknown; value?: Value; error?: Error }>({ read: undefined });
  useEffect(() => {
    let isWanted = true;
    read().then(
      (value) => isWanted && setFound({ read, value }),
      (error: unknown) => isWanted && setFound({ read, error: error as Error }),
    );
    return () => void (isWanted = false);
  }, [read, tries]);
  const isCurrent = found.read === read;
  return {
    value: isCurrent ? found.value : undefined,
    error: isCurrent ? found.error : undefined,
    retry: () => {
      setFound({ read: undefined });
      setTries(tries + 1);
    },
  };
}

type Load<Item> = Parameters<typeof createPages<Item>>[0];

/**
 * A paged list, which restarts when `load` changes.
 * @param keeps whether the items of the previous list stay until the new one has some
 */
export function usePages<Item>(load: Load<Item>, keeps = false): readonly [PagesState<Item>, Pages<Item>] {
  const [current, setCurrent] = useState(() => ({ load, pages: createPages(load, []) }));
  let { pages } = current;
  if (current.load !== load) {
    pages = createPages(load, keeps ? pages.state.items : []);
    setCurrent({ load, pages });
  }
  useEffect(() => {
    pages.more();
    return pages.stop;
  }, [pages]);
  return [
    useSyncExternalStore(
      pages.subscribe,
      useCallback(() => pages.state, [pages]),
    ),
    pages,
  ];
}
