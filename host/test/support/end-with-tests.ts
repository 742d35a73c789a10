/** Processes that end with the tests that started them, also when the runner ends these: at its limit it sends SIGTERM. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** Milliseconds for others that do something at a signal, such as a database server that is stopped. */
const GRACE_PERIOD = 3_000;
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const killers = new Set<() => void>();
const killAll = (): void => killers.forEach((end) => end());

function onSignal(signal: (typeof SIGNALS)[number]): void {
  killAll();
  const exit = (): void => process.exit(128 + constants.signals[signal]);
  // Puppeteer listens too, and ends its browser first.
  if (process.listenerCount(signal) > 0) setTimeout(exit, GRACE_PERIOD);
  else exit();
}

// From the import on: a signal that arrives between the start of a child and its registration would leave it running.
process.once('exit', killAll);
for (const signal of SIGNALS) process.once(signal, onSignal);

/**
 * Returns the child, which ends at the latest with this process.
 * @param isGroup it was started `detached`: what it has started ends with it
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
  // A group may go on after the first of its processes.
  child.once('exit', () => {
    if (!isGroup || !signal(0)) killers.delete(end);
  });
  return child;
}
