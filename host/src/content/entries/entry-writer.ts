/** How every write of a document goes: once per key, in one transaction, told of and delivered, then acknowledged. */
import { subjectOf } from '../addresses.js';
import type { Write } from '../content-service.js';
import type { Action, VersionAddress } from '../model.js';
import type { Database } from '../../db/database.js';
import type { DocumentRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { addChange } from './change-feed.js';
import { conflict, contentOf, type FullDocument, missing } from './entries.js';
import { checkKey, isKnown, once } from './idempotency.js';
import { createLines } from '../../lib/keyed-mutex.js';
import { checkNumber, checkTitle } from '../../validation/check-input.js';
import type { Outbox } from './outbox.js';

/** What a write did: the row as it is now, and the keys to be delivered; nothing to tell where it is not `changed`. */
export interface Done {
  readonly row: DocumentRow;
  /** That of the row's revision. */
  readonly content: string;
  readonly keys?: readonly string[];
  readonly changed?: boolean;
}

export type DocumentWriter = (
  action: Action,
  address: VersionAddress,
  /** Further arguments, by which a key that is used for something else is found out. */
  more: readonly unknown[],
  write: Write,
  present: Present,
  work: (transaction: Queries, at: number) => Promise<Done>,
) => Promise<FullDocument>;

/** A document as a writer who is too late is shown it. */
export type Present = (row: FullDocument) => { revision: number };

export function createDocumentWriter({
  database,
  outbox,
  clock,
}: {
  database: Database;
  outbox: Outbox;
  clock: Clock;
}): DocumentWriter {
  const inLine = createLines<FullDocument>();

  return async (action, address, more, write, present, work) => {
    checkKey(write.key);
    checkTitle('actor', write.actor.name);
    checkNumber('expected', write.expected, 0);
    const { library, component, version } = address;
    const operation = [action, library, component, version, write.expected, ...more];
    const at = clock();
    const { row, done } = await inLine(subjectOf(address), async ({ left, leave }) => {
      const late = left && left.revision > write.expected;
      if (late && !(await isKnown(database.read, write))) throw conflict(address, write.expected, present(left));
      const outcome = await database.write(async (transaction) => {
        let done: Done | undefined;
        const row = await once(transaction, write, operation, at, async () => {
          done = await work(transaction, at);
          return done.row;
        });
        if (done && changed(done)) await addChange(transaction, address, { action, revision: row.revision, at });
        return { row, done: done as Done | undefined };
      });
      if (outcome.done) leave({ ...outcome.row, content: outcome.done.content });
      return outcome;
    });
    if (done && changed(done)) database.announce(library);
    // Who asks again may have been cut off before the blobs were there.
    await outbox.flush(done ? (done.keys ?? []) : (await outbox.pending(database.read, address)).map(({ key }) => key));
    const content = done ? done.content : await contentOf(database.read, address, row.revision);
    if (content === undefined) throw missing(address);
    return { ...row, content };
  };
}

const changed = (done: Done): boolean => done.changed !== false;
