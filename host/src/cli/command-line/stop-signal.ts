/** What SIGINT and SIGTERM do to a command: end it at once, with advice, unless it waits for them. */
import { constants } from 'node:os';
import { report } from './report.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Work that a signal may interrupt. */
interface Interruptible {
  /** What the operator has to do after an interruption. */
  readonly advice: string | undefined;
  readonly cleanUp: () => void;
}

const running = new Set<Interruptible>();

/** Calls the function at an interruption, until the returned one is called. It has to be synchronous. */
export function onInterruption(cleanUp: () => void): () => void {
  const entry = { advice: undefined, cleanUp };
  running.add(entry);
  return () => void running.delete(entry);
}

/**
 * Runs work that a signal may interrupt.
 * @param cleanUp called at the interruption, and has to be synchronous
 */
export async function interruptible<Result>(
  advice: string,
  work: () => Promise<Result>,
  cleanUp: () => void = () => {},
): Promise<Result> {
  const entry = { advice, cleanUp };
  running.add(entry);
  try {
    return await work();
  } finally {
    running.delete(entry);
  }
}

/** Ends the process at the first signal, also as the first process of a container, which ignores signals by default. */
export function endAtSignal(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

function end(signal: NodeJS.Signals): void {
  for (const each of SIGNALS) process.off(each, end);
  // The innermost work first.
  const interrupted = [...running].reverse();
  for (const { cleanUp } of interrupted) {
    try {
      cleanUp();
    } catch {
      // Nothing more can be done for a file that stays.
    }
  }
  const advice = interrupted.find((each) => each.advice !== undefined)?.advice;
  if (advice !== undefined) report(`${signal} ended the command. ${advice}`);
  // Shells end a script only if the signal ended the command. The exit code is for a container, where it does not.
  process.once('exit', () => process.kill(process.pid, signal));
  process.exit(128 + constants.signals[signal]);
}

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once, by default. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      resolve();
    };
    for (const signal of SIGNALS) process.off(signal, end).on(signal, onSignal);
  });
}
