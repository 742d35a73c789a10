/**
 * Builds everything: the elements (Stencil), the server entry, the one-file build, the site's scripts, the tags to
 * copy, the scripts of the frontend host, the content host, the documentation, the React package and create-feaas.
 * `--if-changed` builds nothing if no source is newer than the last build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build, type BuildOptions } from 'esbuild';
import { buildDocs } from './docs/build';
import { writeEntries } from './entries';
import { lowerRegExpFlags } from './browser-baseline';
import { COMPLETE, changedAt, sourcesChangedAt } from './fresh';
import { writeHashedFiles } from './hashed-files';
import { firstRenderFiles, writeHead } from './head';
import { minifyModules } from './minify';
import { oneFile } from './one-file';
import { readPackages } from './packages';
import { writeSchemas } from './schemas';
import { siteScripts } from './site';
import { writeTypes } from './types';
import { writeWebTypes } from './web-types';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);

if (process.argv.includes('--if-changed') && changedAt(COMPLETE) > sourcesChangedAt()) {
  console.error('What is built is newer than its sources.');
  process.exit();
}

/** Runs a tool. If it fails, ends the build and adds only the tool's name, as the tool has printed the reason. */
const run = (command: string, ...args: string[]): void => {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { stdio: 'inherit' });
  if (status === 0) return;
  console.error(
    `The build ends here: ${command} ${error ? `could not run, ${error.message}` : 'failed, as it says above'}.`,
  );
  process.exit(status || 1);
};

/** The elements: the lazy build for pages, modules for sites, and docs. */
async function elements(): Promise<void> {
  // Stencil leaves the files of an element that no longer exists, and the React package would not compile.
  for (const folder of ['www/build', 'dist', 'react-wrapper/src/generated'])
    rmSync(folder, { recursive: true, force: true });
  run('node_modules/@stencil/core/bin/stencil', 'build', '--docs', '--prod');
  await minifyModules('www/build', { hasMaps: false, firstRender: firstRenderFiles('www/build') });
  // For the bundlers of sites.
  await minifyModules('dist/components', { hasMaps: true });
  markRunTimeImports();
}

/**
 * The mark in `src/utils/frontend/load.ts` for imports whose URL is known only at run time; the minifier keeps this
 * comment.
 */
const PRESERVED_MARK = '/* webpackIgnore: true, "@preserve": true */';
/** The marks for bundlers. Each bundler expects its own comment, and the minifier drops such comments. */
const BUNDLER_MARKS = '/* @vite-ignore */ /* webpackIgnore: true */';

/** Marks such imports so that bundlers of sites do not try to resolve them. */
function markRunTimeImports(): void {
  for (const name of readdirSync('dist/components')) {
    const path = `dist/components/${name}`;
    if (!name.endsWith('.js')) continue;
    const code = readFileSync(path, 'utf8');
    if (code.includes(PRESERVED_MARK)) writeFileSync(path, code.replaceAll(PRESERVED_MARK, BUNDLER_MARKS));
  }
}

/**
 * `feaas-kit/server`: ESM with external libraries, CommonJS with all libraries bundled (parse5 is ESM only). One
 * library is bundled in both: its server build needs Node's `vm`, but its browser build does not.
 */
async function server(): Promise<void> {
  const common = {
    entryPoints: ['src/server.ts'],
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    conditions: ['browser'],
    // Kept unchanged for lowerRegExpFlags.
    supported: { 'regexp-set-notation': true },
  } satisfies BuildOptions;
  mkdirSync('dist/server', { recursive: true });
  for (const options of [
    { format: 'esm', external: ['parse5', 'json-p3'], outfile: 'dist/server/index.js' },
    { format: 'cjs', outfile: 'dist/server/index.cjs' },
  ] satisfies BuildOptions[]) {
    const { outputFiles } = await build({ ...common, ...options, write: false });
    for (const { path, text } of outputFiles) writeFileSync(path, await lowerRegExpFlags(text));
  }
}

/** `feaas`, the package's command: one file besides parse5. */
const command = (): Promise<unknown> =>
  build({
    entryPoints: ['cli/main.ts'],
    outfile: 'dist/cli.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['parse5'],
    banner: { js: '#!/usr/bin/env node' },
  });

/** The elements and functions of the compatibility package as one module for pages without a bundler. */
const compatPage = (): Promise<unknown> =>
  build({
    entryPoints: ['compat/dist/index.js'],
    outfile: 'compat/dist/page.js',
    bundle: true,
    minify: true,
    sourcemap: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
  });

/** Prints the current step. */
const logStep = (step: string): void => console.error(`  ${step} …`);

rmSync(COMPLETE, { force: true });
logStep('elements');
await elements();
mkdirSync('www/site', { recursive: true });
logStep('what servers, bundlers and the site load');
await writeEntries();
writeWebTypes();
await Promise.all([
  server(),
  oneFile('dist', 'www/build/one'),
  command(),
  writeTypes(),
  build(siteScripts('www/site')),
]);
writeHead('www', 'dist', readPackages()[0]!.manifest.version);
writeSchemas('www');
logStep('editor, pickers and inspector');
run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'frontend');
writeHashedFiles('www');
logStep('content host');
// Output of removed sources would be packed.
rmSync('host/dist', { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'host');
run('scripts/host-program.mjs');
logStep('documentation, the React packages and create-feaas');
await buildDocs('www');
rmSync('react-wrapper/dist', { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'react-wrapper');
rmSync('compat/dist', { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', '-p', 'compat');
await compatPage();
run('create-feaas/build.mjs');
mkdirSync('.dev', { recursive: true });
writeFileSync(COMPLETE, '');
