/**
 * Carries out deliveries: writes the blob that a key should be, at least once, in order per key, until it is there.
 * What a crash or a failing blob store leaves open is found again in the database, by whichever host looks first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { UnavailableError } from '../../lib/domain-error.js';
import type { BlobStore } from '../../storage/blob-store.js';
import type { Log } from '../../lib/log.js';
import { waitFor } from '../../lib/timeout.js';
import { createTurns } from '../../lib/semaphore.js';
import { blobOf, findDeliveries } from '../outbox/outbox.js';

/** Blobs written at a time. */
const AT_ONCE = 32;
/** Milliseconds between looks for open deliveries. */
const LOOK = 1_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 60_000;
/** Milliseconds between tries for a key that another host is at. */
const OCCUPIED = 25;

export interface Deliverer {
  /** Resolves once the blobs of these keys are as they should be, or have failed, or the patience is over. */
  deliver(keys: readonly string[]): Promise<void>;
  /** As the ledger's. */
  delivered(options?: { readonly once?: boolean }): Promise<void>;
  /** What of each key is there already, though that is not noted yet. */
  written(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface DelivererOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Milliseconds a write waits for its blobs before it is acknowledged without them. */
  readonly patience: number;
}

export function createDeliverer({ database, blobs, log, patience }: DelivererOptions): Deliverer {
  /** The last run of each key that has any: a key's runs follow one another. */
  const runs = new Map<string, Promise<void>>();
  const turns = createTurns(AT_ONCE);
  /** What was written and is about to be noted: whoever publishes is told before that. */
  const written = new Map<string, number>();
  /** Why the last try failed, by key. */
  const failures = new Map<string, string>();
  const toldOf = new Map<string, number>();
  const over = new AbortController();

  /** A store that refuses one blob refuses most: a line for each would hide all others. */
  const tellFailure = (key: string, wait: number, reason: string): void => {
    failures.set(key, reason);
    const same = reason.replaceAll(key, '…');
    const now = Date.now();
    for (const [kind, since] of toldOf) if (now - since >= LOOK * 60) toldOf.delete(kind);
    if (toldOf.has(`${wait} ${same}`)) return;
    toldOf.set(`${wait} ${same}`, now);
    log.warn(`delivery: ${key} failed, once more in ${wait / 1000} s: ${reason}`);
  };

  /** Runs a key; resolves when its blob is there or has failed, which is before that is noted. */
  const run = (key: string): Promise<void> =>
    new Promise((told) => {
      const before = runs.get(key) ?? Promise.resolve();
      const now = before
        .then(() => turns(() => carryOut(key, told)))
        .catch((error: unknown) => {
          if (!over.signal.aborted) log.error(`delivery: ${key} could not be looked at.`, error);
        })
        .finally(() => {
          told();
          if (runs.get(key) === now) runs.delete(key);
        });
      runs.set(key, now);
    });

  const carryOut = async (key: string, told: () => void): Promise<void> => {
    const until = Date.now() + patience;
    while (!over.signal.aborted) {
      let open = true;
      const held = await database.hold(`delivery ${key}`, async (hold) => {
        while ((await step(key, told)) && !hold.lost) continue;
        open = false;
        // Another host may have written a newer blob meanwhile, under the one just written.
        if (hold.lost) await again(key);
      });
      if (held && !open) return;
      // Left to who holds it, or to the next look.
      if (Date.now() >= until || !(await isOpen(key))) return;
      await sleep(OCCUPIED, undefined, { signal: over.signal }).catch(() => {});
    }
  };

  /** Writes the blob once; true where there may be more to do. */
  const step = async (key: string, told: () => void): Promise<boolean> => {
    const row = await findDeliveries(database.read).where('d.key', '=', key).executeTakeFirst();
    if (!row || row.delivered >= row.wanted) return false;
    try {
      await blobs.put(key, blobOf(row));
    } catch (error) {
      const wait = Math.min(FIRST_WAIT * 2 ** row.attempts, LONGEST_WAIT);
      tellFailure(key, wait, reasonOf(error));
      told();
      await database.write((transaction) =>
        transaction
          .updateTable('deliveries')
          .set({ attempts: row.attempts + 1, due_at: Date.now() + wait })
          .where('key', '=', key)
          .execute(),
      );
      return false;
    }
    failures.delete(key);
    written.set(key, row.wanted);
    told();
    try {
      await database.write((transaction) =>
        transaction
          .updateTable('deliveries')
          .set({ delivered: row.wanted, attempts: 0 })
          .where('key', '=', key)
          .where('delivered', '<', row.wanted)
          .execute(),
      );
    } finally {
      written.delete(key);
    }
    return true;
  };

  const again = (key: string): Promise<unknown> =>
    database.write((transaction) =>
      transaction
        .updateTable('deliveries')
        .set(({ ref, eb }) => ({ wanted: eb(ref('wanted'), '+', 1), due_at: 0 }))
        .where('key', '=', key)
        .execute(),
    );

  const open = () =>
    database.read.selectFrom('deliveries').select(['key', 'wanted']).whereRef('delivered', '<', 'wanted');

  const isOpen = async (key: string): Promise<boolean> =>
    (await open().where('key', '=', key).executeTakeFirst()) !== undefined;

  /** Runs what is open and due; true where there may be more. */
  const look = async (): Promise<boolean> => {
    const now = Date.now();
    const rows = await open()
      // What is put off for longer than any try was by a clock that has been set back since.
      .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + LONGEST_WAIT)]))
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
    const idle = rows.filter(({ key }) => !runs.has(key));
    await Promise.all(idle.map(({ key }) => run(key)));
    return rows.length === AT_ONCE && idle.length > 0;
  };

  /** On an embedded database what is open at the start is left over from before: nobody else is at it. */
  const allDue = (): Promise<unknown> =>
    database.write((transaction) =>
      transaction.updateTable('deliveries').set({ due_at: 0 }).whereRef('delivered', '<', 'wanted').execute(),
    );

  const looking = (async () => {
    let started = database.kind === 'postgres';
    while (!over.signal.aborted) {
      try {
        if (!started) await allDue();
        started = true;
        while ((await look()) && !over.signal.aborted) continue;
      } catch (error) {
        if (!over.signal.aborted) log.warn(`delivery: the database does not answer: ${reasonOf(error)}`);
      }
      await sleep(LOOK, undefined, { signal: over.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    async deliver(keys) {
      if (keys.length === 0) return;
      await waitFor(patience, Promise.all(keys.map(run)), () => undefined);
    },

    written: () => new Map(written),

    async delivered({ once = false } = {}) {
      let after = '';
      const refused: string[] = [];
      for (;;) {
        const rows = await open().where('key', '>', after).orderBy('key').limit(500).execute();
        if (once) for (const { key } of rows) failures.delete(key);
        await Promise.all(rows.map(({ key }) => run(key)));
        for (const { key, wanted } of rows) {
          await runs.get(key);
          while (await open().where('key', '=', key).where('delivered', '<', wanted).executeTakeFirst()) {
            const reason = failures.get(key);
            if (once && reason !== undefined) {
              refused.push(reason);
              break;
            }
            if (over.signal.aborted) throw new Error('The ledger is closed.');
            await sleep(OCCUPIED);
          }
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.key;
      }
      if (refused.length === 0) return;
      throw new UnavailableError(
        `${refused.length} blobs could not be written. They follow by themselves once they can be. The first: ${refused[0]}`,
      );
    },

    async close() {
      over.abort();
      // A blob that is being written now is noted, so that nobody has to write it again. One whose store has fallen
      // silent is left to the next start.
      await waitFor(patience, Promise.all([looking, ...runs.values()]), () => undefined);
    },
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
};
