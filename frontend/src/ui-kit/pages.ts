/** A list that comes page by page from a backend. */
import type { CatalogPage } from '../../../src/utils/gateway/catalog/catalog';

export interface PagesState<Item> {
  readonly items: readonly Item[];
  readonly isLoading: boolean;
  /** What is listed is of an earlier list: of this one nothing is there yet. */
  readonly isStale: boolean;
  /** There is no more. */
  readonly isWhole: boolean;
  /** Why the last page could not be had. */
  readonly error: Error | undefined;
}

export interface Pages<Item> {
  readonly state: PagesState<Item>;
  /** Asks for the next page, unless one is on its way, or there is none; after a failure only if that is wanted. */
  more(again?: boolean): void;
  /** Puts something new at the top. */
  add(item: Item, isSame: (one: Item) => boolean): void;
  /** The function that is returned leaves. */
  subscribe(listener: () => void): () => void;
  /** Nothing more is asked for, and what is on its way is of no interest. */
  stop(): void;
}

/** @param before items of an earlier list, which stay until the first answer or failure. */
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
  /** What is listed of this list. */
  const own = (): readonly Item[] => (state.isStale ? [] : state.items);
  let after: string | undefined;
  /** What was put at the top: a page that comes later may hold it, too. */
  const added: ((item: Item) => boolean)[] = [];
  const set = (news: Partial<PagesState<Item>>): void => {
    if (stopped.signal.aborted) return;
    state = { ...state, ...news };
    listeners.forEach((listener) => listener());
  };

  async function next(): Promise<void> {
    try {
      // Pages without anything are no reason to wait for somebody who scrolls.
      for (let items: readonly Item[] = []; !items.length && !state.isWhole;) {
        const page = await load(after, stopped.signal);
        items = page.items.filter((item) => !added.some((isSame) => isSame(item)));
        after = page.next ?? undefined;
        // What was there before stays over pages without anything, and goes with the last.
        const isWhole = page.next === null;
        if (items.length || isWhole) set({ items: [...own(), ...items], isStale: false, isWhole });
        if (stopped.signal.aborted) return;
      }
      set({ isLoading: false });
    } catch (error) {
      set({ items: own(), isLoading: false, isStale: false, error: error as Error });
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
      set({ items: [item, ...own().filter((one) => !isSame(one))], isStale: false });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => stopped.abort(),
  };
}
