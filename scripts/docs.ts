/**
 * Builds the documentation alone, with the scripts of its pages, into a site that is built already. `--keep` keeps its pages for
 * later versions instead: run it when a version is released.
 */
import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildDocs, keepCurrentVersion } from './docs/build';
import { siteScripts } from './site';

process.chdir(new URL('..', import.meta.url).pathname);
if (process.argv.includes('--keep')) console.log(`The documentation is kept in ${keepCurrentVersion()}.`);
else {
  await Promise.all([build(siteScripts('www/site')), buildDocs('www')]);
  copyFileSync('src/pages/docs.css', 'www/docs.css');
}
