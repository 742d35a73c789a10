/**
 * Carries out deliveries: writes the blob that a key should be, at least once, in order per key, until it is there.
 * What a crash or a failing blob store leaves open is found again in the database, by whichever host looks first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import type { BlobStore } from '../domain/blobs.js';
import type { Log } from '../ports.js';
import { createTurns } from '../media/turns.js';
import { blobOf, findDeliveries } from './deliveries.js';

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
  /** Resolves once everything that is open now is delivered, whoever does it. */
  delivered(): Promise<void>;
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
  const over = new AbortController();

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
      log.warn(`delivery: ${key} failed, once more in ${wait / 1000} s: ${reasonOf(error)}`);
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
    told();
    await database.write((transaction) =>
      transaction
        .updateTable('deliveries')
        .set({ delivered: row.wanted, attempts: 0 })
        .where('key', '=', key)
        .where('delivered', '<', row.wanted)
        .execute(),
    );
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
    const rows = await open().where('due_at', '<=', Date.now()).orderBy('due_at').limit(AT_ONCE).execute();
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
      const patient = new AbortController();
      await Promise.race([
        Promise.all(keys.map(run)),
        sleep(patience, undefined, { signal: patient.signal }).catch(() => {}),
      ]);
      patient.abort();
    },

    async delivered() {
      let after = '';
      for (;;) {
        const rows = await open().where('key', '>', after).orderBy('key').limit(500).execute();
        await Promise.all(rows.map(({ key }) => run(key)));
        for (const { key, wanted } of rows) {
          await runs.get(key);
          while (await open().where('key', '=', key).where('delivered', '<', wanted).executeTakeFirst()) {
            if (over.signal.aborted) throw new Error('The ledger is closed.');
            await sleep(OCCUPIED);
          }
        }
        const last = rows.at(-1);
        if (!last) return;
        after = last.key;
      }
    },

    async close() {
      over.abort();
      // A blob that is being written now is noted, so that nobody has to write it again. One whose store has fallen
      // silent is left to the next start.
      const ended = new AbortController();
      await Promise.race([
        Promise.all([looking, ...runs.values()]),
        sleep(patience, undefined, { signal: ended.signal }).catch(() => {}),
      ]);
      ended.abort();
    },
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
};
