/** The ledger on a database and a blob store. */
import { sql } from 'kysely';
import type { Database } from '../db/database.js';
import { styleAddress } from '../content/addresses.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { Ledger } from '../content/content-service.js';
import type { TokenStore } from '../auth/token-store.js';
import { type Clock, systemClock } from '../lib/clock.js';
import { consoleLog, type Log } from '../lib/log.js';
import { catalogue } from '../content/components/component-repository.js';
import { createChangeFeed } from '../content/entries/change-feed.js';
import { checkAll } from './check-consistency.js';
import { createDeliverer } from './worker/outbox-worker.js';
import { bury, openDeliveries, want, wantAll } from './outbox/outbox.js';
import type { Outbox } from '../content/entries/outbox.js';
import { findDocument } from '../content/entries/entries.js';
import { documentWrites } from '../content/versions/entry-writes.js';
import { forkReads } from '../content/forks/fork-repository.js';
import { keepHouse } from '../content/entries/cleanup-job.js';
import { takeBlobs } from './store-identity.js';
import { fullStylesheet } from '../content/stylesheets/stylesheets.js';
import { tokenStore } from '../auth/token-repository.js';
import { findRevision, historyOf, versionReads } from '../content/versions/version-repository.js';
import { createDocumentWriter } from '../content/entries/entry-writer.js';

export interface LedgerOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Milliseconds a write waits for its blobs before it is acknowledged without them. */
  readonly patience?: number;
}

const PATIENCE = 5_000;

/** From now on open deliveries are carried out. Closing it closes the database too. */
export function createLedger(options: LedgerOptions): Ledger & TokenStore {
  const { database, blobs, clock = systemClock, log = consoleLog, patience = PATIENCE } = options;
  const { read } = database;
  const deliverer = createDeliverer({ database, blobs, log, patience });
  const outbox: Outbox = {
    enqueue: want,
    enqueueTombstones: bury,
    pending: openDeliveries,
    flush: deliverer.deliver,
  };
  const feed = createChangeFeed(database);
  const endHousekeeping = keepHouse(database, clock, log);

  return {
    ...catalogue(database, clock),
    ...versionReads(read),
    ...forkReads(read),
    ...documentWrites(createDocumentWriter({ database, outbox, clock }), outbox),
    ...tokenStore(database, clock),
    history: (address, page) => historyOf(read, address, page),
    revision: (address, number) => findRevision(read, address, number),
    async stylesheet(library) {
      const row = await findDocument(read, styleAddress(library));
      return row && fullStylesheet(row);
    },
    stylesheetHistory: (library, page) => historyOf(read, styleAddress(library), page),
    changes: feed.changes,
    delivered: deliverer.delivered,
    async redeliver() {
      await takeBlobs(database, blobs);
      await wantAll(database);
    },
    async isDelivered(address) {
      // Before the rows are read: what is noted by then is not open, and what is noted meanwhile is in here.
      const written = deliverer.written();
      return (await openDeliveries(read, address)).every(({ key, wanted }) => (written.get(key) ?? 0) >= wanted);
    },
    check: () => checkAll(read, blobs),
    ready: () =>
      sql`select 1`.execute(read).then(
        () => true,
        () => false,
      ),
    async close() {
      endHousekeeping();
      feed.close();
      await deliverer.close();
      await database.close();
    },
  };
}
