import { LRUCache } from 'lru-cache';

export interface CacheStatistics {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

/**
 * Keeps the most recently used values up to a total weight in bytes. Callers that ask for a key while it is being
 * made share the one promise, so a burst of requests does the work once; a failure is not kept, nor is what was
 * deleted while it was made.
 */
export class ByteCache<Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  /** Wrapped, as a value may be nothing. */
  readonly #kept: LRUCache<string, { readonly value: Value }>;
  readonly #pending = new Map<string, Promise<Value>>();
  #hits = 0;
  #misses = 0;

  constructor(limit: number, weigh: (value: Value) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
    this.#kept = new LRUCache({ maxSize: limit });
  }

  /** Bytes held now; never more than the limit. */
  get held(): number {
    return this.#kept.calculatedSize;
  }

  /** What has been asked for since the beginning; who waits for what another has begun to make is a hit. */
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
