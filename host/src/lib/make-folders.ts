import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, HostError } from './host-error.js';

/** Whether it was made; it may be there. */
function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

/**
 * Makes a folder, and those above it that are missing, one by one: where no folder can be made at all (procfs) Node's own
 * recursive call never ends.
 * @returns the first that was made; undefined where all were there
 * @throws the system's error about the first that can not be made
 */
export function makeFolders(folder: string, mode = 0o777): string | undefined {
  try {
    return makeOne(folder, mode) ? folder : undefined;
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    const first = makeFolders(above, mode);
    return makeOne(folder, mode) ? (first ?? folder) : first;
  }
}

/** Makes a folder for this user alone; an existing one keeps what its owner chose. @throws HostError */
export function makePrivateFolder(folder: string): void {
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw new HostError(
      `could not make the folder '${folder}'. Check the permissions and the space: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
