import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../lib/timeout.js';
import type { Log } from '../lib/log.js';

export interface ShutdownParts {
  /** Makes `/readyz` fail, so that load balancers send no new requests. */
  readonly startDraining: () => void;
  /** Time for load balancers to detect that. */
  readonly drainMilliseconds: number;
  /** Stops accepting connections. Resolves when running requests are complete or were aborted. */
  readonly stopServing: () => Promise<void>;
  /** Resolves when all published content is delivered. */
  readonly delivered: () => Promise<void>;
  /** Timeout for that. The next start or another host delivers the rest. */
  readonly outboxMilliseconds: number;
  /** Called sequentially, each even if earlier ones failed. */
  readonly closers: readonly (() => Promise<void>)[];
  readonly log: Log;
}

/** Shuts down a host in order. Rejects with the first error, after everything is closed. */
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
