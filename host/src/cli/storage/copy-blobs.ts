/** Copies every blob of a store to another one. Stopped anywhere and called again, it goes on with what is missing. */
import pLimit from 'p-limit';
import { HostError } from '../../lib/host-error.js';
import { STORE_IDENTITY_KEY, type Blob, type BlobHeaders, type BlobStore } from '../../storage/blob-store.js';

export interface CopyCounts {
  readonly total: number;
  readonly copied: number;
  readonly bytes: number;
  /** Were there already. */
  readonly skipped: number;
}

type CopyProgress = (counts: CopyCounts) => void;

/** Blobs that are on their way at a time; each may have 15 MiB. */
const CONCURRENCY = 8;

/** Whether the host may have a key at all: the mark, and what a check of conditional writes leaves, are of one store. */
const isContent = (key: string): boolean => key !== STORE_IDENTITY_KEY && !key.startsWith('host/');

/** All keys of a store's content. The list is complete before something is written: a write may move what follows. */
export async function contentKeys(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('')) if (isContent(key)) keys.push(key);
  return keys;
}

/**
 * A blob that is there with the same headers, and is not older, counts as copied: comparing the bytes of all is left to
 * `compareStores`, which a move ends with.
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

/** What differs is copied again; resolves with how many were compared, and with the keys that only the other store has. */
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
        // The first failure ends the rest.
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
