import type { Log } from '../../src/lib/log.js';

/** A log that keeps its messages. */
export function recordingLog(): { log: Log; told: string[] } {
  const told: string[] = [];
  const note = (message: string): void => void told.push(message);
  return { log: { info: note, warn: note, error: note }, told };
}
