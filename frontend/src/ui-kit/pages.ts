/** A list that loads page by page. */
import type { CatalogPage } from '../../../src/utils/gateway/catalog/catalog';

export interface PagesState<Item> {
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  /** Whether the items are of an earlier list, since no page of this one has loaded. */
  readonly isStale: boolean;
  /** Whether all pages have loaded. */
  readonly isWhole: boolean;
  /** The error of the last page. */
  readonly error: Error | undefined;
}

export interface Pages<Item> {
  readonly state: PagesState<Item>;
  /** Loads the next page, unless one is loading or there is none; after an error only with `again`. */
  more(again?: boolean): void;
  /** Inserts a new item at the top. */
  add(item: Item, isSame: (one: Item) => boolean): void;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Stops loading. Pending results are ignored. */
  stop(): void;
}

/** @param before items of an earlier list, which stay until the first result or error */
export function createPages<Item>(
  load: (after: string | undefined, signal: AbortSignal) => Promise<CatalogPage<Item>>,
  before: readonly Item[] = [],
): Pages<Item> {
  const listeners = new Set<() => void>();
  const stopped = new AbortController();
  let state: PagesState<Item> = {
    items: before,
    isLoading: false,
    isStale: before.length > 0,
    isWhole: false,
    error: undefined,
  };
  /** The items of this list only. */
  const ownItems = (): readonly Item[] => (state.isStale ? [] : state.items);
  let after: string | undefined;
  /** Matchers of inserted items, since a later page may contain them, too. */
  const added: ((item: Item) => boolean)[] = [];
  const set = (changes: Partial<PagesState<Item>>): void => {
    if (stopped.signal.aborted) return;
    state = { ...state, ...changes };
    listeners.forEach((listener) => listener());
  };

  async function next(): Promise<void> {
    try {
      // Empty pages do not wait for further scrolling.
      for (let items: readonly Item[] = []; !items.length && !state.isWhole;) {
        const page = await load(after, stopped.signal);
        items = page.items.filter((item) => !added.some((isSame) => isSame(item)));
        after = page.next ?? undefined;
        // Items of an earlier list stay during empty pages, and are removed with the last one.
        const isWhole = page.next === null;
        if (items.length || isWhole) set({ items: [...ownItems(), ...items], isStale: false, isWhole });
        if (stopped.signal.aborted) return;
      }
      set({ isLoading: false });
    } catch (error) {
      set({ items: ownItems(), isLoading: false, isStale: false, error: error as Error });
    }
  }

  return {
    get state() {
      return state;
    },
    more(again = false) {
      if (state.isLoading || state.isWhole || stopped.signal.aborted || (state.error && !again)) return;
      set({ isLoading: true, error: undefined });
      void next();
    },
    add(item, isSame) {
      added.push(isSame);
      set({ items: [item, ...ownItems().filter((one) => !isSame(one))], isStale: false });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => stopped.abort(),
  };
}
