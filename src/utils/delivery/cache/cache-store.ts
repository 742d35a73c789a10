/**
 * Last good copies across visits: what the host said about a URL in IndexedDB, bodies beside it, each verified against
 * its hash when it is read. Bounded; least recently used out first.
 */
import { CACHE_MAX_AGE, CACHE_MAX_BYTES, CACHE_MAX_ENTRIES } from '../../../global/defaults';
import { deliveryOption } from '../delivery-options';
import { STORAGE_NAME } from '../resource-store';
import { BodyStore } from './body-store';
import { hash } from '../../../global/hash';
import { IndexedDBTable, isOutOfQuota } from './indexed-db-table';

/** What is known of a URL. Times are milliseconds since 1970. */
export interface Metadata {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedAt: number;
  readonly checkedAt: number;
  readonly usedAt: number;
  /** When it was deleted, as the host says it; or the status that says that there is none. */
  readonly deletedAt: string | null;
  readonly fork: boolean;
  /** Characters of the body; 0 where there is none. */
  readonly size: number;
  readonly hash: string;
  readonly library: string;
}

/** Metadata, and the body where there is one. */
export interface Copy {
  readonly meta: Metadata;
  readonly text: string | undefined;
}

/** The use of a copy is written once in so many milliseconds. */
const USE_PRECISION = 60_000;

const isMetadata = (found: Metadata | undefined, url: string): found is Metadata =>
  found?.url === url && typeof found.hash === 'string' && Number.isFinite(found.checkedAt);

const table = new IndexedDBTable<Metadata>(STORAGE_NAME);
const bodies = new BodyStore();
const unwritten = new Map<string, Copy>();
let writing: Promise<void> | undefined;
let reads: { urls: Set<string>; found: Promise<Map<string, Copy>> } | undefined;

const isTooOld = ({ checkedAt }: Metadata): boolean =>
  Date.now() - checkedAt > deliveryOption('maxAge', CACHE_MAX_AGE) * 1000;

/** Everything known of a URL now, though not yet written perhaps. */
export async function readMetadata(url: string): Promise<Metadata | undefined> {
  const [found] = unwritten.has(url) ? [unwritten.get(url)!.meta] : await table.read([url]);
  return isMetadata(found, url) && !isTooOld(found) ? found : undefined;
}

/** Opens the stores before they are asked. */
export const open = (): void => void Promise.all([table.read([]), bodies.read([])]).catch(() => {});

async function readAll(urls: Set<string>): Promise<Map<string, Copy>> {
  // All that is asked for in one turn is read at once.
  await undefined;
  reads = undefined;
  const list = [...urls];
  const copies = new Map<string, Copy>();
  const [metas, texts] = await Promise.all([table.read(list), bodies.read(list)]);
  const used: Metadata[] = [];
  list.forEach((url, at) => {
    const meta = metas[at];
    const text = texts[at];
    if (!isMetadata(meta, url) || isTooOld(meta)) return;
    if (!meta.deletedAt && (text === undefined || hash(text) !== meta.hash)) return;
    copies.set(url, { meta, text: meta.deletedAt ? undefined : text });
    if (Date.now() - meta.usedAt > USE_PRECISION) used.push(meta);
  });
  for (const meta of used) write({ ...meta, usedAt: Date.now() });
  return copies;
}

/** The copy of a URL; undefined where there is none, or it is torn or too old. */
export async function read(url: string): Promise<Copy | undefined> {
  const waiting = unwritten.get(url);
  if (waiting?.text !== undefined || waiting?.meta.deletedAt) return waiting;
  if (!reads) {
    const urls = new Set<string>();
    reads = { urls, found: readAll(urls) };
  }
  reads.urls.add(url);
  return (await reads.found).get(url);
}

/** Removes copies until they fit; `share` of the bounds is left. */
async function evict(share = 1): Promise<void> {
  const metas = (await table.all()).filter((meta) => typeof meta?.url === 'string');
  let count = metas.length;
  let bytes = metas.reduce((sum, { size }) => sum + (size || 0), 0);
  const maxCount = Math.min(deliveryOption('maxEntries', CACHE_MAX_ENTRIES), share < 1 ? count : Infinity) * share;
  const maxBytes = Math.min(deliveryOption('maxBytes', CACHE_MAX_BYTES), share < 1 ? bytes : Infinity) * share;
  if (count <= maxCount && bytes <= maxBytes) return;
  const out: string[] = [];
  for (const { url, size } of metas.sort((one, other) => (one.usedAt || 0) - (other.usedAt || 0))) {
    if (count <= maxCount && bytes <= maxBytes) break;
    out.push(url);
    count--;
    bytes -= size || 0;
  }
  await Promise.all([table.delete(out), bodies.delete(out)]);
}

async function writeAll(): Promise<void> {
  // Everything of one turn goes together.
  await undefined;
  while (unwritten.size) {
    const some = [...unwritten];
    const texts = some.flatMap(([url, { text }]) => (text === undefined ? [] : [[url, text] as [string, string]]));
    const save = async (): Promise<void> => {
      // BodyStore first: metadata never promises a body that is not there.
      if (texts.length) await bodies.write(texts);
      await table.write(some.map(([url, { meta }]) => [url, meta]));
      const bare = some.flatMap(([url, { meta }]) => (meta.deletedAt ? [url] : []));
      if (bare.length) await bodies.delete(bare);
    };
    try {
      await save().catch(async (error: unknown) => {
        if (!isOutOfQuota(error)) throw error;
        await evict(0.5);
        await save();
      });
      if (texts.length) {
        if (table.isPersistent) localStorage.setItem(STORAGE_NAME, '1');
        await evict();
      }
    } catch {
      // Without storage: the page goes on without copies.
    }
    for (const [url, copy] of some) if (unwritten.get(url) === copy) unwritten.delete(url);
  }
}

/** Keeps what is known of a URL, and its body when there is a new one. Never fails. */
export function write(meta: Metadata, text?: string): void {
  unwritten.set(meta.url, { meta, text: text ?? (meta.deletedAt ? undefined : unwritten.get(meta.url)?.text) });
  writing ??= writeAll().finally(() => (writing = undefined));
}

/** Resolves when everything is written. */
export const written = async (): Promise<void> => writing;

/** Forgets a URL. */
export async function remove(url: string): Promise<void> {
  unwritten.delete(url);
  await writing;
  await Promise.all([table.delete([url]), bodies.delete([url])]).catch(() => {});
}

/** Forgets everything. */
export async function removeAll(): Promise<void> {
  unwritten.clear();
  await writing;
  await Promise.all([table.clear(), bodies.clear()]).catch(() => {});
}
