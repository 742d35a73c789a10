import { open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BlobStore, BlobStoreError } from '../blob-store.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { isMissing } from '../../lib/locate-file.js';
import { durableFolders, syncFolder } from '../../lib/durable-folders.js';
import { decodeBlob, decodeHead, encodeBlob } from './file-format.js';
import { entriesOf, FILE, MORE, nameOf } from './file-names.js';
import { checkHeaders, compareKeys, namesOfKey, namesOfPrefix } from '../blob-keys.js';
import { openTemporaryFiles, type TemporaryFiles } from '../../lib/temporary-files.js';

/** Entries that begin with a dot stand for no name. */
const TEMPORARY = '.writing';
/** Bytes of a file that hold its head, but for one with uncommonly much metadata. */
const START = 8_192;

/**
 * Blobs as files below a folder, which is made when it is first needed. What a resolved `put` or `delete` did is on
 * the disk; one that was cut off has happened whole or not at all. Folders that become empty stay: removing one could
 * take it from under a `put`. Several processes may share a folder.
 */
export function createFolderBlobs(folder: string, clock: Clock = systemClock): BlobStore {
  const root = resolve(folder);
  const folders = durableFolders(root);
  const pathOf = (key: string): string => join(root, ...namesOfKey(key).flatMap(entriesOf)) + FILE;

  let opened: Promise<TemporaryFiles> | undefined;
  const temporary = (): Promise<TemporaryFiles> =>
    (opened ??= openTemporaryFiles(join(root, TEMPORARY)).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  // Left-over files go even if nothing is ever written; that it failed is told to the first who writes.
  temporary().catch(() => {});

  const place = async (from: string, to: string): Promise<void> => {
    await folders.make(dirname(to));
    try {
      await rename(from, to);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Somebody has removed the folder since it was made.
      folders.forget();
      await folders.make(dirname(to));
      await rename(from, to);
    }
    await syncFolder(dirname(to));
  };

  /** What there is at a path; undefined for nothing. */
  const look = async <Result>(key: string, read: (path: string) => Promise<Result>): Promise<Result | undefined> => {
    const path = pathOf(key);
    try {
      return await read(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new BlobStoreError(`Could not read blob '${key}'.`, { cause: error });
    }
  };

  const get: BlobStore['get'] = async (key) => {
    const file = await look(key, (path) => readFile(path));
    return file && decodeBlob(file, pathOf(key));
  };

  return {
    async put(key, blob) {
      const path = pathOf(key);
      checkHeaders(key, blob);
      const from = (await temporary()).path();
      try {
        await writeDurably(from, encodeBlob(blob, clock()));
        await place(from, path);
      } catch (error) {
        await rm(from, { force: true }).catch(() => {});
        throw new BlobStoreError(`Could not write blob '${key}'.`, { cause: error });
      }
    },

    get,

    async head(key) {
      const start = await look(key, startOf);
      if (!start) return undefined;
      const head = decodeHead(start, pathOf(key)) ?? (await get(key));
      if (!head) return undefined;
      const { contentType, cacheControl, metadata, modifiedAt } = head;
      return { contentType, cacheControl, metadata, modifiedAt };
    },

    async delete(key) {
      const path = pathOf(key);
      try {
        await unlink(path).catch(ignoreMissing);
        // Also where there is none: whoever removed it may have ended before this.
        await syncFolder(dirname(path)).catch(ignoreMissing);
      } catch (error) {
        throw new BlobStoreError(`Could not delete blob '${key}'.`, { cause: error });
      }
    },

    async *list(prefix) {
      const { folders: names, rest } = namesOfPrefix(prefix);
      const above = names.map((name) => `${name}/`).join('');
      yield* walk(join(root, ...names.flatMap(entriesOf)), above, rest);
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

interface Found {
  /** The name; a folder's ends with a slash, by which it also sorts among keys. */
  readonly name: string;
  readonly path: string;
}

/** Keys below a folder, in order; only those whose first name there begins with `rest`. */
async function* walk(folder: string, above: string, rest: string): AsyncGenerator<string> {
  const found: Found[] = [];
  await collect(folder, '', [], found);
  found.sort((a, b) => compareKeys(a.name, b.name));
  for (const { name, path } of found) {
    if (!name.startsWith(rest)) continue;
    if (name.endsWith('/')) yield* walk(path, above + name, '');
    else yield above + name;
  }
}

/** The names in a folder, with those that go on in a folder further in. */
async function collect(folder: string, begun: string, entries: readonly string[], found: Found[]): Promise<void> {
  const listed = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const item of listed) {
    const ending = item.isDirectory() ? (item.name.endsWith(MORE) ? MORE : '') : FILE;
    if (!item.name.endsWith(ending)) continue;
    const entry = item.name.slice(0, item.name.length - ending.length);
    const part = nameOf(entry);
    // Not from here: an operator's own file, or the store's temporary ones.
    if (part === undefined || item.name.startsWith('.')) continue;
    const name = begun + part;
    const path = join(folder, item.name);
    if (ending === MORE) {
      await collect(path, name, [...entries, item.name], found);
      continue;
    }
    const canonical = entriesOf(name).join('/') === [...entries, entry].join('/');
    if (canonical) found.push({ name: ending === FILE ? name : `${name}/`, path });
  }
}
