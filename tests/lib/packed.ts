/** The packages as sites get them: packed, and installed into an empty project by npm alone, without install scripts. */
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/** Folder of each package's sources, by its name. */
export const PACKAGES = { 'feaas-kit': '.', 'feaas-kit-react': 'react-wrapper', 'feaas-kit-host': 'host' } as const;
export type PackageName = keyof typeof PACKAGES;

export interface Manifest {
  readonly name: PackageName;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A package of the installed tree, as npm tells it. */
export interface Installed {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

export interface Project {
  readonly folder: string;
  /** Bytes of each package. */
  readonly tarballs: Readonly<Record<PackageName, Buffer>>;
  readonly manifests: readonly Manifest[];
  /** All that npm installed, by its folder. */
  readonly installed: Readonly<Record<string, Installed>>;
  remove(): Promise<void>;
}

/** Types of others that a site with these has; they are this repository's. */
const TYPES = ['node', 'react', 'react-dom'];

/** Packs and installs all three. */
export async function installPacked(): Promise<Project> {
  const home = await mkdtemp(join(tmpdir(), 'feaas-packed-'));
  const folder = join(home, 'site');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "site", "private": true, "type": "module" }\n');
  const packed = await Promise.all(
    Object.values(PACKAGES).map(async (source) => {
      const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', home], {
        cwd: join(ROOT, source),
      });
      return join(home, stdout.trim().split('\n').at(-1)!);
    }),
  );
  const quiet = ['--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, ...packed], { cwd: folder });
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of TYPES)
    await symlink(join(ROOT, 'node_modules/@types', name), join(folder, 'node_modules/@types', name)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'));
  const names = Object.keys(PACKAGES) as PackageName[];
  const { packages } = (await json('node_modules/.package-lock.json')) as { packages: Project['installed'] };
  return {
    folder,
    tarballs: Object.fromEntries(
      await Promise.all(names.map(async (name, index) => [name, await readFile(packed[index]!)] as const)),
    ) as Record<PackageName, Buffer>,
    manifests: await Promise.all(
      names.map(async (name) => (await json(`node_modules/${name}/package.json`)) as Manifest),
    ),
    installed: packages,
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
