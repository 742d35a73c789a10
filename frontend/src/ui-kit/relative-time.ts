/** Formats ages in their largest unit. */

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** The largest first. Months and years have their average length. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.2425 * DAY],
  ['month', 30.436875 * DAY],
  ['day', DAY],
  ['hour', 3_600 * SECOND],
  ['minute', 60 * SECOND],
];

/** Creates a formatter of the time since a moment. */
export function relativeTimeFormat(language: string): (time: number | string, now?: number) => string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (time, now = Date.now()) => {
    const age = Math.max(0, now - new Date(time).getTime());
    const [unit, length] = UNITS.find(([, each]) => age >= each) ?? (['second', SECOND] as const);
    return format.format(-Math.floor(age / length), unit);
  };
}
