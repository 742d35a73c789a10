/** A state container for React: read with a selector, changed by `set`. */
export interface Store<State extends object> {
  /** The latest state. It is replaced, never changed. */
  getState(): State;
  set(changes: Partial<State>): void;
  /** Like `set`, but subscribers are notified once nothing has changed for a moment, so that typing is painted first. */
  setDebounced(changes: Partial<State>): void;
  /** Whether subscribers have not yet been notified of the latest state. */
  readonly isPending: boolean;
  /** Notifies subscribers now, if they have not been notified yet. */
  flush(): void;
  /** @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** Milliseconds without a change before subscribers are notified, and the longest that they wait. */
const DEBOUNCE = 100;
const MAX_WAIT = 1000;

export function createStore<State extends object>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSince = 0;
  function notify(): void {
    clearTimeout(timer);
    timer = undefined;
    listeners.forEach((listener) => listener());
  }
  return {
    getState: () => state,
    set(changes) {
      state = { ...state, ...changes };
      notify();
    },
    setDebounced(changes) {
      state = { ...state, ...changes };
      const now = performance.now();
      if (timer === undefined) pendingSince = now;
      clearTimeout(timer);
      timer = setTimeout(notify, Math.max(0, Math.min(DEBOUNCE, pendingSince + MAX_WAIT - now)));
    },
    get isPending() {
      return timer !== undefined;
    },
    flush() {
      if (timer !== undefined) notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
