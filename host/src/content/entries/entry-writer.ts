/** How every write of a document goes: once per key, in one transaction, told of and delivered, then acknowledged. */
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

/** What a write did: the row as it is now, and the keys to be delivered; nothing to tell where it is not `changed`. */
export interface WriteResult {
  readonly row: EntryRow;
  /** That of the row's revision. */
  readonly content: string;
  readonly keys?: readonly string[];
  readonly changed?: boolean;
}

export type EntryWriter = (
  action: Action,
  address: VersionAddress,
  /** Further arguments, by which a key that is used for something else is found out. */
  details: readonly unknown[],
  write: Write,
  toConflictPayload: ToConflictPayload,
  work: (transaction: Queries, at: number) => Promise<WriteResult>,
) => Promise<Entry>;

/** A document as a writer who is too late is shown it. */
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
  const serialized = createKeyedMutex<Entry>();

  return async (action, address, details, write, toConflictPayload, work) => {
    checkKey(write.key);
    checkTitle('actor', write.actor.name);
    checkNumber('expected', write.expected, 0);
    const { library, component, version } = address;
    const operation = [action, library, component, version, write.expected, ...details];
    const at = clock();
    const { row, done } = await serialized(subjectOf(address), async ({ previous, setResult }) => {
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
        if (done && changed(done)) {
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
    if (done && changed(done)) database.publish(library);
    // Who asks again may have been cut off before the blobs were there.
    await outbox.flush(done ? (done.keys ?? []) : (await outbox.pending(database.read, address)).map(({ key }) => key));
    const content = done ? done.content : await contentOf(database.read, address, row.revision);
    if (content === undefined) throw entryNotFound(address);
    return { ...row, content };
  };
}

/** What visitors see by it, and what is gone. */
const AUDITED = ['publish', 'unpublish', 'delete', 'restore'] as const satisfies readonly Action[];
const isAudited = (action: Action): action is (typeof AUDITED)[number] =>
  (AUDITED as readonly Action[]).includes(action);

const changed = (done: WriteResult): boolean => done.changed !== false;
