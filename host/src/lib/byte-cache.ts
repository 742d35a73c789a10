import { LRUCache } from 'lru-cache';

export interface CacheStatistics {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

/**
 * An LRU cache with a limit of total bytes. Concurrent callers of a key share one promise, so that the value is
 * computed once. Failures are not cached, nor are values whose key was deleted during the computation.
 */
export class ByteCache<Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  /** Wrapped, because a value may be undefined. */
  readonly #entries: LRUCache<string, { readonly value: Value }>;
  readonly #pending = new Map<string, Promise<Value>>();
  #hits = 0;
  #misses = 0;

  constructor(limit: number, weigh: (value: Value) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
    this.#entries = new LRUCache({ maxSize: limit });
  }

  /** Current bytes; never more than the limit. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Counters of all requests. Waiting for another caller's computation counts as a hit. */
  get statistics(): CacheStatistics {
    return { bytes: this.bytes, hits: this.#hits, misses: this.#misses };
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry ?? this.#pending.has(key)) this.#hits++;
    else this.#misses++;
    if (entry) return Promise.resolve(entry.value);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const promise: Promise<Value> = make()
      .then((value) => {
        if (this.#pending.get(key) === promise) this.#store(key, value);
        return value;
      })
      .finally(() => {
        if (this.#pending.get(key) === promise) this.#pending.delete(key);
      });
    this.#pending.set(key, promise);
    return promise;
  }

  delete(key: string): void {
    this.#pending.delete(key);
    this.#entries.delete(key);
  }

  clear(): void {
    this.#pending.clear();
    this.#entries.clear();
  }

  #store(key: string, value: Value): void {
    const size = this.#weigh(value);
    if (size <= this.#limit) this.#entries.set(key, { value }, { size });
  }
}
