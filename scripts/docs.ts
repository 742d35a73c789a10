/** Builds the documentation alone, with the scripts of its pages, into a site that is built already. */
import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildDocs } from './docs/build';
import { siteScripts } from './site';

process.chdir(new URL('..', import.meta.url).pathname);
await Promise.all([build(siteScripts('www/site')), buildDocs('www')]);
copyFileSync('src/pages/docs.css', 'www/docs.css');
