/**
 * Builds everything: the elements (Stencil), the server entry, the one-file build, the site's scripts, the tags to
 * copy, the scripts of the frontend host, the content host and the React package.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build, transform, type BuildOptions } from 'esbuild';
import { rollup } from 'rollup';
import { headTags } from './head';
import { siteScripts } from './site';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);

const run = (command: string, ...args: string[]): void => {
  execFileSync(process.execPath, [`node_modules/${command}`, ...args], { stdio: 'inherit' });
};

/** The elements: lazy, custom-elements, www, docs, React proxies. */
function elements(): void {
  for (const folder of ['www/build', 'dist', 'loader']) rmSync(folder, { recursive: true, force: true });
  run('@stencil/core/bin/stencil', 'build', '--docs', '--prod');
}

/** `feaas-kit/server`: ESM with its libraries outside, CommonJS with all inside (parse5 is ESM only). */
async function server(): Promise<void> {
  const common = {
    entryPoints: ['src/server.ts'],
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
  } satisfies BuildOptions;
  await build({
    ...common,
    format: 'esm',
    external: ['parse5', 'json-p3', 'jsonpath-plus'],
    outfile: 'dist/server/index.js',
  });
  await build({ ...common, format: 'cjs', conditions: ['browser'], outfile: 'dist/server/index.cjs' });
}

/** One file with the component's element; what is needed rarely still comes when it is needed. */
async function oneFile(): Promise<void> {
  const entry = `${root}dist/one-entry.js`;
  writeFileSync(
    entry,
    "import { defineCustomElement } from './components/feaas-component.js';\ndefineCustomElement();\n",
  );
  const bundle = await rollup({ input: entry, treeshake: true });
  await bundle.write({
    dir: 'www/build/one',
    format: 'es',
    entryFileNames: 'feaas.js',
    chunkFileNames: 'part-[hash].js',
    plugins: [
      {
        name: 'minify',
        renderChunk: async (code) => (await transform(code, { minify: true, target: 'es2022', format: 'esm' })).code,
      },
    ],
  });
  await bundle.close();
  rmSync(entry);
}

/** The tags to copy, and the pages that have them. */
function head(): void {
  const tags = headTags('www/build', '/build/');
  writeFileSync('www/build/head.html', tags + '\n');
  for (const name of readdirSync('www')) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(`www/${name}`, 'utf8');
    writeFileSync(`www/${name}`, page.replace(tags.split('\n')[0]!, tags.replace(/\n/g, '\n    ')));
  }
}

elements();
mkdirSync('www/site', { recursive: true });
await Promise.all([server(), oneFile(), build(siteScripts('www/site'))]);
head();
run('vite/bin/vite.js', 'build', '--logLevel', 'warn', 'frontend');
run('typescript/bin/tsc', '-p', 'host');
run('typescript/bin/tsc', '-p', 'react-wrapper');
