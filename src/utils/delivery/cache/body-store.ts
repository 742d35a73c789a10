/** Bodies of cached resources: in Cache Storage, and in IndexedDB where there is none (plain http, old browsers). */
import { STORAGE_NAME } from '../resource-store';
import { IndexedDBTable, isOutOfQuota } from './indexed-db-table';

/** No address that a page could ask for: a service worker that looks into all caches never finds these. */
const key = (url: string): string => `https://${STORAGE_NAME}.invalid/${encodeURIComponent(url)}`;

export class BodyStore {
  private readonly table = new IndexedDBTable<string>(`${STORAGE_NAME}-bodies`);
  private opened?: Promise<Cache | undefined>;

  private get cache(): Promise<Cache | undefined> {
    // `caches` itself throws in opaque frames
    return (this.opened ??= (async () => caches.open(STORAGE_NAME))().catch(() => undefined));
  }

  /** Runs in the cache, else in the table. */
  private async run<R>(inCache: (cache: Cache) => Promise<R>, inTable: () => Promise<R>): Promise<R> {
    const cache = await this.cache;
    if (cache) {
      try {
        return await inCache(cache);
      } catch (error) {
        if (isOutOfQuota(error)) throw error;
        this.opened = Promise.resolve(undefined);
      }
    }
    return inTable();
  }

  read(urls: string[]): Promise<(string | undefined)[]> {
    return this.run(
      (cache) => Promise.all(urls.map(async (url) => (await cache.match(key(url)))?.text())),
      () => this.table.read(urls),
    );
  }

  /** @throws QuotaExceededError. */
  write(pairs: [url: string, text: string][]): Promise<void> {
    return this.run(
      async (cache) => {
        // One after the other: each keeps the page's thread busy for a moment.
        for (const [url, text] of pairs) await cache.put(key(url), new Response(text));
      },
      () => this.table.write(pairs),
    );
  }

  delete(urls: string[]): Promise<void> {
    return this.run(
      async (cache) => void (await Promise.all(urls.map((url) => cache.delete(key(url))))),
      () => this.table.delete(urls),
    );
  }

  async clear(): Promise<void> {
    this.opened = undefined;
    await Promise.all([globalThis.caches?.delete(STORAGE_NAME).catch(() => false), this.table.clear()]);
  }
}
