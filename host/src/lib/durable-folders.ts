import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './host-error.js';
import { makeFolders } from './make-folders.js';

/** Folders that are known to be on the disk; forgotten all at once, which costs some calls more. */
const MAX_REMEMBERED = 20_000;

export interface DurableFolders {
  /** Makes the folder, and those above it up to the root, such that a loss of power leaves them there. */
  make(folder: string): Promise<void>;
  /** After a folder was found missing that had been made. */
  forget(): void;
}

/** Folders at and below `root`. */
export function durableFolders(root: string): DurableFolders {
  const made = new Map<string, Promise<void>>();
  const make = (folder: string): Promise<void> => {
    const known = made.get(folder);
    if (known) return known;
    if (made.size >= MAX_REMEMBERED) made.clear();
    // Who finds the folder there waits for its entry as who made it does: an acknowledgement rests on it.
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

/** Makes a folder, and those above it that are missing. */
export async function makeDurably(folder: string): Promise<void> {
  const first = makeFolders(folder);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Brings the folder's entries (names made, renamed, removed) to the disk. */
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
