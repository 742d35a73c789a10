/** The embedded database: a libsql file that only this process opens. */
import { type CompiledQuery, Kysely, sql, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exists } from '../../lib/is-there.js';
import { UnavailableError } from '../../lib/domain-error.js';
import { codeOf, HostError } from '../../lib/host-error.js';
import { diskCodeOf, isFolderFull, isNearlyFull, isOutOfSpace } from '../../lib/disk-full.js';
import type { Log } from '../../lib/log.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import type { Database, TablesRule } from '../database.js';
import { DirectQueries } from '../direct-queries.js';
import { lockFolder } from '../locks/folder-lock.js';
import { diskFull, diskRefused, type GroupCommit, groupCommit } from './group-commit.js';
import { libsqlQuery, loggedQuery } from './libsql-query.js';
import { createPubSub } from '../pub-sub.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';
import { outdatedTables, prepareTables, requireLatestTables } from '../prepare-tables.js';

export async function openEmbedded(file: string, { tables, log }: { tables: TablesRule; log: Log }): Promise<Database> {
  const path = resolve(file);
  const folder = dirname(path);
  if ((tables === 'keep' || tables === 'read') && !exists(path)) throw noDatabase(path);
  makePrivateFolder(folder);
  const unlock = lockFolder(folder);
  let connections: Connections | undefined;
  try {
    // Private, because it contains token hashes and the session key. SQLite's other files get the same mode.
    closeSync(openSync(path, 'a', 0o600));
    connections = await openConnections(path, tables, log);
  } catch (error) {
    closeConnections(connections);
    unlock();
    if (error instanceof HostError) throw error;
    throw new HostError(
      `could not open the database '${path}'. Check the file and its permissions: ${(error as Error).message}`,
      { cause: error },
    );
  }
  const { reader, group, refusal } = connections;
  let isClosed = false;
  let reported: string | undefined;
  // Checked at the start, because SQLite's log file may have space left for one or two writes.
  let isFull = isNearlyFull(folder);
  const pubSub = createPubSub();
  const heldLocks = new Set<string>();

  // Statements of a closed connection may still return results.
  const requireOpen = (): void => {
    if (isClosed) throw new UnavailableError('The connection to the database has ended.');
  };
  const opened = identityOf(path);
  // SQLite goes on with a removed file, so that everything written to it would be gone after a restart.
  const isReplaced = (): boolean => identityOf(path) !== opened;
  const readOnlyReason = (): string | undefined => {
    if (!group) return refusal === undefined ? FULL_AT_START : refusedAtStart(refusal);
    if (isReplaced()) return REPLACED;
    if (isFull) return FULL;
    const code = group.diskFailure();
    return code === undefined || isOutOfSpace(code)
      ? code && FULL
      : `the disk of the database takes no writes (${code})`;
  };
  const report = (): void => {
    const reason = readOnlyReason();
    if (reported === reason) return;
    reported = reason;
    if (!group && refusal === undefined)
      log.warn(`database: the disk of '${path}' is full: it is only read. Make space, then start again.`);
    else if (!group)
      log.error(
        `database: the disk of '${path}' took no writes at the start (${refusal}): it is only read. Check that it is neither read-only nor damaged, and quotas. Then start again.`,
      );
    else if (reason === FULL) log.warn(`database: the disk of '${path}' is full: it is only read. Free some space.`);
    else if (reason === REPLACED)
      log.error(
        `database: '${path}' is no longer the file that the host opened: it is only read. Put that file back. If there is none, restore a backup: a restart loses what the host still reads.`,
      );
    else if (reason !== undefined)
      log.error(
        `database: the disk of '${path}' takes no writes (${group.diskFailure()}): it is only read. Check that it is neither read-only nor damaged, and quotas.`,
      );
    else log.info(`database: the host writes to '${path}' again.`);
  };
  report();
  const checkTimer = setInterval(() => {
    isFull = isNearlyFull(folder);
    report();
    // There may be no writes by others for a long time.
    if (group?.diskFailure() !== undefined && !isFull) void tryToWrite(group);
  }, RETRY_INTERVAL);
  checkTimer.unref();

  return {
    kind: 'embedded',
    read: directQueriesOf(reader, requireOpen),
    async write(work) {
      if (!group) throw refusal === undefined ? diskFull() : diskRefused(refusal);
      if (!isClosed && isReplaced()) throw databaseReplaced();
      return group.write(work);
    },
    async withLock(name, work) {
      if (heldLocks.has(name)) return false;
      heldLocks.add(name);
      try {
        await work({ lost: false });
      } finally {
        heldLocks.delete(name);
      }
      return true;
    },
    commits: () => (group ? group.commits() : 0),
    pools: () => [],
    publish: pubSub.publish,
    subscribe: pubSub.subscribe,
    readOnlyReason,
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(checkTimer);
      await group?.close();
      closeConnections(connections);
      unlock();
    },
  };
}

/** Milliseconds between checks for free disk space. */
const RETRY_INTERVAL = 2_000;

const FULL = 'the disk of the database is full';
const REPLACED = 'the file of the database is no longer the one that the host opened: put it back';
const FULL_AT_START = 'the disk of the database was full at the start: make space, then start again';

const refusedAtStart = (code: string): string =>
  `the disk of the database took no writes at the start (${code}): correct it, then start again`;

const databaseReplaced = (): UnavailableError =>
  new UnavailableError(
    'The file of the database is no longer the one that the host opened: nothing changed. Ask the operator to put it back.',
  );

