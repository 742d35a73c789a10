/** Warns operators about a wrong clock: nothing else reports it, and other hosts reject tokens that such a host signs. */
import { CLOCK_SKEW_SECONDS } from '../../auth/session.js';
import type { Log } from '../../lib/log.js';

/** Compares three times in milliseconds. `database` was read between `before` and `after`, which are the host's. */
export type CompareClocks = (before: number, database: number, after: number) => void;

/** Logs once when the clocks differ by more than hosts tolerate, and once when they agree again. */
export function createClockComparison(log: Log): CompareClocks {
  let isWrong = false;
  return (before, database, after) => {
    // The minimum difference, regardless of the duration of the query.
    const difference = Math.max(before - database, database - after);
    if (difference > CLOCK_SKEW_SECONDS * 1000 === isWrong) return;
    isWrong = !isWrong;
    if (!isWrong) {
      log.info('The clocks of this host and of the database agree again.');
      return;
    }
    const seconds = Math.round(difference / 1000);
    log.warn(
      `The clock of this host is ${seconds} s ${before > database ? 'ahead of' : 'behind'} the clock of the database. Hosts refuse each ` +
        `other's sessions from ${CLOCK_SKEW_SECONDS} s on. Set the clocks of all machines, for example by NTP.`,
    );
  };
}
