import type { Schedule } from '../../src/content/presence/presence-registry.js';

export interface ManualTime {
  readonly clock: () => number;
  readonly schedule: Schedule;
  /** Advances the clock by milliseconds, and runs the timers that are due. */
  advance(milliseconds: number): void;
}

/** A clock and timers that advance only when a test advances them. */
export function createManualTime(now = Date.UTC(2025, 1, 1)): ManualTime {
  const waiting = new Map<() => void, number>();
  return {
    clock: () => now,
    schedule(milliseconds, work) {
      waiting.set(work, now + milliseconds);
      return () => void waiting.delete(work);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].filter(([, at]) => at <= end).sort(([, one], [, other]) => one - other);
        if (!next) break;
        waiting.delete(next[0]);
        now = Math.max(now, next[1]);
        next[0]();
      }
      now = end;
    },
  };
}
