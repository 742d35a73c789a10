/**
 * The site as `npm start` shows it, in `.dev/start`: the same pages and scripts as those of `npm run build`, without the packages,
 * and without what takes long and changes nothing that people see: types are not checked, and the editor's scripts are some 2 %
 * larger. With `--rest`, what nobody asks for before the site is there: the documentation, and the build of one file.
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
const ABOUT = `${SITE}-about`;

/** Ends this process if a tool fails; it has said why. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(process.execPath, [...args], {
    // Of what Stencil says only what goes wrong is news.
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      FEAAS_WWW: SITE,
      FEAAS_FRONTEND_OUT: `${process.cwd()}/${SITE}`,
      FEAAS_UNCHECKED: '1',
      ...environment,
    },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) return;
  console.error(`${said}\nThe site is not built: ${args[0]} failed, as it says above.`);
  process.exit(status ?? 1);
}

const STENCIL = 'node_modules/@stencil/core/bin/stencil';

if (process.argv.includes('--rest')) {
  await buildDocs(SITE, ABOUT);
  await run([STENCIL, 'build', '--prod'], { FEAAS_MODULES: '1' });
  await oneFile(ABOUT, `${SITE}/build/one`);
  writeHashedFiles(SITE);
  writeFileSync(`${ABOUT}/whole`, '');
} else {
  for (const folder of [SITE, ABOUT]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${SITE}/site`, { recursive: true });
  await Promise.all([
    run([STENCIL, 'build', '--docs', '--prod']),
    run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'frontend']),
    isHostBuilt() || run(['scripts/host-program.mjs']),
    build(siteScripts(`${SITE}/site`)),
  ]);
  writeHead(SITE, ABOUT);
  writeHashedFiles(SITE);
  writeFileSync(`${ABOUT}/built`, '');
}
