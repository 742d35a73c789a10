import { open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BlobStore, BlobStoreError, type BlobStoreErrorOptions } from '../blob-store.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { codeOf } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';
import { durableFolders, syncFolder } from '../../lib/durable-folders.js';
import { decodeBlob, decodeHead, encodeBlob } from './file-format.js';
import { entriesOf, FILE, CONTINUATION_SUFFIX, nameOf } from './file-names.js';
import { checkHeaders, compareKeys, namesOfKey, namesOfPrefix } from '../blob-keys.js';
import { openTemporaryFiles, type TemporaryFiles } from '../../lib/temporary-files.js';

/** Begins with a dot, so it is never the entry of a name. */
const TEMPORARY = '.writing';
/** Bytes that contain the head of a file, unless it has unusually much metadata. */
const START_BYTES = 8_192;

/**
 * Blobs as files in a folder, which is created on demand. After `put` or `delete` resolves, the change is on disk; an
 * interrupted one is atomic. Empty folders are not removed, because a concurrent `put` may need them. Several processes
 * may share a folder.
 */
export function createFolderBlobs(folder: string, clock: Clock = systemClock): BlobStore {
  const root = resolve(folder);
  const folders = durableFolders(root);
  const pathOf = (key: string): string => join(root, ...namesOfKey(key).flatMap(entriesOf)) + FILE;

  let opened: Promise<TemporaryFiles> | undefined;
  const temporaryFiles = (): Promise<TemporaryFiles> =>
    (opened ??= openTemporaryFiles(join(root, TEMPORARY)).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  // Removes left-over files, even if nothing is written later. The first write reports a failure.
  temporaryFiles().catch(() => {});

  const moveIntoPlace = async (from: string, to: string): Promise<void> => {
    const move = async (): Promise<void> => {
      await folders.make(dirname(to));
      await rename(from, to);
    };
    try {
      await move();
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The folder, or one above it, was removed since it was created.
      folders.forget();
      await move();
    }
    await syncFolder(dirname(to));
  };

  /** Reads from a path; undefined if it does not exist. */
  const readIfThere = async <Result>(
    key: string,
    read: (path: string) => Promise<Result>,
  ): Promise<Result | undefined> => {
    const path = pathOf(key);
    try {
      return await read(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new BlobStoreError(`Could not read blob '${key}'.`, failure(error));
    }
  };

  const get: BlobStore['get'] = async (key) => {
    const file = await readIfThere(key, (path) => readFile(path));
    return file && decodeBlob(file, pathOf(key));
  };

  return {
    async put(key, blob) {
      const path = pathOf(key);
      checkHeaders(key, blob);
      let temporaryPath: string | undefined;
      try {
        temporaryPath = await (await temporaryFiles()).path();
        await writeDurably(temporaryPath, encodeBlob(blob, clock()));
        await moveIntoPlace(temporaryPath, path);
      } catch (error) {
        if (temporaryPath !== undefined) await rm(temporaryPath, { force: true }).catch(() => {});
        throw new BlobStoreError(`Could not write blob '${key}'.`, failure(error));
      }
    },

    get,

    async head(key) {
      const start = await readIfThere(key, startOf);
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
        // Also if the file is missing: a process may have ended between removal and sync.
        await syncFolder(dirname(path)).catch(ignoreMissing);
      } catch (error) {
        throw new BlobStoreError(`Could not delete blob '${key}'.`, failure(error));
      }
    },

    async *list(prefix) {
      const { folders: names, rest } = namesOfPrefix(prefix);
      const keyPrefix = names.map((name) => `${name}/`).join('');
      yield* walk(join(root, ...names.flatMap(entriesOf)), keyPrefix, rest);
    },
  };
}

function failure(error: unknown): BlobStoreErrorOptions {
  const code = codeOf(error);
  return { cause: error, ...(code !== undefined && { reason: code }) };
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
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

interface ListedName {
  /** The name. Names of folders end with a slash, so that they sort like keys. */
  readonly name: string;
  readonly path: string;
}

/** Lists keys in a folder in order, if their next name begins with `rest`. */
async function* walk(folder: string, keyPrefix: string, rest: string): AsyncGenerator<string> {
  const found: ListedName[] = [];
  await collect(folder, '', [], found);
  found.sort((a, b) => compareKeys(a.name, b.name));
  for (const { name, path } of found) {
    if (!name.startsWith(rest)) continue;
    if (name.endsWith('/')) yield* walk(path, keyPrefix + name, '');
    else yield keyPrefix + name;
  }
}

/** Collects the names in a folder, including long names that continue in subfolders. */
async function collect(folder: string, prefix: string, entries: readonly string[], found: ListedName[]): Promise<void> {
  const listed = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const item of listed) {
    const suffix = item.isDirectory() ? (item.name.endsWith(CONTINUATION_SUFFIX) ? CONTINUATION_SUFFIX : '') : FILE;
    if (!item.name.endsWith(suffix)) continue;
    const entry = item.name.slice(0, item.name.length - suffix.length);
    const part = nameOf(entry);
    // An unrelated file of an operator, or a temporary file of the store.
    if (part === undefined || item.name.startsWith('.')) continue;
    const name = prefix + part;
    const path = join(folder, item.name);
    if (suffix === CONTINUATION_SUFFIX) {
      await collect(path, name, [...entries, item.name], found);
      continue;
    }
    const isCanonical = entriesOf(name).join('/') === [...entries, entry].join('/');
    if (isCanonical) found.push({ name: suffix === FILE ? name : `${name}/`, path });
  }
}
