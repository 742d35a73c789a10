/**
 * Converts local times of a time zone to moments. A time that clocks skip in spring is moved forward by the length of
 * the gap. If a time occurs twice in autumn, the first counts. This is the rule `compatible` of Temporal, iCalendar and
 * `Date`.
 */
import { BadInputError } from '../../lib/domain-error.js';
import type { TimeAdjustment } from '../schedule.js';

export interface LocalMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Includes seconds. */
  readonly localTime: string;
  /** In the spelling of the IANA database. */
  readonly timeZone: string;
  readonly adjustment: TimeAdjustment | null;
}

/** Version of this process's time zone database, such as `2025c`. Versions sort as text. */
export const ZONE_DATA = process.versions['tz'] ?? '';

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
/** Offsets are rejected: they do not define the rules of another day. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** @throws BadInputError that names `localTime` or `timeZone` */
export async function momentOf(localTime: string, timeZone: string): Promise<LocalMoment> {
  // Loaded lazily, because few hosts schedule anything.
  const { Temporal } = await import('temporal-polyfill');
  const local = parse(() =>
    LOCAL_TIME.test(localTime) ? Temporal.PlainDateTime.from(localTime, { overflow: 'reject' }) : undefined,
  );
  if (!local) {
    throw new BadInputError(
      `localTime ${quote(localTime)} is no local time. Send one such as 2026-03-29T02:30, without an offset.`,
      'localTime',
    );
  }
  const inZone = (disambiguation: 'earlier' | 'later' | 'compatible') =>
    local.toZonedDateTime(timeZone, { disambiguation });
  const moment = parse(() => (ZONE_NAME.test(timeZone) ? inZone('compatible') : undefined));
  if (!moment) {
    throw new BadInputError(
      `timeZone ${quote(timeZone)} is no time zone of the IANA database. Send one such as Europe/Berlin or UTC.`,
      'timeZone',
    );
  }
  const isUnique = inZone('earlier').epochMilliseconds === inZone('later').epochMilliseconds;
  const isShownTwice = moment.toPlainDateTime().equals(local);
  return {
    at: moment.epochMilliseconds,
    localTime: local.toString({ smallestUnit: 'second' }),
    timeZone: moment.timeZoneId,
    adjustment: isUnique ? null : isShownTwice ? 'overlap' : 'gap',
  };
}

const quote = (value: string): string => JSON.stringify(value.slice(0, 200));

/** Undefined for a RangeError. */
function parse<Parsed>(read: () => Parsed | undefined): Parsed | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
