/** Tells operators of a host whose clock is wrong: nothing else does, and other hosts refuse what it signs. */
import { CLOCK_SKEW_SECONDS } from '../../auth/session.js';
import type { Log } from '../../lib/log.js';

/** Looks at three times, in milliseconds: of the host before and after that of the database, which it asked for in between. */
export type CompareClocks = (before: number, database: number, after: number) => void;

/** Logs once that the clocks differ by more than hosts allow, and once that they no longer do. */
export function createClockComparison(log: Log): CompareClocks {
  let isWrong = false;
  return (before, database, after) => {
    // By so much at least, however long the answer took.
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
