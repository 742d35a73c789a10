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
    return guardStore(createPostgresStore(databaseUrl, log), { name, setting: 'DATABASE_URL', log });
  }
  // Its package is needed by few.
  const { createRedisStore } = await import('./redis-store.js');
  const name = `Redis at ${locationOf(redisUrl)}`;
  return guardStore(createRedisStore(redisUrl, await databaseId(database)), { name, setting: 'REDIS_URL', log });
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
