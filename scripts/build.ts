/**
 * Builds everything: the elements (Stencil), the server entry, the one-file build, the site's scripts, the tags to
 * copy, the scripts of the frontend host, the content host, the documentation, the React package and create-feaas.
 * `--if-changed` builds nothing where no source is newer than the last build.
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

/** A tool that fails has said why: the build ends there, and adds nothing but its name. */
const run = (command: string, ...args: string[]): void => {
  const { status, error } = spawnSync(process.execPath, [command, ...args], { stdio: 'inherit' });
  if (status === 0) return;
  console.error(
    `The build ends here: ${command} ${error ? `could not run, ${error.message}` : 'failed, as it says above'}.`,
  );
  process.exit(status || 1);
};

/** The elements: lazy for pages, as modules for sites, docs. */
async function elements(): Promise<void> {
  for (const folder of ['www/build', 'dist']) rmSync(folder, { recursive: true, force: true });
  run('node_modules/@stencil/core/bin/stencil', 'build', '--docs', '--prod');
  await minifyModules('www/build', { hasMaps: false, firstRender: firstRenderFiles('www/build') });
  // Bundlers of sites read them.
  await minifyModules('dist/components', { hasMaps: true });
  markRunTimeImports();
}

/** How `src/utils/frontend/load.ts` marks an import by a URL that is known only at run time; the minifier keeps this comment. */
const PRESERVED_MARK = '/* webpackIgnore: true, "@preserve": true */';
/** How bundlers read the same. Each wants a comment that says nothing else, and such comments the minifier drops. */
const BUNDLER_MARKS = '/* @vite-ignore */ /* webpackIgnore: true */';

/** Tells the bundlers of sites that such an import names none of the modules that they look for. */
function markRunTimeImports(): void {
  for (const name of readdirSync('dist/components')) {
    const path = `dist/components/${name}`;
    if (!name.endsWith('.js')) continue;
    const code = readFileSync(path, 'utf8');
    if (code.includes(PRESERVED_MARK)) writeFileSync(path, code.replaceAll(PRESERVED_MARK, BUNDLER_MARKS));
  }
}

/**
 * `feaas-kit/server`: ESM with its libraries outside, CommonJS with all inside (parse5 is ESM only). One library is inside
 * of both: what bundlers for servers take of it needs Node's `vm`, its build for browsers needs nothing.
 */
async function server(): Promise<void> {
  const common = {
    entryPoints: ['src/server.ts'],
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    conditions: ['browser'],
    // Kept as they are written, for what lowers them.
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

/** `feaas`, the command of the package: one file beside parse5. */
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

/** The elements and functions of the compatibility package as one module, for pages without a bundler. */
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

/** Prints which step runs. */
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
// What a source that is gone left behind would be packed.
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
