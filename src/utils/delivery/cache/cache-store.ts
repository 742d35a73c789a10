/**
 * Stores the last valid responses across visits in two IndexedDB tables: metadata per URL, and bodies, which are
 * verified against their hash when read. The size is bounded; the least recently used entries are evicted first. Bodies
 * have their own table because they are never all read at once. Cache Storage is not used, because it takes several
 * messages between processes per body.
 */
import { hash } from '../../../global/hash';
import { deliveryOption, type DeliveryOptionName } from '../delivery-options';
import type { Metadata } from '../resource';
import { STORAGE_NAME } from '../cached-resources';
import { IndexedDBTable, isOutOfQuota } from './indexed-db-table';

/** Metadata, and the body if there is one. */
export interface CacheEntry {
  readonly metadata: Metadata;
  readonly text: string | undefined;
}

/** A table of values by key, which outlives the page if possible. */
export interface Table<T> {
  readonly isPersistent?: boolean;
  read(keys: string[]): Promise<(T | undefined)[]>;
  /** @throws QuotaExceededError. */
  write(pairs: [key: string, value: T][]): Promise<void>;
  delete(keys: string[]): Promise<void>;
  clear(): Promise<void>;
}

export interface CacheStoreDependencies {
  readonly metadata: Table<Metadata> & { all(): Promise<Metadata[]> };
  readonly bodies: Table<string>;
  readonly now: () => number;
  readonly option: (name: DeliveryOptionName) => number;
  /** Records that this origin has cached something. */
  readonly mark: () => void;
}

const DEPENDENCIES = (): CacheStoreDependencies => ({
  metadata: new IndexedDBTable<Metadata>(STORAGE_NAME),
  bodies: new IndexedDBTable<string>(`${STORAGE_NAME}-bodies`),
  now: () => Date.now(),
  option: deliveryOption,
  mark: () => localStorage.setItem(STORAGE_NAME, '1'),
});

/** Minimum milliseconds between two writes of an entry's last use. */
const USE_PRECISION = 60_000;

const isMetadata = (found: Metadata | undefined, url: string): found is Metadata =>
  found?.url === url && typeof found.hash === 'string' && Number.isFinite(found.checkedAt);

