/** Runs the development server of a site next to the host. They start and stop together. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidtree } from 'pidtree';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';

/** Milliseconds for the site to stop. */
const STOP_TIMEOUT = 5_000;

/** Milliseconds between two questions whether the site is there. */
const ANSWER_INTERVAL = 200;

export interface SiteProcess {
  /** Resolves with the exit code after the process has ended for any reason. */
  readonly ended: Promise<number>;
  /** Stops it and all its child processes, by force after the timeout. */
  stop(): Promise<void>;
}

/**
 * Runs a command in the shell, like npm scripts, on the host's terminal. It stays in the terminal's process group:
 * Ctrl+C reaches both, and servers that read keys still receive them.
 */
export function runSite(command: string, folder: string, log: Log, stopTimeout = STOP_TIMEOUT): SiteProcess {
  const child = spawn(command, { cwd: folder, shell: true, stdio: 'inherit' });
  let isStopping = false;
  const ended = endOf(child).then((code) => {
    if (!isStopping && code !== 0)
      log.error(`--run: '${command}' ended with exit code ${code}; the host stops, too. See its output above.`);
    return code;
  });
  return {
    ended,
    async stop() {
      isStopping = true;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      await endTree(child.pid, ended, stopTimeout);
      await ended;
    },
  };
}

/**
 * Resolves once the server of a site answers, whatever it answers; or cannot be asked from here, as under a name that only the
 * browser knows.
 * @param signal ends the wait.
 */
export async function siteAnswers(origin: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await fetch(origin, { method: 'HEAD', redirect: 'manual', signal });
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED') return;
    }
    await sleep(ANSWER_INTERVAL, undefined, { signal, ref: false });
  }
}

/** Stops a process and its descendants, because a shell does not forward signals. */
async function endTree(pid: number, ended: Promise<unknown>, milliseconds: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  // Without `ps`, only the shell can be found.
  const pids = await pidtree(pid, { root: true }).catch(() => [pid]);
  const signal = (name: NodeJS.Signals | 0): number => pids.filter((each) => sendSignal(each, name)).length;
  signal('SIGTERM');
  const treeEnded = ended.then(async () => {
    // The shell may end before its child processes.
    while (signal(0) > 0) await new Promise((resolve) => setTimeout(resolve, 20).unref());
  });
  await waitFor(milliseconds, treeEnded, () => signal('SIGKILL'));
}

/** Returns whether the process exists. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function endOf(child: ChildProcess): Promise<number> {
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch {
    // The shell is missing.
    return 1;
  }
}
