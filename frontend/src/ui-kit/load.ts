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
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ read: unknown; value?: Value; error?: Error }>({ read: undefined });
  useEffect(() => {
    let isWanted = true;
    read().then(
      (value) => isWanted && setResult({ read, value }),
      (error: unknown) => isWanted && setResult({ read, error: error as Error }),
    );
    return () => void (isWanted = false);
  }, [read, attempt]);
  const isCurrent = result.read === read;
  return {
    value: isCurrent ? result.value : undefined,
    error: isCurrent ? result.error : undefined,
    retry: () => {
      setResult({ read: undefined });
      setAttempt(attempt + 1);
    },
  };
}

type Load<Item> = Parameters<typeof createPages<Item>>[0];

/**
 * A paged list, which restarts when `load` changes.
 * @param shouldKeep whether the items of the previous list stay until the new one has some
 */
export function usePages<Item>(load: Load<Item>, shouldKeep = false): readonly [PagesState<Item>, Pages<Item>] {
  const [current, setCurrent] = useState(() => ({ load, pages: createPages(load, []) }));
  let { pages } = current;
  if (current.load !== load) {
    pages = createPages(load, shouldKeep ? pages.state.items : []);
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
