/** The server of the site that somebody develops, beside the host: they start and end together. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pidtree } from 'pidtree';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';

/** Milliseconds that the site has for its own end. */
const STOP_TIMEOUT = 5_000;

export interface SiteProcess {
  /** Resolves with its exit code once it has ended, whoever ended it. */
  readonly ended: Promise<number>;
  /** Ends it and all processes that it started, at last by force. */
  stop(): Promise<void>;
}

/**
 * Runs a command in the shell, as npm runs scripts, on the terminal of the host. It stays in the group of processes that the
 * terminal talks to: Ctrl+C reaches both, and servers that read keys keep reading them.
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

/** Ends a process and its descendants: a shell does not pass on a signal to what it runs. */
async function endTree(pid: number, ended: Promise<unknown>, milliseconds: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  // Without `ps`, only the shell is known.
  const pids = await pidtree(pid, { root: true }).catch(() => [pid]);
  const signal = (name: NodeJS.Signals | 0): number => pids.filter((each) => sendSignal(each, name)).length;
  signal('SIGTERM');
  const whole = ended.then(async () => {
    // The shell may end before what it runs.
    while (signal(0) > 0) await new Promise((resolve) => setTimeout(resolve, 20).unref());
  });
  await waitFor(milliseconds, whole, () => signal('SIGKILL'));
}

/** Whether the process was there. */
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
    // There is no shell.
    return 1;
  }
}
