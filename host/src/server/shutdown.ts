import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../lib/timeout.js';
import type { Log } from '../lib/log.js';

export interface ShutdownParts {
  /** Makes `/readyz` fail, so that no new requests are sent here. */
  readonly startDraining: () => void;
  /** How long that is given to be noticed. */
  readonly drainMilliseconds: number;
  /** Takes no more connections; resolves when running answers are out or were cut off. */
  readonly stopServing: () => Promise<void>;
  /** Resolves when everything that was published is delivered. */
  readonly delivered: () => Promise<void>;
  /** How long that may take. The rest is delivered at the next start, or by another host. */
  readonly outboxMilliseconds: number;
  /** Called one after the other, each whether or not the ones before failed. */
  readonly closers: readonly (() => Promise<void>)[];
  readonly log: Log;
}

/** Ends a host in order. Rejects with the first fault, once everything is closed. */
export async function shutDown(parts: ShutdownParts): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (work: () => Promise<void>): Promise<void> => work().catch((error) => void errors.push(error));
  parts.startDraining();
  if (parts.drainMilliseconds > 0) await sleep(parts.drainMilliseconds);
  await attempt(parts.stopServing);
  await attempt(async () => {
    await waitFor(parts.outboxMilliseconds, parts.delivered(), () =>
      parts.log.warn('some publications are not delivered yet; the next start continues with them.'),
    );
  });
  for (const close of parts.closers) await attempt(close);
  if (errors.length > 0) throw errors[0];
}
