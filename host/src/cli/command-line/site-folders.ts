import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEFAULTS } from '../../config/defaults.js';
import { HostError } from '../../lib/host-error.js';
import type { Reading, Settings } from '../../config/read-settings.js';

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/**
 * Resolves the folders. A folder that was given must exist, because a typing error would otherwise cause only 404s. A
 * missing default folder, such as a site before its first build, only causes a warning.
 */
export async function foldersOf(
  asked: Pick<Settings, 'libraries' | 'site'>,
  working: string,
  sourceOf: Reading['sourceOf'],
  warn: (message: string) => void,
): Promise<{ libraries: string; site: string }> {
  const folder = async (name: 'libraries' | 'site'): Promise<string> => {
    const given = asked[name];
    const path = resolve(working, given ?? DEFAULTS[name]);
    if (await isFolder(path)) return path;
    if (given !== undefined)
      throw new HostError(`${sourceOf(name)}: there is no folder '${given}'. Create it, or name another.`);
    warn(`${path} does not exist yet, so the host does not find its files. Build the site.`);
    return path;
  };
  const libraries = await folder('libraries');
  if (await isFile(join(libraries, 'library.json'))) {
    const given = asked.libraries ?? libraries;
    throw new HostError(`${sourceOf('libraries')}: '${given}' is one library. Give the folder that holds it.`);
  }
  return { libraries, site: await folder('site') };
}
