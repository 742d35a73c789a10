import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { locationOf } from '../db/dsn.js';
import type { Log } from '../lib/log.js';
import { type GuardedStore, guardStore } from './guarded-store.js';
import { createPostgresStore } from './postgres-store.js';

/** Name, among the secrets, of what the keys of a database's hosts in Redis begin with. */
const ID_SECRET = 'shared state';

export interface SharedStoreOptions {
  readonly database: Database;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Redis if there is one, else the hosts' PostgreSQL. Undefined on the embedded database, which has one host. */
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
    return connected(guardStore(createPostgresStore(databaseUrl), { name, setting: 'DATABASE_URL', log }));
  }
  // Its package is needed by few.
  const { createRedisStore } = await import('./redis-store.js');
  const name = `Redis at ${locationOf(redisUrl)}`;
  return connected(
    guardStore(createRedisStore(redisUrl, await databaseId(database)), { name, setting: 'REDIS_URL', log }),
  );
}

/** The first request should not wait for a connection. One that can not be made is no reason not to start. */
async function connected(store: GuardedStore): Promise<GuardedStore> {
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
