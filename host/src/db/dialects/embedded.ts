/** The embedded database: a libsql file that this process alone has open. */
import { type CompiledQuery, Kysely, sql, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UnavailableError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { isDiskFull, isNearlyFull } from '../../lib/disk-full.js';
import type { Log } from '../../lib/log.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import type { Database, TablesRule } from '../database.js';
import { DirectQueries } from '../direct-queries.js';
import { lockFolder } from '../locks/folder-lock.js';
import { diskFull, type GroupCommit, groupCommit } from './group-commit.js';
import { libsqlQuery, loggedQuery } from './libsql-query.js';
import { createPubSub } from '../pub-sub.js';
import type { Tables } from '../schema.js';
import { queryTracing } from '../trace-queries.js';
import { prepareTables, requireLatestTables } from '../prepare-tables.js';

export async function openEmbedded(file: string, { tables, log }: { tables: TablesRule; log: Log }): Promise<Database> {
  const path = resolve(file);
  const folder = dirname(path);
  if ((tables === 'keep' || tables === 'read') && !existsSync(path)) throw noDatabase(path);
  makePrivateFolder(folder);
  const unlock = lockFolder(folder);
  let connections: Connections | undefined;
  try {
    // It holds hashes of tokens and the key of sessions; what SQLite puts beside it takes its mode.
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
  const { reader, group } = connections;
  let isClosed = false;
  let isReported = false;
  // What is left in the log of SQLite may take a write or two, and then no more.
  let isFull = isNearlyFull(folder);
  const pubSub = createPubSub();
  const locked = new Set<string>();

  // A statement of a closed connection may go on answering.
  const requireOpen = (): void => {
    if (isClosed) throw new UnavailableError('The connection to the database has ended.');
  };
  const readOnlyReason = (): string | undefined => {
    if (!group) return FULL_AT_START;
    return isFull || group.isFull() ? FULL : undefined;
  };
  const report = (): void => {
    const reason = readOnlyReason();
    if (isReported === (reason !== undefined)) return;
    isReported = reason !== undefined;
    if (!group) log.warn(`database: the disk of '${path}' is full: it is only read. Make space, then start again.`);
    else if (isReported) log.warn(`database: the disk of '${path}' is full: it is only read. Free some space.`);
    else log.info(`database: there is space on the disk of '${path}' again: the host writes again.`);
  };
  report();
  const watching = setInterval(() => {
    isFull = isNearlyFull(folder);
    report();
    // Nobody else may write for long.
    if (group?.isFull() && !isFull) void tryToWrite(group);
  }, RETRY_INTERVAL);
  watching.unref();

  return {
    kind: 'embedded',
    read: directQueriesOf(reader, requireOpen),
    write: (work) => (group ? group.write(work) : Promise.reject(diskFull())),
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
    commits: () => (group ? group.commits() : 0),
    pools: () => [],
    publish: pubSub.publish,
    subscribe: pubSub.subscribe,
    readOnlyReason,
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(watching);
      await group?.close();
      closeConnections(connections);
      unlock();
    },
  };
}

/** Milliseconds between looks for whether there is space again. */
const RETRY_INTERVAL = 2_000;

const FULL = 'the disk of the database is full';
const FULL_AT_START = 'the disk of the database was full at the start: make space, then start again';

interface Connections {
  readonly reader: Libsql.Database;
  readonly writer?: Libsql.Database;
  /** Undefined while the disk is too full even for what SQLite needs to read beside a writer. */
  readonly group?: GroupCommit;
}

function closeConnections(connections: Partial<Connections> | undefined): void {
  connections?.reader?.close();
  connections?.writer?.close();
}

/** @throws HostError, and what SQLite says */
async function openConnections(path: string, tables: TablesRule, log: Log): Promise<Connections> {
  let writer: Libsql.Database | undefined;
  try {
    writer = connect(path);
    await prepareTables(queriesOf(writer), 'embedded', { tables, location: `the database '${path}'`, log });
    return withReader(path, writer);
  } catch (error) {
    writer?.close();
    if (!isDiskFull(error)) throw error;
    return openReader(path);
  }
}

/** Pages of the file in memory, so that a query reads few others, also where a library has 100,000 components. */
const READ_CACHE_KIBIBYTES = 16 * 1024;

/** Reads have a connection of their own, so that they neither wait for a group nor see what is not yet committed. */
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
 * One connection that has the file to itself: its index of the log is in memory, so that reading needs no space at all. It stays
 * so until the process ends, since libsql keeps the lock of the file for as long as there are statements.
 */
async function openReader(path: string): Promise<Connections> {
  const reader = connectAlone(path);
  try {
    await requireLatestTables(queriesOf(reader), `the database '${path}'`);
    return { reader };
  } catch (error) {
    reader.close();
    throw error;
  }
}

function connectAlone(path: string): Libsql.Database {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT });
  try {
    connection.exec('pragma locking_mode = exclusive');
    // Only from the first query on.
    connection.prepare('select count(*) from sqlite_master').get();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Writes a page that changes nothing; the group notes whether that failed. */
const tryToWrite = (group: GroupCommit): Promise<unknown> =>
  group.write((transaction) => sql`pragma user_version = 0`.execute(transaction)).catch(() => {});

export const noDatabase = (path: string): HostError =>
  new HostError(
    `there is no database '${path}'. Name the data folder of the host by --data or FEAAS_DATA, or its PostgreSQL by ` +
      'DATABASE_URL. A file .env in the working folder can contain these variables.',
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

const configOf = (connection: Libsql.Database, requireOpen: () => void) => ({
  dialect: new SqliteDialect({ database: withPreparedStatements(connection, requireOpen) }),
  ...queryTracing('embedded'),
});

const queriesOf = (connection: Libsql.Database): Kysely<Tables> => new Kysely<Tables>(configOf(connection, () => {}));

/** @param requireOpen throws once the connection is closed */
function directQueriesOf(connection: Libsql.Database, requireOpen: () => void): DirectQueries {
  const config = configOf(connection, requireOpen);
  const { log } = config;
  return new DirectQueries(config, <Row>(query: CompiledQuery<Row>) => {
    const direct = libsqlQuery<Row>(() => connection.prepare(query.sql), requireOpen);
    return log ? loggedQuery(direct, query, log) : direct;
  });
}

/** Prepares each statement once. There are as many as the host has queries; a bound keeps generated ones in check. */
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

/** Whether it answers with rows never changes, and takes as long to ask as some queries take. */
function statementOf(statement: Libsql.Statement): SqliteStatement {
  const { reader } = statement;
  return {
    reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
