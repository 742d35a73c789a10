/**
 * Packs the packages for publication: built, with a reduced `package.json` and with absolute links for readers without
 * the repository.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedManifest, readPackages, withAbsoluteLinks, type Manifest } from './packages';

const ROOT = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);

export interface PackedPackage {
  readonly manifest: Manifest;
  /** The unpacked package, ready for `npm publish`. */
  readonly folder: string;
}

/** Packs a folder; its scripts rebuild what is older than its sources. */
async function npmPack(folder: string, destination: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', ...options, '--pack-destination', destination], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  });
  return join(destination, stdout.trim().split('\n').at(-1)!);
}

/**
 * Packs folders of the repository unchanged, for test sites. One at a time, because each may build.
 * @returns the paths of the tarballs, in the order of the folders
 */
export async function packFolders(destination: string, folders: readonly string[]): Promise<string[]> {
  const tarballs: string[] = [];
  for (const folder of folders) tarballs.push(await npmPack(join(ROOT, folder), destination));
  return tarballs;
}

/** Creates the file that `npm publish` would upload. @param destination an existing folder @returns its path */
export const packTarball = ({ folder }: PackedPackage, destination: string): Promise<string> =>
  npmPack(folder, destination, '--ignore-scripts');

/**
 * Packs all packages in publication order. One at a time, because each may build.
 * @param destination an existing folder
 */
export async function packPackages(destination: string): Promise<readonly PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const { path, folder: source, manifest } of readPackages()) {
    const work = await mkdtemp(join(destination, '.pack-'));
    const raw = await npmPack(path, work);
    await run('tar', ['-xzf', raw, '-C', work]);
    const folder = join(destination, 'packages', manifest.name);
    await mkdir(join(destination, 'packages'), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(join(work, 'package'), folder);
    await rm(work, { recursive: true });
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
    for (const name of ['README.md', 'CHANGELOG.md']) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (text !== undefined) await writeFile(join(folder, name), withAbsoluteLinks(text, source, manifest.version));
    }
    packed.push({ manifest, folder });
  }
  return packed;
}
