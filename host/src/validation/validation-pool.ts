/** Checks large content in threads of their own, so that it holds up nobody else's request. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina, queueOptionsSymbol } from 'piscina';
import { RateLimitedError, UnavailableError } from '../lib/domain-error.js';
import type { MarkupProblem } from './check-markup.js';
import type { StylesheetProblem } from './check-stylesheet.js';
import { type ContentValidator, inlineValidator } from './content-validator.js';
import { FairQueue } from './fair-queue.js';
import type { ValidationTask } from './validation-worker.js';

export interface ValidationPool extends ContentValidator {
  /** Ends the threads. What is still to be checked is refused. */
  close(): Promise<void>;
}

export interface ValidationPoolOptions {
  readonly threads?: number;
  /** How many checks of one principal may run or wait. */
  readonly perPrincipal?: number;
  /** How many may wait altogether. */
  readonly queueLength?: number;
  /** Length of a text, from which it is checked in a thread. */
  readonly inlineBelow?: number;
  /** URL of the program of the threads; the one beside this module, by default. */
  readonly worker?: string;
}

const MAX_THREADS = 4;
/** Each holds a text of 500 kB at most. */
const PER_PRINCIPAL = 16;
const QUEUE_LENGTH = 128;
/** Checking this takes about as long as handing it to a thread. */
const INLINE_BELOW = 2_000;
/** Threads give way to the one that answers requests. */
const NICE = 10;
/** Milliseconds after which a thread without work ends. */
const IDLE_TIMEOUT = 30_000;
/** Seconds after which whoever was refused may try again. */
const RETRY_SECONDS = 5;

export function createValidationPool({
  // One core answers requests.
  threads = Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS),
  perPrincipal = PER_PRINCIPAL,
  queueLength = QUEUE_LENGTH,
  inlineBelow = INLINE_BELOW,
  worker = workerFile(),
}: ValidationPoolOptions = {}): ValidationPool {
  const queue = new FairQueue();
  const pool = new Piscina<ValidationTask, unknown>({
    filename: worker,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT,
    taskQueue: queue,
    maxQueue: Infinity,
    ...(process.platform === 'win32' ? {} : { niceIncrement: NICE }),
  });
  const counts = new Map<string, number>();
  let closed = false;

  const run = async (task: ValidationTask, principal: string): Promise<unknown> => {
    const count = counts.get(principal) ?? 0;
    if (count >= perPrincipal || queue.size >= queueLength)
      throw new RateLimitedError(RETRY_SECONDS, 'views and stylesheets to check');
    counts.set(principal, count + 1);
    try {
      return await pool.run(Object.assign(task, { [queueOptionsSymbol]: { principal } }));
    } catch (error) {
      throw closed
        ? new UnavailableError('The host is stopping: try again in a few seconds.', { cause: error })
        : error;
    } finally {
      const left = counts.get(principal)! - 1;
      if (left > 0) counts.set(principal, left);
      else counts.delete(principal);
    }
  };

  return {
    markup: (text, allowed, principal) =>
      text.length < inlineBelow
        ? inlineValidator.markup(text, allowed, principal)
        : (run({ kind: 'markup', text, allowed }, principal) as Promise<readonly MarkupProblem[]>),
    stylesheet: (text, principal) =>
      text.length < inlineBelow
        ? inlineValidator.stylesheet(text, principal)
        : (run({ kind: 'stylesheet', text }, principal) as Promise<readonly StylesheetProblem[]>),
    close() {
      closed = true;
      return pool.destroy();
    },
  };
}

/** The build has it as JavaScript; sources are run by a loader that reads TypeScript. */
function workerFile(): string {
  const built = new URL('./validation-worker.js', import.meta.url);
  return existsSync(fileURLToPath(built)) ? built.href : new URL('./validation-worker.ts', import.meta.url).href;
}
