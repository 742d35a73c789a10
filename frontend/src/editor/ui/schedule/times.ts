/** Formats the times of schedules in a time zone. */
import type { Schedule } from '../../../../../src/utils/gateway/schedules/schedules';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's own time zone first, since most schedules use it. */
export const timeZones = (): readonly string[] => [
  ...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** The display name of a time zone: its IANA name, with spaces. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

const DAY = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

export const formatMoment = (moment: Date | string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { ...DAY, ...CLOCK, timeZone }).format(new Date(moment));

const formatClock = (moment: Date | string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(language, { ...CLOCK, timeZone }).format(new Date(moment));

interface ScheduleTimes {
  /** Date and time in the schedule's own time zone, with its name. */
  readonly text: string;
  /** The same in the browser's time zone; undefined if it reads the same. */
  readonly own: string | undefined;
  /** The time of day when it runs, and the requested one, which differ at clock changes. */
  readonly due: string;
  readonly wanted: string;
}

export function timesOf({ dueAt, localTime, timeZone }: Schedule, language: string): ScheduleTimes {
  const ownZone = ownTimeZone();
  const zone = timeZone ?? ownZone;
  const text = formatMoment(dueAt, zone, language);
  const localText = formatMoment(dueAt, ownZone, language);
  return {
    text: `${text} (${zoneName(zone)})`,
    own: localText === text ? undefined : localText,
    due: formatClock(dueAt, zone, language),
    // The local time has no zone. UTC has no clock changes.
    wanted: localTime === null ? '' : formatClock(`${localTime}Z`, 'UTC', language),
  };
}

/** The current time of a time zone, such as `2026-12-24T18:00`. */
export const localNow = (timeZone: string): string =>
  // Swedish is the locale that formats times like ISO 8601.
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format().replace(' ', 'T');
