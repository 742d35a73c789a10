/** Builds what is not built yet, then serves the demo site on the embedded host, for development. Honors PORT. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const BUILT = 'www/build/head.html';

/** Time of the newest source. */
function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath ?? entry.path}/${entry.name}`;
    if (!entry.isFile() || /\.d\.ts$|readme\.md$|generated/.test(path)) continue;
    time = Math.max(time, statSync(path).mtimeMs);
  }
  return time;
}

const stale = () => {
  const built = statSync(BUILT).mtimeMs;
  return ['src', 'site', 'frontend/src', 'host/src', 'scripts', 'docs'].some((folder) => newest(folder) > built);
};

if (!existsSync(BUILT) || stale()) {
  console.log('Building the kit and the demo site (this takes a minute or more the first time):');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status) process.exit(status);
}
const host = spawn(process.execPath, ['host/dist/cli.js', 'start', ...process.argv.slice(2)], {
  stdio: 'inherit',
  // What turns development on: the demo, its sign-in, and a printed token.
  env: { FEAAS_DEV: '1', ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => host.kill(signal));
host.on('exit', (code) => process.exit(code ?? 0));
