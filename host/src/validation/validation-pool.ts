/** Validates large content in worker threads, so that it does not block other requests. */
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
  /** Stops the threads. Pending checks are rejected. */
  close(): Promise<void>;
}

export interface ValidationPoolOptions {
  readonly threads?: number;
  /** Maximum running and queued checks of one principal. */
  readonly perPrincipal?: number;
  /** Maximum queued checks. */
  readonly queueLength?: number;
  /** Minimum length of a text to check it in a thread. */
  readonly inlineBelow?: number;
  /** URL of the worker's script; by default the one next to this module. */
  readonly worker?: string;
}

const MAX_THREADS = 4;
/** Maximum per principal. Each check holds a text of at most 500 kB. */
const PER_PRINCIPAL = 16;
const QUEUE_LENGTH = 128;
/** Checking a text of this length takes about as long as sending it to a thread. */
const INLINE_BELOW = 2_000;
/** Lowers the priority of the threads, so that requests come first. */
const NICE = 10;
/** Milliseconds after which an idle thread ends. */
const IDLE_TIMEOUT = 30_000;
/** Seconds after which a rejected caller may retry. */
const RETRY_SECONDS = 5;

export function createValidationPool({
  // One core is left for requests.
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
  let isClosed = false;

  const run = async (task: ValidationTask, principal: string): Promise<unknown> => {
    const count = counts.get(principal) ?? 0;
    if (count >= perPrincipal || queue.size >= queueLength)
      throw new RateLimitedError(RETRY_SECONDS, 'views and stylesheets to check');
    counts.set(principal, count + 1);
    try {
      return await pool.run(Object.assign(task, { [queueOptionsSymbol]: { principal } }));
    } catch (error) {
      throw isClosed
        ? new UnavailableError('The host is stopping: try again in a few seconds.', { cause: error })
        : error;
    } finally {
      const remaining = counts.get(principal)! - 1;
      if (remaining > 0) counts.set(principal, remaining);
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
      isClosed = true;
      return pool.destroy();
    },
  };
}

/** The build contains JavaScript. In development, a loader runs the TypeScript source. */
function workerFile(): string {
  const built = new URL('./validation-worker.js', import.meta.url);
  return existsSync(fileURLToPath(built)) ? built.href : new URL('./validation-worker.ts', import.meta.url).href;
}
