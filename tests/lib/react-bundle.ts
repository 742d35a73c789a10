/** Bundles scripts that use the React package with React 18 or 19, for a page or for a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { packagesIn } from '../../scripts/folders';

export type ReactVersion = 18 | 19;

const ROOT = new URL('../../', import.meta.url).pathname;

/** Resolves all imports of React to one version, so that a bundle never contains both. */
const react = (version: ReactVersion): Plugin => ({
  name: 'react',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'react'
        ? undefined
        : resolve(path, {
            resolveDir: version === 18 ? packagesIn('tests/react-18') : ROOT,
            kind,
            pluginData: 'react',
          }),
    ),
});

/** The development build of React, which logs warnings. */
const DEVELOPMENT = { 'process.env.NODE_ENV': '"development"' };

/** Resolves `@lit/react` to its Node build, for tests with jsdom. */
export const nodeBuildOfLit: Plugin = {
  name: 'lit',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@lit\/react$/ }, () => ({ path: join(ROOT, 'node_modules/@lit/react/node/index.js') })),
};

/** Bundles a script for a page. Returns its text. */
export async function browserBundle(
  entry: string,
  version: ReactVersion,
  plugins: readonly Plugin[] = [],
): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: DEVELOPMENT,
    plugins: [react(version), ...plugins],
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

/** Bundles a module for a server, and imports it. */
export async function serverModule<Module>(entry: string, version: ReactVersion): Promise<Module> {
  // A folder from which the kit's dependencies resolve.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.feaas-test-'));
  const outfile = join(folder, `server-${version}.mjs`);
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'es2022',
      define: DEVELOPMENT,
      plugins: [react(version)],
      external: ['parse5', 'json-p3', 'jsonpath-plus', 'dompurify', 'idb-keyval'],
      // React's server build is CommonJS and requires Node's modules.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      outfile,
      logLevel: 'error',
    });
    return (await import(outfile)) as Module;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
