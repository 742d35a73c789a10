/** Bodies of cached resources: in Cache Storage, and in IndexedDB where there is none (plain http, old browsers) or it fails. */
import { STORAGE_NAME } from '../cached-resources';
import { STORAGE_TIMEOUT, withTimeout } from '../with-timeout';
import { IndexedDBTable, isOutOfQuota } from './indexed-db-table';

/** No address that a page could ask for: a service worker that searches all caches never finds these. */
const keyOf = (url: string): string => `https://${STORAGE_NAME}.invalid/${encodeURIComponent(url)}`;

export class BodyStore {
  readonly #table: IndexedDBTable<string>;
  #opened?: Promise<Cache | undefined> | undefined;

  constructor(
    /** The page's Cache Storage; reading it throws in opaque frames. */
    private readonly cacheStorage: () => CacheStorage | undefined = () => globalThis.caches,
    private readonly timeout = STORAGE_TIMEOUT,
  ) {
    this.#table = new IndexedDBTable(`${STORAGE_NAME}-bodies`, timeout);
  }

  #open(): Promise<Cache | undefined> {
    return (this.#opened ??= withTimeout(() => this.cacheStorage()?.open(STORAGE_NAME), this.timeout).catch(
      () => undefined,
    ));
  }

  /** Runs in the cache, else in the table: from then on always, when the cache fails or does not answer. */
  async #run<R>(inCache: (cache: Cache) => Promise<R>, inTable: () => Promise<R>): Promise<R> {
    const cache = await this.#open();
    if (cache) {
      try {
        return await inCache(cache);
      } catch (error) {
        if (isOutOfQuota(error)) throw error;
        this.#opened = Promise.resolve(undefined);
      }
    }
    return inTable();
  }

  read(urls: string[]): Promise<(string | undefined)[]> {
    const readOne = async (cache: Cache, url: string): Promise<string | undefined> =>
      (await cache.match(keyOf(url)))?.text();
    return this.#run(
      (cache) => withTimeout(() => Promise.all(urls.map((url) => readOne(cache, url))), this.timeout),
      () => this.#table.read(urls),
    );
  }

  /** @throws QuotaExceededError. */
  write(pairs: [url: string, text: string][]): Promise<void> {
    return this.#run(
      async (cache) => {
        // One after the other: each keeps the page's thread busy for a moment.
        for (const [url, text] of pairs)
          await withTimeout(() => cache.put(keyOf(url), new Response(text)), this.timeout);
      },
      () => this.#table.write(pairs),
    );
  }

  delete(urls: string[]): Promise<void> {
    return this.#run(
      async (cache) =>
        void (await withTimeout(() => Promise.all(urls.map((url) => cache.delete(keyOf(url)))), this.timeout)),
      () => this.#table.delete(urls),
    );
  }

  async clear(): Promise<void> {
    this.#opened = undefined;
    await Promise.all([
      withTimeout(() => this.cacheStorage()?.delete(STORAGE_NAME), this.timeout).catch(() => false),
      this.#table.clear(),
    ]);
  }
}
