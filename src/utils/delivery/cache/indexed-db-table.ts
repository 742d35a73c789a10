/**
 * An IndexedDB table that never blocks the page. Each call has a timeout. A database that was deleted meanwhile is
 * recreated once. If storage fails altogether, the table is in memory for the lifetime of the page.
 */
import { clear, createStore, delMany, getMany, setMany, values, type UseStore } from 'idb-keyval';
import { STORAGE_TIMEOUT, withTimeout } from '../with-timeout';

const nameOf = (error: unknown): unknown => (error as Error | undefined)?.name;

/** Whether the quota is exceeded; such an error has an empty message. */
export const isOutOfQuota = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError';

export class IndexedDBTable<T> {
  private store?: UseStore;
  private memory?: Map<string, T>;

  /** @param name name of the database, which nothing else uses */
  constructor(
    private readonly name: string,
    private readonly timeout = STORAGE_TIMEOUT,
  ) {}

  /** Whether entries outlive the page. */
  get isPersistent(): boolean {
    return !this.memory;
  }

  private open(): UseStore {
    const store = createStore(this.name, 'entries');
    // Close the database when other code deletes or upgrades it, so that it does not wait.
    store('readonly', ({ transaction: { db } }) => {
      db.onversionchange = () => {
        db.close();
        if (this.store === store) this.store = undefined;
      };
    }).catch(() => {});
    return store;
  }

  private async run<R>(
    operation: (store: UseStore) => Promise<R>,
    fallback: (memory: Map<string, T>) => R,
  ): Promise<R> {
    for (let attempt = 0; !this.memory; attempt++) {
      try {
        this.store ??= this.open();
        return await withTimeout(() => operation(this.store!), this.timeout);
      } catch (error) {
        if (isOutOfQuota(error)) throw error;
        this.store = undefined;
        if (attempt || !/^(?:NotFound|InvalidState|Abort)Error$/.test(String(nameOf(error)))) this.memory ??= new Map();
        // The database exists without the table: its creation was interrupted.
        else if (nameOf(error) === 'NotFoundError') indexedDB.deleteDatabase(this.name);
      }
    }
    return fallback(this.memory);
  }

  read(keys: string[]): Promise<(T | undefined)[]> {
    return this.run(
      (store) => getMany<T | undefined>(keys, store),
      (memory) => keys.map((key) => memory.get(key)),
    );
  }

  /** @throws QuotaExceededError. */
  write(pairs: [key: string, value: T][]): Promise<void> {
    return this.run(
      (store) => setMany(pairs, store),
      (memory) => pairs.forEach(([key, value]) => memory.set(key, value)),
    );
  }

  delete(keys: string[]): Promise<void> {
    return this.run(
      (store) => delMany(keys, store),
      (memory) => keys.forEach((key) => memory.delete(key)),
    );
  }

  all(): Promise<T[]> {
    return this.run(
      (store) => values<T>(store),
      (memory) => [...memory.values()],
    );
  }

  clear(): Promise<void> {
    return this.run(
      (store) => clear(store),
      (memory) => memory.clear(),
    );
  }
}
