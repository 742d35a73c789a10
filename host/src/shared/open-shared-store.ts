import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { locationOf } from '../db/dsn.js';
import type { Log } from '../lib/log.js';
import { type GuardedStore, guardStore } from './guarded-store.js';
import { createPostgresStore } from './postgres-store.js';

/** Name of the secret with the prefix of a database's keys in Redis. */
const ID_SECRET = 'shared state';

export interface SharedStoreOptions {
  readonly database: Database;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Redis if it is configured, otherwise the hosts' PostgreSQL. Undefined for the embedded database, which has only one host. */
export async function openSharedStore(options: SharedStoreOptions): Promise<GuardedStore | undefined> {
  const { database, databaseUrl, redisUrl, log } = options;
  if (databaseUrl === undefined) {
    if (redisUrl !== undefined)
      log.warn(
        'REDIS_URL does nothing without DATABASE_URL: the embedded database has one host. Set both, or remove it.',
      );
    return undefined;
  }
  if (redisUrl === undefined) {
    const name = `the database at ${locationOf(databaseUrl)}`;
    return connectEarly(guardStore(createPostgresStore(databaseUrl), { name, setting: 'DATABASE_URL', log }));
  }
  // Imported on demand, because it is rarely used.
  const { createRedisStore } = await import('./redis-store.js');
  const name = `Redis at ${locationOf(redisUrl)}`;
  return connectEarly(
    guardStore(createRedisStore(redisUrl, await databaseId(database)), { name, setting: 'REDIS_URL', log }),
  );
}

/** Connects early, so that the first request does not wait. A failure does not prevent the start. */
async function connectEarly(store: GuardedStore): Promise<GuardedStore> {
  await store.query('').catch(() => {});
  return store;
}

const databaseId = (database: Database): Promise<string> =>
  database.write(async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values({ name: ID_SECRET, value: randomUUID() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await transaction
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', ID_SECRET)
      .executeTakeFirstOrThrow();
    return row.value;
  });
