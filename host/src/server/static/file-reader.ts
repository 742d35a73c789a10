import { type BigIntStats, constants, createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LIMITS } from '../../lib/limits.js';
import { ByteCache } from '../../lib/byte-cache.js';
import { type Content, hashOf, newHash } from '../../lib/content.js';
import { isMissing, locate } from '../../lib/locate-file.js';

export interface FileReader {
  /** The content of a file below `root`; undefined if there is no such file. */
  read(root: string, names: readonly string[]): Promise<Content | undefined>;
  /** When a file below `root` was last changed, without reading it. */
  modifiedAt(root: string, names: readonly string[]): Promise<number | undefined>;
}

/**
 * Files by path and stamp. The stamp (times, size, inode) is part of the key: an edited file is a new entry at its
 * next request and the old one ages out, so nothing needs to watch the folder and no GET hashes a file twice.
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
          if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS - 1) throw error;
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

class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`${path} changed while it was read`);
  }
}

const stampOf = (stats: BigIntStats): string => [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join('-');

const millisecondsOf = (stats: BigIntStats): number => Number(stats.mtimeNs / 1_000_000n);

async function statFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    // Opening a pipe or a device could wait for ever.
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function load(path: string, stats: BigIntStats): Promise<Content> {
  // The path is real already; a link that took its place since is not followed.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const small = stats.size <= LIMITS.keptFileBytes;
    const bytes = small ? await handle.readFile() : undefined;
    const hash = bytes ? hashOf(bytes) : await hashStream(handle);
    // A hash of half a file would be believed until the next edit.
    if (stampOf(await handle.stat({ bigint: true })) !== stampOf(stats)) throw new ChangedMeanwhile(path);
    return {
      hash,
      bytes,
      size: Number(stats.size),
      modifiedAt: millisecondsOf(stats),
      stream: (start, end) =>
        bytes ? Readable.from([bytes.subarray(start, end + 1)]) : createReadStream(path, { start, end }),
    };
  } finally {
    await handle.close();
  }
}

async function hashStream(handle: FileHandle): Promise<string> {
  const hash = newHash();
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk as Buffer);
  return hash.digest();
}
