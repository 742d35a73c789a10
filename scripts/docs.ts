/**
 * Builds only the documentation and the scripts of its pages, into a site that is already built. `--keep` instead
 * stores its pages for later versions; use it when a version is released.
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
