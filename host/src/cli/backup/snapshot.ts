import Libsql from 'libsql';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Queries, Tables } from '../../db/schema.js';
import { pathsIn } from '../../lib/data-folder.js';

/** Runs work that sees the database as it is at one moment, while others go on writing to it. */
export type Snapshot = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

/**
 * Of the embedded database: over a connection of this process's own. In WAL mode a reader neither waits for the
 * host that has the file open, nor makes it wait.
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

/** Of PostgreSQL: a read-only transaction of the strictest kind sees one moment. */
export const snapshotOfDatabase =
  (database: Database): Snapshot =>
  (work) =>
    database.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        // It holds no rows, and its reader may be slow.
        for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
          await sql`select set_config(${name}, '0', true)`.execute(transaction);
        return work(transaction);
      });

/** Of whichever database a host has open. */
export const snapshotOf = (database: Database, data: string): Snapshot =>
  database.kind === 'embedded' ? snapshotOfFile(pathsIn(data).database) : snapshotOfDatabase(database);
