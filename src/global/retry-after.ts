/** Parses `Retry-After` (seconds or a date) to milliseconds; 0 if it is missing or past. */
export function retryAfter(value: string | null | undefined, now = Date.now()): number {
  if (!value) return 0;
  const milliseconds = /^\d+$/.test(value.trim()) ? +value * 1000 : Date.parse(value) - now;
  return milliseconds > 0 ? milliseconds : 0;
}