/** Identifies a file; undefined if there is none. SQLite recognizes a moved file in the same way. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}/${found.ino}`;
  } catch (error) {
    // On a failing disk, this may be any file.
    return codeOf(error) ?? 'unknown';
  }
}

interface Connections {
  readonly reader: Libsql.Database;
  readonly writer?: Libsql.Database;
  /** Undefined if the disk does not even take the files that a reader next to a writer needs. */
  readonly group?: GroupCommit;
  /** The code of the disk if there is no group, and the reason is not a lack of space. */
  readonly refusal?: string;
}

function closeConnections(connections: Partial<Connections> | undefined): void {
  connections?.reader?.close();
  connections?.writer?.close();
}

/** @throws HostError, and errors of SQLite */
async function openConnections(path: string, tables: TablesRule, log: Log): Promise<Connections> {
  let writer: Libsql.Database | undefined;
  let isMigrating = false;
  try {
    writer = connect(path);
    const connection = writer;
    // The first read needs the index of the log.
    connection.exec(FIRST_READ);
    isMigrating = true;
    await inTransaction(connection, () =>
      prepareTables(queriesOf(connection), 'embedded', { tables, location: locationOf(path), log }),
    );
    isMigrating = false;
    return withReader(path, writer);
  } catch (error) {
    writer?.close();
    const code = diskCodeOf(error);
    if (code === undefined) throw error;
    const refusal = isFolderFull(dirname(path), code) ? undefined : code;
    // Only a migration writes. Its statements keep the lock of the database, so that nobody else can read it.
    if (isMigrating) throw outdatedTables(locationOf(path), refusal);
    return openReader(path, refusal);
  }
}

/** Kysely uses no transaction for migrations of SQLite. Without one, a full disk or a kill would leave some of them. */
async function inTransaction(connection: Libsql.Database, work: () => Promise<void>): Promise<void> {
  connection.exec('begin');
  try {
    await work();
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

/** Size of the page cache, so that queries rarely read the file, even with 100,000 components in a library. */
const READ_CACHE_KIBIBYTES = 16 * 1024;

/** Reads use a separate connection, so that they do not wait for a group and do not see uncommitted data. */
function withReader(path: string, writer: Libsql.Database): Connections {
  const reader = connect(path);
  try {
    reader.exec(`pragma cache_size = -${READ_CACHE_KIBIBYTES}`);
    return { reader, writer, group: groupCommit(writer, queriesOf(writer)) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/**
 * A single connection with exclusive access. It keeps the index of the log in memory, so reading needs no disk space.
 * The access stays exclusive until the process ends, because libsql keeps the lock while statements exist.
 */
async function openReader(path: string, refusal: string | undefined): Promise<Connections> {
  const reader = connectExclusively(path);
  try {
    await requireLatestTables(queriesOf(reader), locationOf(path), refusal);
    return { reader, ...(refusal === undefined ? {} : { refusal }) };
  } catch (error) {
    reader.close();
    throw error;
  }
}

function connectExclusively(path: string): Libsql.Database {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT });
  try {
    connection.exec('pragma locking_mode = exclusive');
    // The lock is only taken by the first query.
    connection.prepare(FIRST_READ).get();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const FIRST_READ = 'select count(*) from sqlite_master';

const locationOf = (path: string): string => `the database '${path}'`;

/** Writes a page without changing anything. The group records whether that failed. */
const tryToWrite = (group: GroupCommit): Promise<unknown> =>
  group.write((transaction) => sql`pragma user_version = 0`.execute(transaction)).catch(() => {});

export const noDatabase = (path: string): HostError =>
  new HostError(
    `there is no database '${path}'. Name the data folder of the host by --data or FEAAS_DATA, or its PostgreSQL by ` +
      'DATABASE_URL. A file .env in the working folder can contain these variables.',
  );

/** Milliseconds to wait for an external reader, such as a backup. */
const BUSY_TIMEOUT = 5_000;

function connect(path: string): Libsql.Database {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT });
  try {
    connection.exec('pragma journal_mode = wal');
    // A commit is on disk when it returns, which also survives a power failure.
    connection.exec('pragma synchronous = full');
    connection.exec('pragma foreign_keys = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const configOf = (connection: Libsql.Database, requireOpen: () => void) => ({
  dialect: new SqliteDialect({ database: withPreparedStatements(connection, requireOpen) }),
  ...queryTracing('embedded'),
});

const queriesOf = (connection: Libsql.Database): Kysely<Tables> => new Kysely<Tables>(configOf(connection, () => {}));

/** @param requireOpen throws if the connection is closed */
function directQueriesOf(connection: Libsql.Database, requireOpen: () => void): DirectQueries {
  const config = configOf(connection, requireOpen);
  const { log } = config;
  return new DirectQueries(config, <Row>(query: CompiledQuery<Row>) => {
    const direct = libsqlQuery<Row>(() => connection.prepare(query.sql), requireOpen);
    return log ? loggedQuery(direct, query, log) : direct;
  });
}

/** Prepares each statement once. The host has a fixed number of queries; the limit is for generated ones. */
function withPreparedStatements(connection: Libsql.Database, requireOpen: () => void): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      requireOpen();
      let statement = prepared.get(sql);
      if (!statement) {
        if (prepared.size >= 500) prepared.clear();
        prepared.set(sql, (statement = statementOf(connection.prepare(sql))));
      }
      return statement;
    },
  };
}

/** Caches `reader`: it never changes, and reading it takes as long as some queries. */
function statementOf(statement: Libsql.Statement): SqliteStatement {
  const { reader } = statement;
  return {
    reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
