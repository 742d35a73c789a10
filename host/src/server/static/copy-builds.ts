import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../lib/locate-file.js';
import { isOfVersion } from './hashed-files.js';

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/**
 * Copies `build/<version>` of sites to a folder that survives upgrades. Pages refer to a version and the hashes of its
 * files, so another version cannot replace it.
 */
export async function copyBuilds(sites: readonly string[], builds: string): Promise<void> {
  for (const site of new Set(sites)) await copyBuildsOf(site, builds);
}

async function copyBuildsOf(site: string, builds: string): Promise<void> {
  const versions = (await namesIn(join(site, 'build'))).filter((name) => isOfVersion(['build', name, '']));
  const existing = new Set(await namesIn(builds));
  for (const version of versions.filter((name) => !existing.has(name))) {
    await mkdir(builds, { recursive: true });
    // Copied under a temporary name first. If two hosts start together, one copy suffices.
    const copy = await mkdtemp(join(builds, '.copy-'));
    try {
      await cp(join(site, 'build', version), copy, { recursive: true });
      await rename(copy, join(builds, version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
}
