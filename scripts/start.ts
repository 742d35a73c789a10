/**
 * Serves the demo site on the embedded host, for development. Where sources are newer than what is built, it builds the site first:
 * in a folder of its own, and quicker than `npm run build`. `--packages` is for sites beside it that use the packages: it builds
 * all. Honors PORT.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { COMPLETE, changedAt, sourcesChangedAt } from './fresh';
import { clock } from './progress';

process.chdir(new URL('..', import.meta.url).pathname);

/** What `scripts/build-site.ts` makes; `built` is written when the site can be shown, `whole` after what follows. */
const QUICK = { site: '.dev/start', built: '.dev/start-about/built', whole: '.dev/start-about/whole' };

const given = process.argv.slice(2);
const args = given.filter((each) => each !== '--packages');
const needsPackages = args.length < given.length;

function build(script: string): void {
  const start = Date.now();
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  console.error(`  built in ${clock(Date.now() - start)}`);
}

/** Builds what is not up to date; the folder of the site, and whether a part of it is still to be built. */
function prepare(): { site: string; isPart: boolean } {
  const changed = sourcesChangedAt();
  if (changedAt(COMPLETE) > changed) return { site: 'www', isPart: false };
  if (needsPackages) {
    console.error('Building the kit, its packages and the demo site (this takes a minute or more the first time):');
    build('scripts/build.ts');
    return { site: 'www', isPart: false };
  }
  if (changedAt(QUICK.built) <= changed) {
    console.error('Building the demo site …');
    build('scripts/build-site.ts');
  }
  return { site: QUICK.site, isPart: changedAt(QUICK.whole) < changedAt(QUICK.built) };
}

const children: ChildProcess[] = [];
function start(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, [...args], options);
  children.push(child);
  return child;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });

const { site, isPart } = prepare();
const host = start(['host/dist/cli.js', 'start', '--site', site, ...args], {
  // It is read only to know when the site answers.
  stdio: ['inherit', isPart ? 'pipe' : 'inherit', 'inherit'],
  // What turns development on: the demo, its sign-in, and a printed token.
  env: { FEAAS_DEV: '1', ...process.env },
});
host.on('exit', (code) => {
  for (const child of children) child.kill();
  process.exit(code ?? 0);
});

let said = '';
let isReady = false;
host.stdout?.on('data', (text: Buffer) => {
  process.stdout.write(text);
  if (isReady) return;
  said += text.toString();
  isReady = said.includes('ready at ');
  if (isReady) buildRest();
});

/** Builds what nobody asks for before the site answers. */
function buildRest(): void {
  console.error('The site is complete but for its documentation, which is built now …');
  const rest = start(['--import', 'tsx', 'scripts/build-site.ts', '--rest'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rest.on('exit', (code, signal) => {
    if (code === 0) console.error('The documentation is built: /docs/');
    else if (!signal)
      console.error('The documentation could not be built, as it says above. The site works without it.');
  });
}
