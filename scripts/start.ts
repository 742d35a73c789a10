/**
 * Serves the demo site on the embedded host, for development. If sources are newer than the build, builds the site
 * first, in its own folder and faster than `npm run build`. `--packages` builds everything, for other sites that use
 * the packages. Uses PORT.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { COMPLETE, changedAt, sourcesChangedAt } from './fresh';
import { clock } from './progress';
import { whenNpmEnds } from './when-npm-ends';

process.chdir(new URL('..', import.meta.url).pathname);

/** Output of `scripts/build-site.ts`: `built` is written when the site can be served, `whole` after the rest. */
const QUICK = { site: '.dev/start', built: '.dev/start-about/built', whole: '.dev/start-about/whole' };

const argv = process.argv.slice(2);
const args = argv.filter((each) => each !== '--packages');
const needsPackages = args.length < argv.length;

const children: ChildProcess[] = [];
function start(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, [...args], options);
  children.push(child);
  return child;
}

/** Builds run in process groups, because their tools are processes, too. */
const builds: ChildProcess[] = [];
function startBuild(args: readonly string[]): ChildProcess {
  const build = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  builds.push(build);
  return build;
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
  stopBuilds(signal);
}
function stopBuilds(signal: NodeJS.Signals): void {
  for (const { pid } of builds) {
    try {
      process.kill(-pid!, signal);
    } catch {
      // It has already ended.
    }
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
whenNpmEnds(() => stop('SIGTERM'));
// Stencil may continue in the middle of a build.
process.on('exit', () => stopBuilds('SIGKILL'));

async function build(script: string): Promise<void> {
  const begun = Date.now();
  const [status] = (await once(startBuild([script]), 'exit')) as [number | null];
  if (status !== 0) process.exit(status ?? 1);
  console.error(`  built in ${clock(Date.now() - begun)}`);
}

/** Builds what is outdated. Returns the folder of the site, and whether parts of it are still to be built. */
async function prepare(): Promise<{ site: string; isPart: boolean }> {
  const changed = sourcesChangedAt();
  if (changedAt(COMPLETE) > changed) return { site: 'www', isPart: false };
  if (needsPackages) {
    console.error('Building the kit, its packages and the demo site (this takes a minute or more the first time):');
    await build('scripts/build.ts');
    return { site: 'www', isPart: false };
  }
  if (changedAt(QUICK.built) <= changed) {
    console.error('Building the demo site …');
    await build('scripts/build-site.ts');
  }
  return { site: QUICK.site, isPart: changedAt(QUICK.whole) < changedAt(QUICK.built) };
}

const { site, isPart } = await prepare();
const host = start(['host/dist/cli.js', 'start', '--site', site, ...args], {
  // Piped only to detect when the site is ready.
  stdio: ['inherit', isPart ? 'pipe' : 'inherit', 'inherit'],
  // Enables development features: the demo, its sign-in, and a printed token.
  env: { FEAAS_DEV: '1', ...process.env },
});
host.on('exit', (code) => process.exit(code ?? 0));

let output = '';
let isReady = false;
host.stdout?.on('data', (text: Buffer) => {
  process.stdout.write(text);
  if (isReady) return;
  output += text.toString();
  isReady = output.includes('ready at ');
  if (isReady) buildRest();
});

/** Builds the parts that are not needed at first. */
function buildRest(): void {
  console.error('The site is complete but for its documentation, which is built now …');
  const rest = startBuild(['scripts/build-site.ts', '--rest']);
  rest.on('exit', (code, signal) => {
    if (code === 0) console.error('The documentation is built: /docs/');
    else if (!signal)
      console.error('The documentation could not be built, as it says above. The site works without it.');
  });
}
