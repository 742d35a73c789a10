import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEFAULTS } from '../defaults.js';
import { HostError } from '../errors.js';

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/**
 * A folder that was asked for has to be there: serving nothing but 404s would hide the typing error. A default one
 * may be missing, as the site is before its first build, and is only warned about.
 */
export async function foldersOf(
  asked: { libraries: string | undefined; site: string | undefined },
  warn: (message: string) => void,
): Promise<{ libraries: string; site: string }> {
  const folder = async (name: string, given: string | undefined, standard: string): Promise<string> => {
    const path = resolve(given ?? standard);
    if (await isFolder(path)) return path;
    if (given !== undefined) throw new HostError(`${name}: there is no folder '${given}'.`);
    warn(`${path} does not exist yet; what it should hold will not be found.`);
    return path;
  };
  const libraries = await folder('--library', asked.libraries, DEFAULTS.libraries);
  if (await isFile(join(libraries, 'library.json'))) {
    throw new HostError(`--library: '${asked.libraries ?? libraries}' is one library. Give the folder that holds it.`);
  }
  return { libraries, site: await folder('--site', asked.site, DEFAULTS.site) };
}
