/**
 * `npm run dev`: Stencil's dev server with reload on PORT (3333), and the content host on the next port. Watches the
 * site's pages and scripts, the elements, the scripts of the frontend host, and the demo library. The host reads its
 * library at each request.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, stop as stopEsbuild } from 'esbuild';
import { DEV_CHANGES } from './dev-changes';
import { isHostBuilt } from './host-built';
import { siteScripts } from './site';
import { whenNpmEnds } from './when-npm-ends';

process.chdir(new URL('..', import.meta.url).pathname);

const port = Number(process.env['PORT'] ?? 3333);
const hostPort = Number(process.env['FEAAS_HOST_PORT'] ?? port + 1);
/** Separate from the built site, which tests and `npm start` use. */
const WWW = '.dev/www';

const children: ChildProcess[] = [];
/** Milliseconds that a process may take to end by itself. */
const GRACE = 3000;
function signalGroups(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of children) {
    try {
      process.kill(-pid!, signal);
    } catch {
      // It has already ended.
    }
  }
}
let isStopping = false;
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const ended = children.map(
    (child) =>
      child.exitCode !== null || child.signalCode !== null || new Promise((resolve) => child.once('exit', resolve)),
  );
  signalGroups('SIGTERM');
  await Promise.race([Promise.all(ended), sleep(GRACE)]);
  process.exit(code);
}
// Runs however this process ends: Stencil may continue in the middle of a build, like other orphaned processes.
process.on('exit', () => {
  signalGroups('SIGKILL');
  // In the middle of a build, esbuild waits for a plugin and does not notice that this process has ended.
  void stopEsbuild();
});
function start(args: string[], env: Record<string, string> = {}): void {
  if (isStopping) return;
  // Its own process group: the dev server has a child process, which has to end with it.
  const child = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env: { ...process.env, ...env } });
  child.on('exit', (code) => void stop(code ?? 0));
  children.push(child);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
whenNpmEnds(() => void stop(0));

const MODULE = /\.[jt]sx?$/;
/**
 * Milliseconds after which Stencil and TypeScript have noticed a change. They collect events of folders for a second.
 */
const WATCH_DELAY = 3000;

/**
 * Makes Stencil rebuild after a change of a page or a stylesheet. Stencil starts a rebuild by a timer that it shares
 * with TypeScript. If the repository is at least four folders below the root of the disk, TypeScript also watches `src`
 * and stops that timer.
 */
function rebuildForPagesAndStyles(): void {
  let timer: NodeJS.Timeout | undefined;
  watch('src', { recursive: true }, (_event, file) => {
    if (file === null || MODULE.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => writeFileSync(`${DEV_CHANGES}/last.txt`, file), WATCH_DELAY);
  });
}

// Running hosts have these files open.
if (!isHostBuilt())
  for (const args of [['node_modules/typescript/bin/tsc', '-p', 'host'], ['scripts/host-program.mjs']])
    spawnSync(process.execPath, args, { stdio: 'inherit' });
for (const folder of [WWW, DEV_CHANGES]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
start(['host/dist/cli.js', 'start', '--files', '--port', String(hostPort), '--site', WWW], { FEAAS_DEV: '1' });
start(
  [
    'node_modules/@stencil/core/bin/stencil',
    'build',
    '--dev',
    '--watch',
    '--serve',
    '--no-open',
    '--port',
    String(port),
  ],
  {
    FEAAS_WWW: WWW,
    FEAAS_HOST_PORT: String(hostPort),
  },
);
rebuildForPagesAndStyles();
// The first build of the elements empties the folder.
while (!existsSync(`${WWW}/build/feaas.esm.js`)) await sleep(200);
await (await context(siteScripts(`${WWW}/site`))).watch();
// Minifying takes most of the build time, which developers would wait for at each change.
start(['node_modules/vite/bin/vite.js', 'build', '--watch', '--minify', 'false', '--logLevel', 'warn', 'frontend'], {
  FEAAS_FRONTEND_OUT: `${process.cwd()}/${WWW}`,
});
