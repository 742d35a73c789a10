import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './host-error.js';
import { makeFolders } from './make-folders.js';

/** Maximum folders in the cache. When it is full, all entries are removed, which costs some repeated calls. */
const MAX_REMEMBERED = 20_000;

export interface DurableFolders {
  /** Creates the folder and missing parents up to the root, durably, so that they survive a power failure. */
  make(folder: string): Promise<void>;
  /** Clears the cache, after a created folder was found missing. */
  forget(): void;
}

/** Creates folders at and below `root`. */
export function durableFolders(root: string): DurableFolders {
  const made = new Map<string, Promise<void>>();
  const make = (folder: string): Promise<void> => {
    const known = made.get(folder);
    if (known) return known;
    if (made.size >= MAX_REMEMBERED) made.clear();
    // Concurrent callers wait, too, because a write is acknowledged only after the folder's entry is durable.
    const making = makeOne(folder).catch((error: unknown) => {
      made.delete(folder);
      throw error;
    });
    made.set(folder, making);
    return making;
  };
  const makeOne = async (folder: string): Promise<void> => {
    if (folder === root) return makeDurably(root);
    await make(dirname(folder));
    await mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(folder));
  };
  return { make, forget: () => made.clear() };
}

/** Creates a folder and missing parents durably. */
export async function makeDurably(folder: string): Promise<void> {
  const first = makeFolders(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
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
