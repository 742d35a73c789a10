/** A store whose absence holds nobody up: then each host goes on by itself. */
import { type Clock, systemClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { within } from '../lib/timeout.js';
import type { SharedStore } from './shared-store.js';

/** Milliseconds in which a store that is there answers. */
const TIMEOUT = 500;
/** Milliseconds after a failure in which the store is not asked. */
const RETRY_INTERVAL = 5_000;

/** Each call rejects at once while the store does not answer. */
export interface GuardedStore extends SharedStore {
  /** What an operator sees of it. */
  state(): { readonly isUp: boolean; readonly failures: number };
}

export interface GuardOptions {
  /** What the store is called in the log. */
  readonly name: string;
  /** What an operator checks. */
  readonly setting: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly timeout?: number;
}

/** Logs one line when the store goes away, and one when it is back. */
export function guardStore(store: SharedStore, options: GuardOptions): GuardedStore {
  const { name, setting, log, clock = systemClock, timeout = TIMEOUT } = options;
  let isUp = true;
  let retryAt = 0;
  let failures = 0;
  let isClosed = false;

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (clock() < retryAt) throw new Error(`${name} does not answer`);
    try {
      const result = await within(timeout, work(), () => new Error(`no answer within ${timeout} ms`));
      if (!isUp) log.info(`shared limits: ${name} answers again; the hosts count together.`);
      isUp = true;
      return result;
    } catch (error) {
      failures++;
      // Many wait for the same answer.
      retryAt = clock() + RETRY_INTERVAL;
      if (isUp && !isClosed)
        log.warn(
          `shared limits: ${name} does not answer (${(error as Error).message}). Each host counts rates and connections by itself ` +
            `meanwhile. Check that the server runs, and ${setting}.`,
        );
      isUp = false;
      throw error;
    }
  };

  return {
    takeTokens: (requests) => call(() => store.takeTokens(requests)),
    takeLease: (...given) => call(() => store.takeLease(...given)),
    renewLeases: (...given) => call(() => store.renewLeases(...given)),
    removeLeases: (leases) => call(() => store.removeLeases(leases)),
    query: (hash) => call(() => store.query(hash)),
    putQuery: (...given) => call(() => store.putQuery(...given)),
    close() {
      isClosed = true;
      return store.close();
    },
    state: () => ({ isUp, failures }),
  };
}
