/** Wraps a shared store, so that requests do not wait while it is unavailable. Each host continues alone. */
import { type Clock, monotonicClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { databaseUnavailable, UnavailableError } from '../lib/domain-error.js';
import { waitFor } from '../lib/timeout.js';
import { remainingWait } from '../lib/remaining-wait.js';
import type { SharedStore } from './shared-store.js';

/** Timeout of the store in milliseconds. */
const TIMEOUT = 1_000;
/** The timeout is split, so that a busy process can read a response that has arrived before it checks again. */
const TIMEOUT_PARTS = 4;
/** Milliseconds after a failure in which the store is not used. */
const RETRY_INTERVAL = 2_000;
/** Minimum milliseconds between log lines about a flapping store. */
const LOG_INTERVAL = 60_000;

/** While the store does not respond, each call rejects immediately. */
export interface GuardedStore extends SharedStore {
  /** The state for operators. */
  state(): { readonly isUp: boolean; readonly failures: number };
}

export interface GuardOptions {
  /** Name of the store in the log. */
  readonly name: string;
  /** Name of the setting to check. */
  readonly setting: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly timeout?: number;
}

/** Logs once when the store becomes unavailable, and once when it recovers. */
export function guardStore(store: SharedStore, options: GuardOptions): GuardedStore {
  const { name, setting, log, clock = monotonicClock, timeout = TIMEOUT } = options;
  let isUp = true;
  let retryAt = 0;
  let failures = 0;
  let isClosed = false;
  let loggedAt = -Infinity;
  let isLogged = false;

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isUp) {
      if (remainingWait(retryAt, clock(), RETRY_INTERVAL) > 0) throw databaseUnavailable();
      // One call checks whether the store is back, and others do not wait for that.
      retryAt = clock() + RETRY_INTERVAL;
    }
    try {
      const result = await withTimeout(timeout, work());
      if (!isUp && isLogged) log.info(`shared limits: ${name} answers again; the hosts count together.`);
      if (!isUp) isLogged = false;
      isUp = true;
      return result;
    } catch (error) {
      failures++;
      retryAt = clock() + RETRY_INTERVAL;
      if (isUp && !isClosed && clock() - loggedAt >= LOG_INTERVAL) {
        loggedAt = clock();
        isLogged = true;
        log.warn(
          `shared limits: ${name} does not answer (${reasonOf(error)}). Each host counts rates and connections by itself ` +
            `meanwhile. Check that the server runs, and ${setting}.`,
        );
      }
      isUp = false;
      throw error;
    }
  };

  return {
    takeTokens: (requests) => call(() => store.takeTokens(requests)),
    takeLease: (...args) => call(() => store.takeLease(...args)),
    renewLeases: (...args) => call(() => store.renewLeases(...args)),
    removeLeases: (leases) => call(() => store.removeLeases(leases)),
    query: (hash) => call(() => store.query(hash)),
    putQuery: (...args) => call(() => store.putQuery(...args)),
    close() {
      isClosed = true;
      return store.close();
    },
    state: () => ({ isUp, failures }),
  };
}

async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const outcome = work.then((result) => ({ result }));
  for (let part = 1; part <= TIMEOUT_PARTS; part++) {
    const settled = await waitFor(milliseconds / TIMEOUT_PARTS, outcome, () => undefined);
    if (settled) return settled.result;
  }
  // The late result is ignored.
  outcome.catch(() => {});
  throw databaseUnavailable();
}

const reasonOf = (error: unknown): string => (error instanceof UnavailableError ? 'timeout' : (error as Error).message);
