/** Kills child processes when the test process ends, also when the runner sends SIGTERM at its time limit. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** Milliseconds for other signal listeners, such as one that stops a database server. */
const GRACE_PERIOD = 3_000;
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const killers = new Set<() => void>();
const killAll = (): void => killers.forEach((end) => end());

function onSignal(signal: (typeof SIGNALS)[number]): void {
  killAll();
  const exit = (): void => process.exit(128 + constants.signals[signal]);
  // Puppeteer has a listener, too, which closes its browser first.
  if (process.listenerCount(signal) > 0) setTimeout(exit, GRACE_PERIOD);
  else exit();
}

// From the import on: a signal that arrives between the start of a child and its registration would leave it running.
process.once('exit', killAll);
for (const signal of SIGNALS) process.once(signal, onSignal);

/**
 * Kills the child when this process ends. Returns the child.
 * @param isGroup whether the child was started `detached`: its process group is killed with it
 */
export function endWithTests<Child extends ChildProcess>(child: Child, { isGroup = false } = {}): Child {
  const { pid } = child;
  if (pid === undefined) return child;
  const signal = (kind: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(isGroup ? -pid : pid, kind);
    } catch {
      return false;
    }
  };
  const end = (): void => void signal('SIGKILL');
  killers.add(end);
  // A process group may outlive its first process.
  child.once('exit', () => {
    if (!isGroup || !signal(0)) killers.delete(end);
  });
  return child;
}
