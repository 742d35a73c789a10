/** The steps of every write of an entry: once per key, in one transaction; then it is published, delivered and acknowledged. */
import { subjectOf } from '../addresses.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import type { Write } from '../content-service.js';
import type { Action, VersionAddress } from '../model.js';
import type { Database } from '../../db/database.js';
import type { EntryRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { addChange } from './change-feed.js';
import { conflict, contentOf, type Entry, entryNotFound } from './entries.js';
import { checkKey, isKeyUsed, once } from './idempotency.js';
import { entryEvents, recordEvents } from '../webhooks/record-events.js';
import { createKeyedMutex } from '../../lib/keyed-mutex.js';
import { checkNumber, checkTitle } from '../../validation/check-input.js';
import type { Outbox } from './outbox.js';

/** The result of a write: the current row, and the blob keys to deliver. No notification if `changed` is false. */
export interface WriteResult {
  readonly row: EntryRow;
  /** The content of the row's revision. */
  readonly content: string;
  readonly keys?: readonly string[];
  readonly changed?: boolean;
}

export type EntryWriter = (
  action: Action,
  address: VersionAddress,
  /** Further arguments, which detect that a key is reused for a different operation. */
  details: readonly unknown[],
  write: Write,
  toConflictPayload: ToConflictPayload,
  work: (transaction: Queries, at: number) => Promise<WriteResult>,
) => Promise<Entry>;

/** Maps an entry to the payload of a conflict error. */
export type ToConflictPayload = (row: Entry) => { revision: number };

export function createEntryWriter({
  database,
  outbox,
  clock,
}: {
  database: Database;
  outbox: Outbox;
  clock: Clock;
}): EntryWriter {
  const runSerialized = createKeyedMutex<Entry>();

  return async (action, address, details, write, toConflictPayload, work) => {
    checkKey(write.key);
    checkTitle('actor', write.actor.name);
    checkNumber('expected', write.expected, 0);
    const { library, component, version } = address;
    const operation = [action, library, component, version, write.expected, ...details];
    const at = clock();
    const { row, done } = await runSerialized(subjectOf(address), async ({ previous, setResult }) => {
      const isOutdated = previous && previous.revision > write.expected;
      if (isOutdated && !(await isKeyUsed(database.read, write)))
        throw write.refused ?? conflict(address, write.expected, toConflictPayload(previous));
      const outcome = await database.write(async (transaction) => {
        let done: WriteResult | undefined;
        const row = await once(transaction, write, operation, at, async () => {
          if (write.refused) throw write.refused;
          done = await work(transaction, at);
          return done.row;
        });
        if (done && hasChanged(done)) {
          if (isAudited(action)) {
            const details = { revision: row.revision };
            await addAuditEntry(
              transaction,
              { at, action, library, subject: subjectOf(address), details },
              write.actor,
            );
          }
          const { keys = [] } = done;
          const events = entryEvents(address, { action, revision: row.revision, at, keys });
          await recordEvents(transaction, library, events);
          await addChange(transaction, address, { action, revision: row.revision, at });
        }
        return { row, done: done as WriteResult | undefined };
      });
      if (outcome.done) setResult({ ...outcome.row, content: outcome.done.content });
      return outcome;
    });
    if (done && hasChanged(done)) database.publish(library);
    // The first attempt may have been interrupted before the blobs were written.
    await outbox.flush(done ? (done.keys ?? []) : (await outbox.pending(database.read, address)).map(({ key }) => key));
    const content = done ? done.content : await contentOf(database.read, address, row.revision);
    if (content === undefined) throw entryNotFound(address);
    return { ...row, content };
  };
}

/** Actions that change what visitors see, or that remove content. */
const AUDITED = ['publish', 'unpublish', 'delete', 'restore'] as const satisfies readonly Action[];
const isAudited = (action: Action): action is (typeof AUDITED)[number] =>
  (AUDITED as readonly Action[]).includes(action);

const hasChanged = (result: WriteResult): boolean => result.changed !== false;
