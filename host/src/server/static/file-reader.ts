import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { LIMITS } from '../../lib/limits.js';
import { ByteCache } from '../../lib/byte-cache.js';
import { type Content, ContentChangedError, hashOf, newHash, type OpenContent } from '../../lib/content.js';
import { isMissing, locate } from '../../lib/locate-file.js';

export interface FileReader {
  /** The content of a file below `root`; undefined if it does not exist. */
  read(root: string, names: readonly string[]): Promise<Content | undefined>;
  /** The modification time of a file below `root`, without reading it. */
  modifiedAt(root: string, names: readonly string[]): Promise<number | undefined>;
}

/**
 * Reads and caches files by path and stamp. The stamp (times, size, inode) is part of the key, so an edited file
 * becomes a new entry and the old one is evicted. So no file watcher is needed, and a file is hashed only once.
 */
export function createFileReader(limit: number = LIMITS.fileCacheBytes): FileReader {
  const cache = new ByteCache<Content>(limit, (content) => ENTRY_BYTES + (content.bytes?.length ?? 0));
  return {
    async read(root, names) {
      const path = await locate(root, names);
      for (let attempt = 0; path !== undefined && attempt < ATTEMPTS; attempt++) {
        const stats = await statFile(path);
        if (!stats) return undefined;
        try {
          return await cache.get(`${path}\0${stampOf(stats)}`, () => load(path, stats));
        } catch (error) {
          if (isMissing(error)) return undefined;
          if (!(error instanceof ContentChangedError) || attempt === ATTEMPTS - 1) throw error;
        }
      }
      return undefined;
    },
    async modifiedAt(root, names) {
      const path = await locate(root, names);
      const stats = path === undefined ? undefined : await statFile(path);
      return stats && millisecondsOf(stats);
    },
  };
}

const ENTRY_BYTES = 512;
const ATTEMPTS = 3;

/** Contains only the file name, because visitors must not see paths of the disk. */
const changedError = (path: string): ContentChangedError =>
  new ContentChangedError(`${basename(path)} changed during the read: try again in a few seconds.`);

const stampOf = (stats: BigIntStats): string => [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join('-');

const millisecondsOf = (stats: BigIntStats): number => Number(stats.mtimeNs / 1_000_000n);

async function statFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    // Opening a pipe or a device could block forever.
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function load(path: string, stats: BigIntStats): Promise<Content> {
  const handle = await openFile(path);
  try {
    const isSmall = stats.size <= LIMITS.keptFileBytes;
    const bytes = isSmall ? await handle.readFile() : undefined;
    const hash = bytes ? hashOf(bytes) : await hashStream(handle);
    // A hash of a partly written file would be cached until the next edit.
    if (stampOf(await handle.stat({ bigint: true })) !== stampOf(stats)) throw changedError(path);
    return {
      hash,
      bytes,
      size: Number(stats.size),
      modifiedAt: millisecondsOf(stats),
      stream: (start, end) =>
        bytes ? Readable.from([bytes.subarray(start, end + 1)]) : Readable.from(readOnce(path, stats, start, end)),
      ...(!bytes && { open: () => openUnchanged(path, stats) }),
    };
  } finally {
    await handle.close();
  }
}

/** The path is resolved already. A symbolic link that replaced it since is not followed. */
const openFile = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));

/**
 * Opens the file that was hashed. The same handle checks the stamp and reads the bytes, so that a replaced file is
 * never read.
 */
async function openUnchanged(path: string, stats: BigIntStats): Promise<OpenContent> {
  const handle = await openFile(path).catch((error: unknown) => {
    throw isMissing(error) ? changedError(path) : error;
  });
  // Once open, only the file's bytes matter: replacing it changes its other times.
  const isWritten = async (): Promise<boolean> => {
    const { mtimeNs, size } = await handle.stat({ bigint: true });
    return mtimeNs !== stats.mtimeNs || size !== stats.size;
  };
  if (stampOf(await handle.stat({ bigint: true })) !== stampOf(stats)) {
    await handle.close();
    throw changedError(path);
  }
  return {
    stream: (start, end) => Readable.from(readUnchanged(handle, start, end, isWritten, path)),
    close: () => handle.close(),
  };
}

/** Holds back the last chunk until the file is unchanged: a changed one aborts instead of mixing content. */
async function* readUnchanged(
  handle: FileHandle,
  start: number,
  end: number,
  isWritten: () => Promise<boolean>,
  path: string,
): AsyncGenerator<Buffer> {
  let last: Buffer | undefined;
  for await (const chunk of handle.createReadStream({ autoClose: false, start, end })) {
    if (last) yield last;
    last = chunk as Buffer;
  }
  if (await isWritten()) throw changedError(path);
  if (last) yield last;
}

async function* readOnce(path: string, stats: BigIntStats, start: number, end: number): AsyncGenerator<Buffer> {
  const content = await openUnchanged(path, stats);
  try {
    yield* content.stream(start, end) as AsyncIterable<Buffer>;
  } finally {
    await content.close();
  }
}

async function hashStream(handle: FileHandle): Promise<string> {
  const hash = newHash();
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk as Buffer);
  return hash.digest();
}
