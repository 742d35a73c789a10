/** Formats an HTTP date: GMT, whole seconds. */
export const httpDate = (milliseconds: number): string => new Date(milliseconds).toUTCString();

/**
 * Parses an HTTP date in one of the three forms of RFC 9110, to milliseconds; otherwise returns undefined. The form is
 * checked first, because `Date.parse` accepts almost anything and reads the asctime form as local time.
 */
export function parseHttpDate(text: string | undefined): number | undefined {
  const value = text?.trim() ?? '';
  if (!IMF_FIXDATE.test(value) && !RFC_850.test(value) && !ASCTIME.test(value)) return undefined;
  const milliseconds = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

const IMF_FIXDATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^\w{6,9}, \d{2}-\w{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
