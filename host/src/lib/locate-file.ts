import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from './host-error.js';
import { isSafeName } from './safe-name.js';

/**
 * The real path of a file below `root`, or undefined if there is none. Both ends are resolved, so a symbolic link
 * may stand for the root or for a file within it but never leads out of it. Names are checked here again though the
 * path guard has seen them: not every caller will come through HTTP.
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

/** Errors that mean "there is no such file", unlike those that mean "the host is broken". */
export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error) ?? '');

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']);
