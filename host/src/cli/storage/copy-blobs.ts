/** Copies all blobs of a store to another one. After an interruption, another call copies the rest. */
import pLimit from 'p-limit';
import { HostError } from '../../lib/host-error.js';
import {
  STORE_IDENTITY_KEY,
  type Blob,
  type BlobHeaders,
  type BlobStore,
  damagedBlob,
  DamagedBlobError,
  isWhole,
} from '../../storage/blob-store.js';
import { createBlobAttempts, type MissingBlob } from './blob-attempts.js';

export interface CopyCounts {
  readonly total: number;
  readonly copied: number;
  readonly bytes: number;
  /** Number of blobs that existed already. */
  readonly skipped: number;
  /** Blobs that could not be copied. */
  readonly failed: number;
}

type CopyProgress = (counts: CopyCounts) => void;

/** Blobs copied concurrently; each may have 15 MiB. */
const CONCURRENCY = 8;

/** Whether a key is content. The identity and left-over tests of conditional writes belong to one store. */
const isContent = (key: string): boolean => key !== STORE_IDENTITY_KEY && !key.startsWith('host/');

/** All content keys of a store. The list is read completely before any write, which might change its order. */
export async function contentKeys(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('')) if (isContent(key)) keys.push(key);
  return keys;
}

/**
 * Copies blobs. An existing blob with the same headers that is not older is skipped; `compareStores` compares the bytes
 * at the end of a move.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  progress: CopyProgress,
): Promise<CopyCounts & { readonly missing: readonly MissingBlob[] }> {
  const keys = await contentKeys(from);
  const existing = new Set(await contentKeys(to));
  const counts = { total: keys.length, copied: 0, bytes: 0, skipped: 0, failed: 0 };
  const { attempt, failed, missing } = createBlobAttempts();
  const copy = (key: string): Promise<void> =>
    attempt(key, async () => {
      if (existing.has(key) && (await isCurrent(key, from, to))) return void counts.skipped++;
      const blob = await from.get(key);
      // A running host may have removed it meanwhile.
      if (!blob) return void counts.total--;
      await to.put(key, contentOf(blob));
      counts.copied++;
      counts.bytes += blob.bytes.length;
    }).then(() => progress({ ...counts, failed: missing.length }));
  await forEachKey(keys, copy);
  await forEachKey([...failed], copy);
  const finalCounts = { ...counts, failed: missing.length };
  if (keys.length === 0) progress(finalCounts);
  return { ...finalCounts, missing };
}

/**
 * Copies blobs that differ again. Resolves with the number of compared blobs, those that could not be compared, and the keys that only
 * the other store has. If a blob is damaged, the other store keeps its own.
 */
export async function compareStores(
  from: BlobStore,
  to: BlobStore,
  progress: (compared: number, total: number) => void,
): Promise<{ compared: number; corrected: number; missing: readonly MissingBlob[]; strange: string[] }> {
  const keys = await contentKeys(from);
  const sourceKeys = new Set(keys);
  const { attempt, failed, missing } = createBlobAttempts();
  let compared = 0;
  let corrected = 0;
  const compare = (key: string): Promise<void> =>
    attempt(key, async () => {
      const [source, copy] = await Promise.all([from.get(key), to.get(key).catch(damagedBlob)]);
      if (source && !isEqual(source, copy)) {
        await to.put(key, contentOf(source));
        if (!isEqual(source, await to.get(key).catch(damagedBlob)))
          throw new HostError(
            `the other store does not return '${key}' unchanged. Check the store, then run the command again.`,
          );
        corrected++;
      }
      compared++;
    }).then(() => progress(compared + missing.length, keys.length));
  await forEachKey(keys, compare);
  await forEachKey([...failed], compare);
  return { compared, corrected, missing, strange: (await contentKeys(to)).filter((key) => !sourceKeys.has(key)) };
}

const forEachKey = async (keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> => {
  const limit = pLimit({ concurrency: CONCURRENCY, rejectOnClear: true });
  await Promise.all(
    keys.map((key) =>
      limit(() => work(key)).catch((error: unknown) => {
        // The first failure cancels the rest.
        limit.clearQueue();
        throw error;
      }),
    ),
  );
};

const contentOf = ({ contentType, cacheControl, metadata, bytes }: Blob) => ({
  contentType,
  cacheControl,
  metadata,
  bytes,
});

async function isCurrent(key: string, from: BlobStore, to: BlobStore): Promise<boolean> {
  const [source, copy] = await Promise.all([from.head(key), to.head(key).catch(damagedBlob)]);
  return isWhole(copy) && !!source && copy.modifiedAt >= source.modifiedAt && hasSameHeaders(source, copy);
}

const isEqual = (one: Blob, other: Blob | DamagedBlobError | undefined): boolean =>
  isWhole(other) && hasSameContent(one, other);

/** Whether headers and bytes are equal. */
export const hasSameContent = (one: BlobHeaders & Pick<Blob, 'bytes'>, other: Blob): boolean =>
  hasSameHeaders(one, other) && one.bytes.equals(other.bytes);

export const hasSameHeaders = (one: BlobHeaders, other: BlobHeaders): boolean =>
  one.contentType === other.contentType &&
  one.cacheControl === other.cacheControl &&
  textOf(one.metadata) === textOf(other.metadata);

const textOf = (metadata: BlobHeaders['metadata']): string =>
  JSON.stringify(Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1)));
