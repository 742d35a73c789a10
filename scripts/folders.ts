/**
 * Folders with their own packages: competitors, other frameworks, and tools that only long test suites need. `npm ci`
 * in the root skips them. Each is installed when a script that needs it runs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** Content of each folder, for messages. */
export const FOLDERS = {
  bench: 'libraries that the benchmarks compare with the kit',
  'examples/next': 'Next.js',
  'host/test/load': 'what the load test sends requests with',
  'host/test/services': 'PostgreSQL, an identity provider, and emulators of Azure Blob Storage and S3',
  'scripts/operations': 'the generator of GraphQL operations',
  'scripts/prose': 'checks of the English',
  'tests/angular': 'Angular',
  'tests/compat': 'the packages that feaas-kit-compat takes the place of',
  'tests/compat/next-15': 'Next.js 15 and JSS',
  'tests/compat/next-16': 'Next.js 16 and the Content SDK',
  'tests/compat/webpack': 'webpack',
  'tests/deploy': 'Helm, and the schemas of Kubernetes, Compose and PromQL',
  'tests/frameworks': 'Vue, Svelte, Turbo and Idiomorph',
  'tests/packages': 'checks of npm packages',
  'tests/react-18': 'React 18',
  'tests/spec': 'Jest, for the specs of elements',
} as const;
export type Folder = keyof typeof FOLDERS;

export const isFolder = (name: string): name is Folder => name in FOLDERS;

/** Sites that use the packages of another folder. */
const SHARED: Partial<Record<Folder, string>> = { 'examples/next': 'tests/next' };

/** File with the hash of the lock file from which the packages were installed. */
const STAMP = 'node_modules/.feaas-lock';

const hashOf = (folder: Folder): string =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, folder, 'package-lock.json')))
    .digest('hex');

function isInstalled(folder: Folder): boolean {
  const stamp = join(ROOT, folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(folder);
}

function linkPackages(folder: Folder): void {
  const other = SHARED[folder];
  if (other === undefined) return;
  const link = join(ROOT, other, 'node_modules');
  if (!existsSync(link)) symlinkSync(join(ROOT, folder, 'node_modules'), link, 'dir');
}

/**
 * Path of a folder with installed packages. Installs them if they do not match the lock file.
 * @throws Error that explains how to install them by hand.
 */
export function packagesIn(folder: Folder): string {
  const cwd = join(ROOT, folder);
  if (!isInstalled(folder)) {
    console.error(`Installing ${FOLDERS[folder]}: npm ci in ${folder}/ …`);
    const start = Date.now();
    const { status, stdout, stderr, error } = spawnSync(
      'npm',
      ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error'],
      { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (status !== 0)
      throw new Error(
        `${folder}: npm ci failed, so ${FOLDERS[folder]} can not be used. It needs the npm registry, or its packages in npm's cache. ` +
          `Once there is a network, run \`npm run folders -- ${folder}\`. npm says: ${error?.message ?? (stderr || stdout).trim()}`,
      );
    writeFileSync(join(cwd, STAMP), hashOf(folder));
    console.error(`  installed in ${Math.round((Date.now() - start) / 1000)} s`);
  }
  linkPackages(folder);
  return cwd;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g;
const USE = /\bpackagesIn\('([^']+)'\)/g;

/** The file of a relative import, resolved like TypeScript. */
function fileOf(path: string): string | undefined {
  const stem = path.replace(/\.js$/, '');
  const candidates = [path, `${stem}.ts`, `${stem}.tsx`, `${stem}.mjs`, `${path}/index.ts`];
  return candidates.find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
}

/** The folders that sources need: those that they or their imports request by `packagesIn`. */
export function foldersOf(files: readonly string[]): Folder[] {
  const found = new Set<Folder>();
  const visited = new Set<string>();
  const queue = files.map((file) => join(ROOT, file));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const code = readFileSync(path, 'utf8');
    for (const [, name] of code.matchAll(USE)) if (isFolder(name!)) found.add(name);
    for (const [, name] of code.matchAll(IMPORT)) {
      const file = fileOf(join(dirname(path), name!));
      if (file !== undefined && /\.(?:tsx?|mjs)$/.test(file)) queue.push(file);
    }
  }
  return [...found].sort();
}
