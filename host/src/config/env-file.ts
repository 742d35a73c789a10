import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { codeOf, HostError } from '../lib/host-error.js';

/** The variables of a given file. @throws HostError if it does not exist. */
export async function namedEnvFile(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    return parse(await readFile(path));
  } catch (error) {
    throw new HostError(
      `could not read '${path}' (${codeOf(error) ?? String(error)}). Check that it is a readable file.`,
      { cause: error },
    );
  }
}

/** The variables of the file `.env` in a folder; empty if it does not exist. */
export async function envFile(folder: string): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, '.env');
  try {
    return parse(await readFile(path));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'EISDIR') return {};
    throw new HostError(`could not read ${path} (${code ?? String(error)}). Check that it is a readable file.`, {
      cause: error,
    });
  }
}
