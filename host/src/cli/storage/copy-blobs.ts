/** Copies all blobs of a store to another one. After an interruption, another call copies the rest. */
import pLimit from 'p-limit';
import { HostError } from '../../lib/host-error.js';
import { STORE_IDENTITY_KEY, type Blob, type BlobHeaders, type BlobStore } from '../../storage/blob-store.js';

export interface CopyCounts {
  readonly total: number;
  readonly copied: number;
  readonly bytes: number;
  /** Number of blobs that existed already. */
  readonly skipped: number;
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
export async function copyBlobs(from: BlobStore, to: BlobStore, progress: CopyProgress): Promise<CopyCounts> {
  const keys = await contentKeys(from);
  const there = new Set(await contentKeys(to));
  const counts = { total: keys.length, copied: 0, bytes: 0, skipped: 0 };
  await eachOf(keys, async (key) => {
    if (there.has(key) && (await isCurrent(key, from, to))) counts.skipped++;
    else {
      const blob = await from.get(key);
      // A running host may have removed it meanwhile.
      if (blob) {
        await to.put(key, contentOf(blob));
        counts.copied++;
        counts.bytes += blob.bytes.length;
      } else counts.total--;
    }
    progress(counts);
  });
  progress(counts);
  return counts;
}

/** Compares all blobs and copies different ones again. Resolves with the counts, and with keys that only the target has. */
export async function compareStores(
  from: BlobStore,
  to: BlobStore,
  progress: (compared: number, total: number) => void,
): Promise<{ compared: number; corrected: number; strange: string[] }> {
  const keys = await contentKeys(from);
  const known = new Set(keys);
  let compared = 0;
  let corrected = 0;
  await eachOf(keys, async (key) => {
    const [source, copy] = await Promise.all([from.get(key), to.get(key)]);
    if (source && !(copy && isEqual(source, copy))) {
      await to.put(key, contentOf(source));
      const again = await to.get(key);
      if (!again || !isEqual(source, again))
        throw new HostError(
          `the other store does not return '${key}' unchanged. Check the store, then run the command again.`,
        );
      corrected++;
    }
    progress(++compared, keys.length);
  });
  return { compared, corrected, strange: (await contentKeys(to)).filter((key) => !known.has(key)) };
}

const eachOf = async (keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> => {
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
  const [source, copy] = await Promise.all([from.head(key), to.head(key)]);
  return !!source && !!copy && copy.modifiedAt >= source.modifiedAt && hasSameHeaders(source, copy);
}

const isEqual = (one: Blob, other: Blob): boolean => hasSameHeaders(one, other) && one.bytes.equals(other.bytes);

const hasSameHeaders = (one: BlobHeaders, other: BlobHeaders): boolean =>
  one.contentType === other.contentType &&
  one.cacheControl === other.cacheControl &&
  textOf(one.metadata) === textOf(other.metadata);

const textOf = (metadata: BlobHeaders['metadata']): string =>
  JSON.stringify(Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1)));
