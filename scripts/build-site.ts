/**
 * Builds the site for `npm start` in `.dev/start`: the same pages and scripts as `npm run build`, but without the
 * packages. It also skips slow steps that users do not notice: types are not checked, and the editor's scripts are
 * about 2 % larger. With `--rest`, it builds what is not needed at first: the documentation, and the one-file build.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { buildDocs } from './docs/build';
import { writeHashedFiles } from './hashed-files';
import { writeHead } from './head';
import { isHostBuilt } from './host-built';
import { oneFile } from './one-file';
import { siteScripts } from './site';

process.chdir(new URL('..', import.meta.url).pathname);

const SITE = '.dev/start';
const METADATA_FOLDER = `${SITE}-about`;

/** Runs a tool; ends this process if it fails, as the tool has printed the reason. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(process.execPath, [...args], {
    // Stencil's output is shown only after an error.
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      FEAAS_WWW: SITE,
      FEAAS_FRONTEND_OUT: `${process.cwd()}/${SITE}`,
      FEAAS_UNCHECKED: '1',
      ...environment,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) return;
  console.error(`${output}\nThe site is not built: ${args[0]} failed, as it says above.`);
  process.exit(status ?? 1);
}

const STENCIL = 'node_modules/@stencil/core/bin/stencil';

if (process.argv.includes('--rest')) {
  await buildDocs(SITE, METADATA_FOLDER);
  await run([STENCIL, 'build', '--prod'], { FEAAS_MODULES: '1' });
  await oneFile(METADATA_FOLDER, `${SITE}/build/one`);
  writeHashedFiles(SITE);
  writeFileSync(`${METADATA_FOLDER}/whole`, '');
} else {
  for (const folder of [SITE, METADATA_FOLDER]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${SITE}/site`, { recursive: true });
  await Promise.all([
    run([STENCIL, 'build', '--docs', '--prod']),
    run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'frontend']),
    isHostBuilt() || run(['scripts/host-program.mjs']),
    build(siteScripts(`${SITE}/site`)),
  ]);
  writeHead(SITE, METADATA_FOLDER);
  writeHashedFiles(SITE);
  writeFileSync(`${METADATA_FOLDER}/built`, '');
}
