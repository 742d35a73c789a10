import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from './host-error.js';
import { isSafeName } from './safe-name.js';

/**
 * The real path of a file below `root`; undefined if it does not exist. Both paths are resolved, so the root and files
 * in it may be symbolic links, but links to the outside are rejected. Names are validated here, too, because not all
 * callers validate them.
 */
export async function locate(root: string, names: readonly string[]): Promise<string | undefined> {
  if (!names.every(isSafeName)) return undefined;
  try {
    const [base, found] = await Promise.all([realpath(root), realpath(join(root, ...names))]);
    return found.startsWith(base.endsWith(sep) ? base : base + sep) ? found : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error means that a file does not exist. */
export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error) ?? '');

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);
