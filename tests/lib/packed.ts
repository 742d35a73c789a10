/** The packages as sites get them: packed, and installed into an empty project by npm alone, without install scripts. */
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages, packTarball } from '../../scripts/pack';

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A package of the installed tree, as npm tells it. */
export interface InstalledPackage {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

export interface PackedProject {
  readonly folder: string;
  /** The packages before they are packed, by their names: `npm publish` takes them. */
  readonly packed: Readonly<Record<string, string>>;
  /** Bytes of each package. */
  readonly tarballs: Readonly<Record<string, Buffer>>;
  readonly manifests: readonly Manifest[];
  /** All that npm installed, by its folder. */
  readonly installed: Readonly<Record<string, InstalledPackage>>;
  remove(): Promise<void>;
}

/** Types of others that a site with these has; they are this repository's. */
const TYPES = ['node', 'react', 'react-dom'];

/** Packs and installs all of them. */
export async function installPacked(): Promise<PackedProject> {
  const home = await mkdtemp(join(tmpdir(), 'feaas-packed-'));
  const folder = join(home, 'site');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "site", "private": true, "type": "module" }\n');
  const packages = await packPackages(home);
  const tarballs = await Promise.all(packages.map((each) => packTarball(each, home)));
  const quiet = ['--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, ...tarballs], { cwd: folder });
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of TYPES)
    await symlink(join(ROOT, 'node_modules/@types', name), join(folder, 'node_modules/@types', name)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'));
  const names = packages.map(({ manifest }) => manifest.name);
  const lock = (await json('node_modules/.package-lock.json')) as { packages: PackedProject['installed'] };
  return {
    folder,
    packed: Object.fromEntries(packages.map((each) => [each.manifest.name, each.folder])),
    tarballs: Object.fromEntries(
      await Promise.all(names.map(async (name, index) => [name, await readFile(tarballs[index]!)] as const)),
    ),
    manifests: await Promise.all(
      names.map(async (name) => (await json(`node_modules/${name}/package.json`)) as Manifest),
    ),
    installed: lock.packages,
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
