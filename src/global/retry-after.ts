/** What `Retry-After` says, in milliseconds: seconds, or a date; 0 for nothing that is still to come. */
export function retryAfter(value: string | null | undefined, now = Date.now()): number {
  if (!value) return 0;
  const milliseconds = /^\d+$/.test(value.trim()) ? +value * 1000 : Date.parse(value) - now;
  return milliseconds > 0 ? milliseconds : 0;
}
