/** The server of the site that somebody develops, beside the host: they start and end together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Log } from '../../lib/log.js';

export interface SiteProcess {
  /** Resolves with its exit code once it has ended, whoever ended it. */
  readonly ended: Promise<number>;
  /** Ends it, and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Runs a command in the shell, as npm runs scripts, on the terminal of the host. It stays in the group of processes that the
 * terminal talks to: Ctrl+C reaches both, and servers that read keys keep reading them.
 */
export function runSite(command: string, folder: string, log: Log): SiteProcess {
  const child = spawn(isReplacing(command) ? `exec ${command}` : command, {
    cwd: folder,
    shell: true,
    stdio: 'inherit',
  });
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
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Whether the shell can become the command: a shell between does not pass on the signal that ends the host. */
const isReplacing = (command: string): boolean =>
  process.platform !== 'win32' && /^[\w./@-]+(?:\s[^;&|<>()$`\n]*)?$/.test(command);

async function endOf(child: ChildProcess): Promise<number> {
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch {
    // There is no shell.
    return 1;
  }
}
