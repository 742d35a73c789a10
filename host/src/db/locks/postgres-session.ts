/**
 * A permanent connection, which listens for notifications and holds named locks as advisory locks. PostgreSQL releases
 * these when the connection ends, even if the process crashes. A broken connection is replaced.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { monotonicClock } from '../../lib/clock.js';
import { within } from '../../lib/timeout.js';
import { databaseUnavailable, UnavailableError } from '../../lib/domain-error.js';
import type { Log } from '../../lib/log.js';
import { isUnavailable } from '../postgres-unavailable.js';
import { HostError } from '../../lib/host-error.js';
import type { Database, Lock } from '../database.js';
import { PostgresClient } from '../postgres-client.js';
import { createPubSub } from '../pub-sub.js';
import type { Queries } from '../schema.js';
import { hasRegistrations, needsRefresh, removeRegistration, writeRegistration } from './open-sessions.js';

const CHANNEL = 'feaas_news';
/** Milliseconds between polls for lost notifications: a host may crash between commit and notification. */
const POLL_INTERVAL = 2_000;
const MAX_RETRY = 5_000;
/** Milliseconds in which a running process reconnects. */
const RECONNECT_TIME = 15_000;
const RECONNECT_POLL = 250;
/** Milliseconds in which a reachable server responds. The queries here are short. */
const RESPONSE_TIMEOUT = 10_000;
const NOTIFY = `select pg_notify('${CHANNEL}', subject) from unnest($1::text[]) subject`;

/** PostgreSQL 14 and newer. */
const IDLE_TIMEOUT =
  "select set_config('idle_session_timeout', $1, false) where current_setting('idle_session_timeout', true) is not null";

export interface Session extends Pick<Database, 'withLock' | 'publish' | 'subscribe'> {
  /** Registers this process, so that others know of it even while it has no connection. */
  register(): Promise<void>;
  /**
   * Reconnects before a write if necessary, so that this process holds its lock on the database.
   * @throws UnavailableError
   */
  ensureConnected(): Promise<void>;
  /**
   * Prevents a restore from starting before the transaction ends.
   * @throws UnavailableError while a restore runs
   */
  fence(transaction: Queries): Promise<void>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Requires that no other session exists, and rejects later ones. */
  readonly alone: boolean;
  /** Seconds without queries after which the server ends the session and releases its locks; 0 for never. */
  readonly idleSeconds: number;
  /** Name of the database for messages. */
  readonly location: string;
  /** Called if the server has not responded for so long that all connections are considered broken. */
  readonly cutConnections: () => void;
}

