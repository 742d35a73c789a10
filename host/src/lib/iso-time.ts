/** Times as clients and operators write them: ISO 8601 with a time zone. */

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text has the form of a moment; the day may be one that no calendar has. */
export const hasTimeForm = (text: string): boolean => TIME.test(text);

/** Milliseconds since 1970 of a moment such as `2024-05-06T07:08:09Z`; undefined where it is none. */
export function parseTime(text: string): number | undefined {
  if (!hasTimeForm(text) || parseDay(text.slice(0, 10)) === undefined) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Milliseconds since 1970 of the beginning of a day such as `2024-05-06`, in UTC; undefined where it is none. */
export function parseDay(text: string): number | undefined {
  const milliseconds = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // `Date.parse` takes February 30 for a day of March.
  const isDay = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
  return isDay ? milliseconds : undefined;
}
