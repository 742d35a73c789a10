/** A store whose absence holds nobody up: then each host goes on by itself. */
import { type Clock, systemClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { databaseUnavailable, UnavailableError } from '../lib/domain-error.js';
import { waitFor } from '../lib/timeout.js';
import { remainingWait } from '../lib/remaining-wait.js';
import type { SharedStore } from './shared-store.js';

/** Milliseconds in which a store that is there answers. */
const TIMEOUT = 1_000;
/** A process that was busy for longer has the answer and not read it yet: it reads between two parts of the timeout. */
const TIMEOUT_PARTS = 4;
/** Milliseconds after a failure in which the store is not asked. */
const RETRY_INTERVAL = 2_000;
/** Milliseconds between two lines about a store that comes and goes. */
const LOG_INTERVAL = 60_000;

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
  let loggedAt = -Infinity;
  let isLogged = false;

  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!isUp) {
      if (remainingWait(retryAt, clock(), RETRY_INTERVAL) > 0) throw databaseUnavailable();
      // One asks whether it is back, and the others do not wait for that.
      retryAt = clock() + RETRY_INTERVAL;
    }
    try {
      const result = await inTime(timeout, work());
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

async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const answer = work.then((result) => ({ result }));
  for (let part = 1; part <= TIMEOUT_PARTS; part++) {
    const settled = await waitFor(milliseconds / TIMEOUT_PARTS, answer, () => undefined);
    if (settled) return settled.result;
  }
  // Nobody listens any more.
  answer.catch(() => {});
  throw databaseUnavailable();
}

const reasonOf = (error: unknown): string => (error instanceof UnavailableError ? 'timeout' : (error as Error).message);
