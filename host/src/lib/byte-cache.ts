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
  readonly #kept: LRUCache<string, { readonly value: Value }>;
  readonly #pending = new Map<string, Promise<Value>>();
  #hits = 0;
  #misses = 0;

  constructor(limit: number, weigh: (value: Value) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
    this.#kept = new LRUCache({ maxSize: limit });
  }

  /** Current bytes; never more than the limit. */
  get held(): number {
    return this.#kept.calculatedSize;
  }

  /** Counters of all requests. Waiting for another caller's computation counts as a hit. */
  get statistics(): CacheStatistics {
    return { bytes: this.held, hits: this.#hits, misses: this.#misses };
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept ?? this.#pending.has(key)) this.#hits++;
    else this.#misses++;
    if (kept) return Promise.resolve(kept.value);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made: Promise<Value> = make()
      .then((value) => {
        if (this.#pending.get(key) === made) this.#keep(key, value);
        return value;
      })
      .finally(() => {
        if (this.#pending.get(key) === made) this.#pending.delete(key);
      });
    this.#pending.set(key, made);
    return made;
  }

  delete(key: string): void {
    this.#pending.delete(key);
    this.#kept.delete(key);
  }

  clear(): void {
    this.#pending.clear();
    this.#kept.clear();
  }

  #keep(key: string, value: Value): void {
    const size = this.#weigh(value);
    if (size <= this.#limit) this.#kept.set(key, { value }, { size });
  }
}
