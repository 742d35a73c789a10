/**
 * Keeps the most recently used values up to a total weight in bytes. Callers that ask for a key while it is being
 * made share the one promise, so a burst of requests does the work once; a failure is not kept, nor is what was
 * deleted while it was made.
 */
export class ByteCache<Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  readonly #kept = new Map<string, Value>();
  readonly #pending = new Map<string, Promise<Value>>();
  #held = 0;

  constructor(limit: number, weigh: (value: Value) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  /** Bytes held now; never more than the limit. */
  get held(): number {
    return this.#held;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      // A Map remembers the order of insertion: moved to its end, the key is dropped last.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return Promise.resolve(kept);
    }
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
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#held -= this.#weigh(kept);
  }

  clear(): void {
    this.#pending.clear();
    this.#kept.clear();
    this.#held = 0;
  }

  #keep(key: string, value: Value): void {
    const weight = this.#weigh(value);
    if (weight > this.#limit) return;
    this.#kept.set(key, value);
    this.#held += weight;
    for (const [oldest, old] of this.#kept) {
      if (this.#held <= this.#limit) break;
      this.#kept.delete(oldest);
      this.#held -= this.#weigh(old);
    }
  }
}
