/** Maximum seconds that a service may request to wait. A longer wait would look like a host that stopped. */
export const MAX_RETRY_AFTER = 3600;

/**
 * Parses `Retry-After`, a number or a date, to seconds.
 * @param date the header `Date` of the same response, because the clocks of the service and of this machine may differ
 */
export function parseRetryAfter(text: string | null | undefined, date?: string | null): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - timeOf(date)) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER) : undefined;
}

function timeOf(date: string | null | undefined): number {
  const time = date ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? Date.now() : time;
}