/** Matches the driver's error for a query without a response. */
const isUnresponsive = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** @throws HostError if another process has exclusive access, or if exclusive access is requested while others have access. */
export async function openSession(config: pg.ClientConfig, log: Log, options: SessionOptions): Promise<Session> {
  const { cutConnections: onUnresponsive } = options;
  const pubSub = createPubSub();
  const locks = new Map<string, { lost: boolean }>();
  const pendingNotifications = new Set<string>();
  let client: PostgresClient | undefined;
  const id = randomUUID();
  let isRegistered = false;
  /** Time of the monotonic clock. */
  let registeredAt = -Infinity;
  let connecting: Promise<void> | undefined;
  let isClosed = false;
  let reconnectTimer: NodeJS.Timeout | undefined;

  /** Queries are sequential, because there is only one connection. */
  let lastQuery: Promise<unknown> = Promise.resolve();
  const runQuery = (
    connection: PostgresClient,
    sql: string,
    values: readonly unknown[],
  ): Promise<Record<string, unknown>[]> => {
    const result = lastQuery.then(async () => {
      try {
        return (await connection.query<Record<string, unknown>>(sql, [...values])).rows;
      } catch (error) {
        // A connection without a response may be broken, so its locks count as lost.
        if (isUnavailable(error)) onConnectionLost(connection, error as Error);
        if (isUnresponsive(error)) onUnresponsive();
        throw isUnavailable(error) ? databaseUnavailable(error) : error;
      }
    });
    lastQuery = result.catch(() => {});
    return result;
  };

  const connect = async (): Promise<void> => {
    const connection = new PostgresClient({ ...config, query_timeout: RESPONSE_TIMEOUT });
    connection.on('error', (error) => onConnectionLost(connection, error));
    connection.on('end', () => onConnectionLost(connection));
    let ownProcessId: number | undefined;
    connection.on('notification', ({ processId, payload }) => {
      // Notifications of this process already reached its own subscribers.
      if (processId !== ownProcessId) pubSub.publish(payload);
    });
    try {
      await connection.connect();
      await lockDatabase(connection, log, options);
      if (options.idleSeconds > 0) await connection.query(IDLE_TIMEOUT, [`${options.idleSeconds}s`]);
      ownProcessId = await processIdOf(connection);
      await connection.query(`listen ${CHANNEL}`);
      if (isRegistered) await registerBy(connection);
    } catch (error) {
      await connection.end().catch(() => {});
      throw error;
    }
    if (isClosed) return connection.end();
    client = connection;
    notifyOthers();
    pubSub.publish(undefined);
  };

  const registerBy = async (connection: PostgresClient): Promise<void> => {
    // If the server is read-only, because its disk is full, the next poll retries.
    registeredAt = -Infinity;
    await writeRegistration(connection, id).then(
      () => (registeredAt = monotonicClock()),
      (error: unknown) => {
        if (!isUnavailable(error)) throw error;
      },
    );
  };

  /** Avoids concurrent attempts, which would create two connections. */
  const connectOnce = (): Promise<void> => (connecting ??= connect().finally(() => (connecting = undefined)));

  const onConnectionLost = (connection: PostgresClient, error?: Error): void => {
    if (connection !== client) return;
    client = undefined;
    for (const lock of locks.values()) lock.lost = true;
    connection.cut();
    if (isClosed) return;
    log.warn(`database: lost the listening connection${error ? `: ${error.message}` : ''}`);
    reconnect(100);
  };

  const reconnect = (delay: number): void => {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => {
      if (client) return;
      connectOnce().catch(() => {
        if (!isClosed) reconnect(Math.min(delay * 2, MAX_RETRY));
      });
    }, delay);
    reconnectTimer.unref();
  };

  const notifyOthers = (): void => {
    // Kept for the next connection. Without a connection, nothing can be written that would cause notifications.
    if (!client || pendingNotifications.size === 0) return;
    const subjects = [...pendingNotifications];
    pendingNotifications.clear();
    // If this fails, others find the changes by polling.
    runQuery(client, NOTIFY, [subjects]).catch(() => {});
  };

  await connectOnce();
  let isPolling = false;
  const pollTimer = setInterval(() => {
    pubSub.publish(undefined);
    if (!client || isPolling) return;
    // A lost network connection may go unnoticed, and queries would wait for the timeout of the system's TCP.
    isPolling = true;
    const connection = client;
    void runQuery(connection, 'select', [])
      .then(() => (isRegistered && needsRefresh(registeredAt) ? registerBy(connection) : undefined))
      .catch(() => {})
      .finally(() => (isPolling = false));
  }, POLL_INTERVAL);
  pollTimer.unref();

  return {
    async register() {
      if (options.alone || !client) return;
      isRegistered = true;
      await registerBy(client);
    },
    async ensureConnected() {
      if (client || isClosed) return;
      try {
        await connectOnce();
      } catch (error) {
        throw error instanceof HostError ? restoreRunning(error) : databaseUnavailable(error);
      }
    },
    async fence(transaction) {
      // The exclusive lock already keeps others out.
      if (options.alone) return;
      const query = sql<{ held: boolean }>`select pg_try_advisory_xact_lock_shared(${DATABASE_LOCK}) as held`;
      const { rows } = await query.execute(transaction);
      if (rows[0]?.held !== true) throw restoreRunning();
    },
    subscribe: pubSub.subscribe,
    publish(subject) {
      pubSub.publish(subject);
      // Sent after the commit: commits that notify are serialized, whatever they are about.
      pendingNotifications.add(subject);
      if (pendingNotifications.size === 1) setImmediate(notifyOthers);
    },
    async withLock(name, work) {
      const connection = client;
      if (!connection || locks.has(name)) return false;
      const lock: Lock & { lost: boolean } = { lost: false };
      locks.set(name, lock);
      try {
        const advisoryId = lockId(name);
        const [row] = await runQuery(connection, 'select pg_try_advisory_lock($1) as held', [advisoryId]);
        if (row?.['held'] !== true) return false;
        try {
          await work(lock);
        } finally {
          if (!lock.lost)
            await runQuery(connection, 'select pg_advisory_unlock($1)', [advisoryId]).catch((error: Error) =>
              onConnectionLost(connection, error),
            );
        }
        return true;
      } finally {
        locks.delete(name);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(reconnectTimer);
      clearInterval(pollTimer);
      // Sends pending notifications, such as those of a command that ends.
      notifyOthers();
      await lastQuery;
      const last = client;
      client = undefined;
      if (last && isRegistered) await removeRegistration(last, id).catch(() => {});
      if (last) await within(RESPONSE_TIMEOUT, last.end(), databaseUnavailable).catch(() => last.cut());
    },
  };
}

/** All users of a database hold this lock as shared; a restore holds it exclusively. */
async function lockDatabase(client: PostgresClient, log: Log, { alone, location }: SessionOptions): Promise<void> {
  const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const tryLock = async (): Promise<boolean> =>
    (await client.query<{ held: boolean }>(`select ${lock}($1) as held`, [DATABASE_LOCK])).rows[0]?.held === true;
  if (!alone) {
    if (await tryLock()) return;
    throw new HostError(`a restore of ${location} runs. Wait for its end.`);
  }
  const inUseError = new HostError(`hosts or commands run on ${location}. Stop all of them first.`);
  if (!(await tryLock())) throw inUseError;
  if (!(await hasRegistrations(client))) return;
  log.warn(
    `a host or command on ${location} was not ended in order, or has lost its connection: waiting ${RECONNECT_TIME / 1000} s for it.`,
  );
  for (const deadline = monotonicClock() + RECONNECT_TIME; monotonicClock() < deadline;) {
    // Released meanwhile, because it would block the processes that this waits for.
    await client.query('select pg_advisory_unlock($1)', [DATABASE_LOCK]);
    await sleep(RECONNECT_POLL);
    if (!(await tryLock())) throw inUseError;
  }
}

/** The server process of a connection. Notifications contain the one that sent them. */
async function processIdOf(client: PostgresClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** Advisory locks have 64-bit ids. Names with the same id only wait for each other. */
const lockId = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE(0).toString();

const DATABASE_LOCK = lockId('all of it');

const restoreRunning = (cause?: unknown): UnavailableError =>
  new UnavailableError('A restore of the database runs: try again in a few seconds.', { cause });
