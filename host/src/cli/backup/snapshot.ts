import Libsql from 'libsql';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Queries, Tables } from '../../db/schema.js';
import { pathsIn } from '../../lib/data-folder.js';

/** Runs work on a consistent snapshot of the database, while others continue to write. */
export type Snapshot = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

/**
 * For the embedded database: uses a separate connection in this process. In WAL mode, readers do not block the host,
 * and it does not block them.
 */
export const snapshotOfFile =
  (path: string): Snapshot =>
  async (work) => {
    const connection = new Libsql(path, { timeout: 5_000 });
    const queries = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: connection as unknown as SqliteDatabase }),
    });
    try {
      return await queries.transaction().execute(work);
    } finally {
      await queries.destroy();
    }
  };

/** For PostgreSQL: uses a read-only transaction with the isolation level repeatable read. */
export const snapshotOfDatabase =
  (database: Database): Snapshot =>
  (work) =>
    database.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        // No timeouts: it locks no rows, and the reader may be slow.
        for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
          await sql`select set_config(${name}, '0', true)`.execute(transaction);
        return work(transaction);
      });

/** For the open database of a host. */
export const snapshotOf = (database: Database, data: string): Snapshot =>
  database.kind === 'embedded' ? snapshotOfFile(pathsIn(data).database) : snapshotOfDatabase(database);
