/**
 * Local times of a time zone as moments. A time that clocks skip in spring is as much later as they skip; of a time that they show
 * twice in autumn, the first counts. This is the rule `compatible` of Temporal, iCalendar and JavaScript's own Date.
 */
import { BadInputError } from '../../lib/domain-error.js';
import type { TimeAdjustment } from '../schedule.js';

export interface LocalMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** With seconds. */
  readonly localTime: string;
  /** In the spelling of the IANA database. */
  readonly timeZone: string;
  readonly adjustment: TimeAdjustment | null;
}

/** Release of the time zone database in this process, such as `2025c`; a later one is greater as a text. */
export const ZONE_DATA = process.versions['tz'] ?? '';

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
/** No offset: that says nothing of the rules that hold on another day. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** @throws BadInputError that names `localTime` or `timeZone` */
export async function momentOf(localTime: string, timeZone: string): Promise<LocalMoment> {
  // Few hosts schedule anything.
  const { Temporal } = await import('temporal-polyfill');
  const local = parse(() =>
    LOCAL_TIME.test(localTime) ? Temporal.PlainDateTime.from(localTime, { overflow: 'reject' }) : undefined,
  );
  if (!local) {
    throw new BadInputError(
      `localTime ${shown(localTime)} is no local time. Send one such as 2026-03-29T02:30, without an offset.`,
      'localTime',
    );
  }
  const inZone = (disambiguation: 'earlier' | 'later' | 'compatible') =>
    local.toZonedDateTime(timeZone, { disambiguation });
  const moment = parse(() => (ZONE_NAME.test(timeZone) ? inZone('compatible') : undefined));
  if (!moment) {
    throw new BadInputError(
      `timeZone ${shown(timeZone)} is no time zone of the IANA database. Send one such as Europe/Berlin or UTC.`,
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

const shown = (value: string): string => JSON.stringify(value.slice(0, 200));

/** Undefined where it is refused. */
function parse<Parsed>(read: () => Parsed | undefined): Parsed | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
