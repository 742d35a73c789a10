/** Scripts of sites that use the React package, with either React, for a page or for a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { packagesIn } from '../../scripts/folders';

export type ReactVersion = 18 | 19;

const ROOT = new URL('../../', import.meta.url).pathname;

/** Each React is found where it is installed; the other one never comes along. */
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

/** React in development, which warns. */
const DEVELOPMENT = { 'process.env.NODE_ENV': '"development"' };

/** Resolves `@lit/react` as Node does, where tests with jsdom run. */
export const nodeBuildOfLit: Plugin = {
  name: 'lit',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@lit\/react$/ }, () => ({ path: join(ROOT, 'node_modules/@lit/react/node/index.js') })),
};

/** A page's script, as a text. */
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

/** A server's module, loaded. */
export async function serverModule<Module>(entry: string, version: ReactVersion): Promise<Module> {
  // Where the kit's own libraries are found.
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
      // React's server part is CommonJS and asks for Node's modules.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      outfile,
      logLevel: 'error',
    });
    return (await import(outfile)) as Module;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
