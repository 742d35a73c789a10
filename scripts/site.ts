/** Scripts of the site's pages: one bundle each, and the messages of each language. */
import { readdirSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';
import { esbuildMessageCatalogs } from './messages/plugins';

const FOLDER = 'site/src';

export const siteScripts = (outdir: string): BuildOptions => ({
  entryPoints: readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${FOLDER}/${name}`),
  bundle: true,
  // A page loads the messages of one language; the search loads on first use.
  splitting: true,
  chunkNames: 'part-[hash]',
  plugins: [esbuildMessageCatalogs()],
  // These are imported by their URLs.
  external: ['/customizations.js', '/libraries.js'],
  minify: true,
  format: 'esm',
  target: 'es2022',
  outdir,
});
