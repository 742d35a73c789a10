/** Parses times of clients and operators: ISO 8601 with a time zone. */

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text has the format of a time. The day may be invalid. */
export const hasTimeForm = (text: string): boolean => TIME.test(text);

/** Parses a time such as `2024-05-06T07:08:09Z` to milliseconds since 1970; undefined if it is invalid. */
export function parseTime(text: string): number | undefined {
  if (!hasTimeForm(text) || parseDay(text.slice(0, 10)) === undefined) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Parses a day such as `2024-05-06` to milliseconds since 1970 of its beginning in UTC; undefined if it is invalid. */
export function parseDay(text: string): number | undefined {
  const milliseconds = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // `Date.parse` converts February 30 to a day in March.
  const isDay = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
  return isDay ? milliseconds : undefined;
}
