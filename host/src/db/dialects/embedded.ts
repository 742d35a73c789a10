/** The embedded database: a libsql file that this process alone has open. */
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UnavailableError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import type { Log } from '../../lib/log.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import type { Database, TablesRule } from '../database.js';
import { lockFolder } from '../locks/folder-lock.js';
import { groupCommit } from './group-commit.js';
import { createPubSub } from '../pub-sub.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';
import { prepareTables } from '../prepare-tables.js';

export async function openEmbedded(file: string, { tables, log }: { tables: TablesRule; log: Log }): Promise<Database> {
  const path = resolve(file);
  const folder = dirname(path);
  if ((tables === 'keep' || tables === 'read') && !existsSync(path)) throw noDatabase(path);
  makePrivateFolder(folder);
  const unlock = lockFolder(folder);
  const opened: Libsql.Database[] = [];
  try {
    // It holds hashes of tokens and the key of sessions; what SQLite puts beside it takes its mode.
    closeSync(openSync(path, 'a', 0o600));
    const writer = connect(path);
    opened.push(writer);
    const writes = queriesOf(writer, () => false);
    await prepareTables(writes, 'embedded', { tables, location: `the database '${path}'`, log });
    // Of its own, so that reads neither wait for a group nor see what is not yet committed.
    const reader = connect(path);
    opened.push(reader);
    const group = groupCommit(writer, writes);
    const pubSub = createPubSub();
    const locked = new Set<string>();
    let isClosed = false;

    return {
      kind: 'embedded',
      read: queriesOf(reader, () => isClosed),
      write: group.write,
      async withLock(name, work) {
        if (locked.has(name)) return false;
        locked.add(name);
        try {
          await work({ lost: false });
        } finally {
          locked.delete(name);
        }
        return true;
      },
      publish: pubSub.publish,
      subscribe: pubSub.subscribe,
      async close() {
        if (isClosed) return;
        isClosed = true;
        await group.close();
        reader.close();
        writer.close();
        unlock();
      },
    };
  } catch (error) {
    for (const each of opened) each.close();
    unlock();
    if (error instanceof HostError) throw error;
    throw new HostError(`the database '${path}' can not be opened: ${(error as Error).message}`, { cause: error });
  }
}

export const noDatabase = (path: string): HostError =>
  new HostError(
    `there is no database '${path}'. Name the data folder of the host by --data or FEAAS_DATA, or its PostgreSQL by ` +
      'DATABASE_URL, in the environment or in a file .env of the working folder.',
  );

/** Milliseconds to wait for a reader from outside, such as a backup. */
const BUSY_TIMEOUT = 5_000;

function connect(path: string): Libsql.Database {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT });
  try {
    connection.exec('pragma journal_mode = wal');
    // A commit is on the disk when it returns, not only safe from a crash of the process.
    connection.exec('pragma synchronous = full');
    connection.exec('pragma foreign_keys = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const queriesOf = (connection: Libsql.Database, isClosed: () => boolean): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({ database: withPreparedStatements(connection, isClosed) }),
    ...queryTracing('embedded'),
  });

/** Prepares each statement once. There are as many as the host has queries; a bound keeps generated ones in check. */
function withPreparedStatements(connection: Libsql.Database, isClosed: () => boolean): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      // A statement of a closed connection may go on answering.
      if (isClosed()) throw new UnavailableError('The database is closed.');
      let statement = prepared.get(sql);
      if (!statement) {
        if (prepared.size >= 500) prepared.clear();
        prepared.set(sql, (statement = connection.prepare(sql)));
      }
      return statement;
    },
  };
}
