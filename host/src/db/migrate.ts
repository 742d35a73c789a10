import { Migrator } from 'kysely';
import { UnavailableError } from '../lib/domain-error.js';
import { HostError } from '../lib/host-error.js';
import type { DatabaseKind } from './database.js';
import { migrations } from './migrations/index.js';
import type { Queries } from './schema.js';

/** Migrates the tables. Hosts that start together wait for each other. */
export async function migrate(queries: Queries, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => migrations(kind) } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  // The database is unavailable, which is no failure of the migration.
  if (error instanceof UnavailableError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  const subject = failed === undefined ? 'its tables' : `its tables to '${failed}'`;
  throw new HostError(`the database could not update ${subject}. Restore a backup, or report this: ${reason}`, {
    cause: error,
  });
}

/** Names of all known migrations, in order. */
export const MIGRATIONS: readonly string[] = Object.freeze(Object.keys(migrations('embedded')).sort());
