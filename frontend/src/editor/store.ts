/** A value that is drawn from, and who wants to hear of it. */
export interface Store<Value extends object> {
  readonly value: Value;
  set(news: Partial<Value>): void;
  /** The function that is returned leaves. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value extends object>(first: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    set(news) {
      value = { ...value, ...news };
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