/** Size of a text in bytes as stored. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

export class CacheStore {
  readonly #dependencies: CacheStoreDependencies;
  readonly #unwritten = new Map<string, CacheEntry>();
  #writing?: Promise<void> | undefined;
  #reads?: { readonly urls: Set<string>; readonly found: Promise<Map<string, CacheEntry>> } | undefined;

  constructor(dependencies: Partial<CacheStoreDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES(), ...dependencies };
  }

  /** Opens the tables in advance, because opening takes time. */
  open(): void {
    const { metadata, bodies } = this.#dependencies;
    void Promise.all([metadata.read([]), bodies.read([])]).catch(() => {});
  }

  /** The current metadata of a URL, even if it is not written yet. */
  async readMetadata(url: string): Promise<Metadata | undefined> {
    const [found] = this.#unwritten.has(url)
      ? [this.#unwritten.get(url)!.metadata]
      : await this.#dependencies.metadata.read([url]);
    return isMetadata(found, url) && !this.#isTooOld(found) ? found : undefined;
  }

  /** The entry of a URL; undefined if it is missing, corrupt or too old. */
  async read(url: string): Promise<CacheEntry | undefined> {
    const unwritten = this.#unwritten.get(url);
    if (unwritten?.text !== undefined || unwritten?.metadata.deletedAt) return unwritten;
    if (!this.#reads) {
      const urls = new Set<string>();
      this.#reads = { urls, found: this.#readAll(urls) };
    }
    this.#reads.urls.add(url);
    return (await this.#reads.found).get(url);
  }

  /** Stores metadata of a URL, and its body if there is a new one. Never fails. */
  write(metadata: Metadata, text?: string): void {
    const { url, deletedAt } = metadata;
    this.#unwritten.set(url, { metadata, text: text ?? (deletedAt ? undefined : this.#unwritten.get(url)?.text) });
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  /** Resolves when everything is written. */
  async whenWritten(): Promise<void> {
    await this.#writing;
  }

  /** Removes a URL. */
  async delete(url: string): Promise<void> {
    const { metadata, bodies } = this.#dependencies;
    this.#unwritten.delete(url);
    await this.#writing;
    await Promise.all([metadata.delete([url]), bodies.delete([url])]).catch(() => {});
  }

  async clear(): Promise<void> {
    const { metadata, bodies } = this.#dependencies;
    this.#unwritten.clear();
    await this.#writing;
    await Promise.all([metadata.clear(), bodies.clear()]).catch(() => {});
  }

  #isTooOld({ checkedAt, fetchedAt }: Metadata): boolean {
    const { now, option } = this.#dependencies;
    // The time at which the host created a response of an HTTP cache may be unknown; it was valid when it was fetched.
    return now() - Math.max(checkedAt, fetchedAt || 0) > option('maxAge') * 1000;
  }

  async #readAll(urls: Set<string>): Promise<Map<string, CacheEntry>> {
    // All URLs that are requested in one task are read together.
    await undefined;
    this.#reads = undefined;
    const { metadata, bodies, now } = this.#dependencies;
    const list = [...urls];
    const entries = new Map<string, CacheEntry>();
    const [metas, texts] = await Promise.all([metadata.read(list), bodies.read(list)]);
    const used: Metadata[] = [];
    list.forEach((url, index) => {
      const meta = metas[index];
      const text = texts[index];
      if (!isMetadata(meta, url) || this.#isTooOld(meta)) return;
      if (!meta.deletedAt && (text === undefined || hash(text) !== meta.hash)) return;
      entries.set(url, { metadata: meta, text: meta.deletedAt ? undefined : text });
      if (now() - meta.usedAt > USE_PRECISION) used.push(meta);
    });
    // A response that arrived during the read is newer than what was read.
    for (const meta of used) if (!this.#unwritten.has(meta.url)) this.write({ ...meta, usedAt: now() });
    return entries;
  }

  /** Evicts entries until they fit into `share` of the limits. */
  async #evict(share = 1): Promise<void> {
    const { metadata, bodies, option } = this.#dependencies;
    const metas = (await metadata.all()).filter((meta) => typeof meta?.url === 'string');
    let count = metas.length;
    let bytes = metas.reduce((sum, { size }) => sum + (size || 0), 0);
    const maxCount = Math.min(option('maxEntries'), share < 1 ? count : Infinity) * share;
    const maxBytes = Math.min(option('maxBytes'), share < 1 ? bytes : Infinity) * share;
    if (count <= maxCount && bytes <= maxBytes) return;
    const evicted: string[] = [];
    for (const { url, size } of metas.sort((one, other) => (one.usedAt || 0) - (other.usedAt || 0))) {
      if (count <= maxCount && bytes <= maxBytes) break;
      evicted.push(url);
      count--;
      bytes -= size || 0;
    }
    await Promise.all([metadata.delete(evicted), bodies.delete(evicted)]);
  }

  async #writeAll(): Promise<void> {
    // All entries of one task are written together.
    await undefined;
    const { metadata, bodies, mark } = this.#dependencies;
    while (this.#unwritten.size) {
      const entries = [...this.#unwritten];
      const texts = entries.flatMap(([url, { text }]) => (text === undefined ? [] : [[url, text] as [string, string]]));
      const save = async (): Promise<void> => {
        // Bodies are written first, so that metadata never refers to a missing body.
        if (texts.length) await bodies.write(texts);
        await metadata.write(entries.map(([url, entry]) => [url, entry.metadata]));
        const deleted = entries.flatMap(([url, entry]) => (entry.metadata.deletedAt ? [url] : []));
        if (deleted.length) await bodies.delete(deleted);
      };
      try {
        await save().catch(async (error: unknown) => {
          if (!isOutOfQuota(error)) throw error;
          await this.#evict(0.5);
          await save();
        });
        if (texts.length) {
          if (metadata.isPersistent) mark();
          await this.#evict();
        }
      } catch {
        // Storage is not available: the page works without a cache.
      }
      for (const [url, entry] of entries) if (this.#unwritten.get(url) === entry) this.#unwritten.delete(url);
    }
  }
}
