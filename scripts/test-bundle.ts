/**
 * Compiles test files so that Node runs them without a compiler. Each process starts in a third of the time, and shared
 * code is compiled only once.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Scripts that need no compiler run in place, with the packages of their own folder. */
const scripts: Plugin = {
  name: 'scripts',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.mjs$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path), external: true }));
  },
};

/** Keeps the `import.meta.url` of source modules, because tests find pages and programs relative to them. */
const importMetaUrls: Plugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: `const __place = ${JSON.stringify(pathToFileURL(path).href)};${readFileSync(path, 'utf8')}`,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

const NESTED_RESOLVE = Symbol('own');

/**
 * Packages are not bundled. Those of a folder with its own packages are imported by path, because Node would search for
 * them in the root otherwise.
 */
const packages = (root: string): Plugin => ({
  name: 'packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === NESTED_RESOLVE) return undefined;
      if (!isOfFolder(root, path, resolveDir)) return { path, external: true };
      const { path: file, errors } = await resolve(path, { kind, resolveDir, pluginData: NESTED_RESOLVE });
      return errors.length ? { errors } : { path: file, external: true };
    });
  },
});

function isOfFolder(root: string, path: string, from: string): boolean {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (name === undefined) return false;
  for (let folder = from; folder.startsWith(`${root}/`) && folder !== root; folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules', name))) return true;
  return false;
}

/**
 * Compiles test files into a folder of this process, which is removed at its end.
 * @param root folder of the project; `files` are relative to it
 * @returns the paths of the compiled files, in the order of `files`
 */
export async function bundleTests(root: string, files: readonly string[]): Promise<string[]> {
  const outdir = join(root, '.dev/tests', String(process.pid));
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  mkdirSync(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => join(root, file)),
    outdir,
    outbase: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Imports of pages from their site.
    external: ['/build/*'],
    define: { 'import.meta.url': '__place' },
    plugins: [scripts, packages(root.replace(/\/$/, '')), importMetaUrls],
    sourcemap: true,
    logLevel: 'warning',
  });
  return files.map((file) => join(outdir, relative('.', file).replace(/\.tsx?$/, '.js')));
}
