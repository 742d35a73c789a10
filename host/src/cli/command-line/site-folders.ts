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
  settings: Pick<Settings, 'libraries' | 'site'>,
  workingFolder: string,
  sourceOf: Reading['sourceOf'],
  warn: (message: string) => void,
): Promise<{ libraries: string; site: string }> {
  const resolveFolder = async (name: 'libraries' | 'site'): Promise<string> => {
    const configured = settings[name];
    const path = resolve(workingFolder, configured ?? DEFAULTS[name]);
    if (await isFolder(path)) return path;
    if (configured !== undefined)
      throw new HostError(`${sourceOf(name)}: there is no folder '${configured}'. Create it, or name another.`);
    warn(`${path} does not exist yet, so the host does not find its files. Build the site.`);
    return path;
  };
  const libraries = await resolveFolder('libraries');
  if (await isFile(join(libraries, 'library.json'))) {
    const configured = settings.libraries ?? libraries;
    throw new HostError(`${sourceOf('libraries')}: '${configured}' is one library. Give the folder that holds it.`);
  }
  return { libraries, site: await resolveFolder('site') };
}
