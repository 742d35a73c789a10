/** A value that is drawn from, and who wants to hear of it. */
export interface Store<Value extends object> {
  readonly value: Value;
  set(news: Partial<Value>): void;
  /** The value is there at once, and who listens hears of it when nothing has come for a moment: what is typed is painted first. */
  setLater(news: Partial<Value>): void;
  /** Somebody has yet to hear of something. */
  readonly isPending: boolean;
  /** Who listens hears now of what has come. */
  flush(): void;
  /** The function that is returned leaves. */
  subscribe(listener: () => void): () => void;
}

/** Milliseconds without anything new, and the most from the first of it. */
const QUIET = 100;
const MOST = 1000;

export function createStore<Value extends object>(first: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    listeners.forEach((listener) => listener());
  }
  return {
    get value() {
      return value;
    },
    set(news) {
      value = { ...value, ...news };
      tell();
    },
    setLater(news) {
      value = { ...value, ...news };
      const now = performance.now();
      if (timer === undefined) since = now;
      clearTimeout(timer);
      timer = setTimeout(tell, Math.max(0, Math.min(QUIET, since + MOST - now)));
    },
    get isPending() {
      return timer !== undefined;
    },
    flush() {
      if (timer !== undefined) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
