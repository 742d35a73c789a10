/** Times of schedules, as the clocks of a time zone show them. */
import type { Schedule } from '../../../../../src/utils/gateway/schedules/schedules';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's own first: most schedules are for it. */
export const timeZones = (): readonly string[] => [
  ...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** Time zones are known by their IANA names. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

const DAY = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

export const formatMoment = (moment: Date | string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { ...DAY, ...CLOCK, timeZone }).format(new Date(moment));

const formatClock = (moment: Date | string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { ...CLOCK, timeZone }).format(new Date(moment));

interface ScheduleTimes {
  /** Day and time in the schedule's own time zone, which is named. */
  readonly text: string;
  /** The same in the browser's; undefined where its clocks show the same. */
  readonly own: string | undefined;
  /** What clocks show when it runs, and what was asked for, where that differs from day to day. */
  readonly due: string;
  readonly wanted: string;
}

export function timesOf({ dueAt, localTime, timeZone }: Schedule, language: string): ScheduleTimes {
  const own = ownTimeZone();
  const zone = timeZone ?? own;
  const text = formatMoment(dueAt, zone, language);
  const here = formatMoment(dueAt, own, language);
  return {
    text: `${text} (${zoneName(zone)})`,
    own: here === text ? undefined : here,
    due: formatClock(dueAt, zone, language),
    // It has no zone, and no day changes UTC.
    wanted: localTime === null ? '' : formatClock(`${localTime}Z`, 'UTC', language),
  };
}

/** `2026-12-24T18:00`, what clocks of a time zone show now. */
export const localNow = (timeZone: string): string =>
  // The one language that writes times as ISO 8601 does.
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format().replace(' ', 'T');
