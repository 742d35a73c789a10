/** Packs the packages, and installs them into an empty project with npm, without install scripts. */
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

/** An installed package, as npm's lock file describes it. */
export interface InstalledPackage {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

export interface PackedProject {
  readonly folder: string;
  /** Folders of the packages before packing, by package name: the input of `npm publish`. */
  readonly packed: Readonly<Record<string, string>>;
  /** The tarball of each package, by package name. */
  readonly tarballs: Readonly<Record<string, Buffer>>;
  readonly manifests: readonly Manifest[];
  /** All packages that npm installed, by folder. */
  readonly installed: Readonly<Record<string, InstalledPackage>>;
  remove(): Promise<void>;
}

/** Type packages that such a site has, too. They are linked from this repository. */
const TYPES = ['node', 'react', 'react-dom'];

/** Packs and installs all packages. */
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
