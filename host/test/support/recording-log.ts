import type { Log } from '../../src/lib/log.js';

/** A log that records its messages. */
export function recordingLog(): { log: Log; messages: string[] } {
  const messages: string[] = [];
  const record = (message: string): void => void messages.push(message);
  return { log: { info: record, warn: record, error: record }, messages };
}
