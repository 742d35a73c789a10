/** The content host of this repository with its demo library, as the examples start it; it builds the kit where that is not built. */
import { spawn } from 'node:child_process';

const ROOT = new URL('..', import.meta.url).pathname;

/** Starts a Node script whose end ends everything, and the other way round. */
export function run(args, options = {}) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  // Nor does it go on alone where something else fails.
  process.once('exit', () => child.kill());
  child.once('exit', (code) => {
    if (options.ends !== false || code) process.kill(process.pid, 'SIGTERM');
  });
  return child;
}

/** Resolves when a script has done its work. */
export const done = (args, options = {}) =>
  new Promise((resolve, reject) =>
    run(args, { ...options, ends: false }).once('exit', (code) =>
      code ? reject(new Error(`${args[0]} ended with ${code}`)) : resolve(),
    ),
  );

/**
 * Starts the host; `HOST_PORT` chooses its port, 0 a free one. Resolves with its URL and a token of somebody who may publish.
 * `packages`: the site imports the kit's packages, which are then built, too.
 */
export function startHost({ packages = false } = {}) {
  const host = run(['--import', 'tsx', 'scripts/start.ts', ...(packages ? ['--packages'] : [])], {
    cwd: ROOT,
    env: { ...process.env, PORT: process.env.HOST_PORT ?? '3333' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let said = '';
    host.stdout.on('data', (text) => {
      process.stdout.write(text);
      const [, url, token] = /ready at (\S+?)\/?\s+editor token: (\S+)/.exec((said += text)) ?? [];
      if (url) resolve({ url, token });
    });
  });
}
