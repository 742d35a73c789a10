/** The ledger on a database and a blob store. */
import { sql } from 'kysely';
import type { Database } from '../database/database.js';
import { styleAddress } from '../domain/addresses.js';
import type { BlobStore } from '../domain/blobs.js';
import type { Ledger } from '../domain/ledger.js';
import type { TokenStore } from '../domain/tokens.js';
import { type Clock, consoleLog, type Log, systemClock } from '../ports.js';
import { catalogue } from './catalogue.js';
import { createChangeFeed } from './changes.js';
import { checkAll } from './check.js';
import { createDeliverer } from './deliverer.js';
import { openDeliveries, wantAll } from './deliveries.js';
import { findDocument } from './documents.js';
import { documentWrites } from './drafts.js';
import { forkReads } from './forks.js';
import { keepHouse } from './housekeeping.js';
import { takeBlobs } from './mark.js';
import { fullStylesheet } from './stylesheets.js';
import { tokenStore } from './tokens.js';
import { findRevision, historyOf, versionReads } from './versions.js';
import { createDocumentWriter } from './writer.js';

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
  const feed = createChangeFeed(database);
  const endHousekeeping = keepHouse(database, clock, log);

  return {
    ...catalogue(database, clock),
    ...versionReads(read),
    ...forkReads(read),
    ...documentWrites(createDocumentWriter({ database, deliverer, clock })),
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
