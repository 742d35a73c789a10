import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, HostError } from './host-error.js';

/** Returns false if the folder exists. */
function makeFolder(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

/**
 * Creates a folder and missing parents individually: Node's recursive call never ends where no folder can be created
 * (procfs).
 * @returns the first folder that was created; undefined if all existed
 * @throws the system's error about the first folder that cannot be created
 */
export function makeFolders(folder: string, mode = 0o777): string | undefined {
  try {
    return makeFolder(folder, mode) ? folder : undefined;
  } catch (error) {
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    const first = makeFolders(parent, mode);
    return makeFolder(folder, mode) ? (first ?? folder) : first;
  }
}

/** Creates a folder accessible to this user only. An existing one keeps its mode. @throws HostError */
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
