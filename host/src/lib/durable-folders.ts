import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './host-error.js';
import { makeFolders } from './make-folders.js';

/** Maximum folders in the cache. When it is full, all entries are removed, which costs some repeated calls. */
const MAX_CACHED = 20_000;

export interface DurableFolders {
  /** Creates the folder and missing parents up to the root, durably, so that they survive a power failure. */
  make(folder: string): Promise<void>;
  /** Clears the cache, after a created folder was found missing. */
  forget(): void;
}

/** Creates folders at and below `root`. */
export function durableFolders(root: string): DurableFolders {
  const created = new Map<string, Promise<void>>();
  const make = (folder: string): Promise<void> => {
    const pending = created.get(folder);
    if (pending) return pending;
    if (created.size >= MAX_CACHED) created.clear();
    // Concurrent callers wait, too, because a write is acknowledged only after the folder's entry is durable.
    const creation = makeUncached(folder).catch((error: unknown) => {
      created.delete(folder);
      throw error;
    });
    created.set(folder, creation);
    return creation;
  };
  const makeUncached = async (folder: string): Promise<void> => {
    if (folder === root) return makeDurably(root);
    await make(dirname(folder));
    await mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(folder));
  };
  return { make, forget: () => created.clear() };
}

/** Creates a folder and missing parents durably. */
export async function makeDurably(folder: string): Promise<void> {
  const first = makeFolders(folder);
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

/** Makes changes of a folder's entries (created, renamed, removed) durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call, and keeps the order of such changes by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
