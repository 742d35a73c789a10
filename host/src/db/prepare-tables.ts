/** Handles missing tables, and tables of another version. */
import { sql } from 'kysely';
import { HostError } from '../lib/host-error.js';
import type { DatabaseKind, TablesRule } from './database.js';
import type { Log } from '../lib/log.js';
import { migrate, MIGRATIONS } from './migrate.js';
import { OLDEST_COMPATIBLE } from './migrations/index.js';
import type { Queries } from './schema.js';

/**
 * Prepares the tables according to the rule. During a rolling update, hosts of two releases run side by side. The newer
 * one migrates the tables, and records which older hosts remain compatible.
 * @throws HostError that names the database if the rule forbids a required change.
 */
export async function prepareTables(
  queries: Queries,
  kind: DatabaseKind,
  { tables: rule, location, log }: { tables: TablesRule; location: string; log: Log },
): Promise<void> {
  const applied = await appliedTo(queries);
  const latest = MIGRATIONS.at(-1);
  if (applied.some((name) => !MIGRATIONS.includes(name))) {
    const isCompatible = MIGRATIONS.includes(await oldestCompatible(queries));
    const versions = `its tables are at '${applied.at(-1)}', ours at '${latest}'`;
    if (!isCompatible || MIGRATIONS.some((name) => !applied.includes(name))) {
      throw new HostError(
        `a newer feaas-host (${versions}) updated ${location}. ` +
          'Start that version, or restore a backup of this one into an empty database or data folder.',
      );
    }
    log.info(`a newer feaas-host (${versions}) updated ${location}; this version still works on it.`);
    return;
  }
  if (rule !== 'update' && applied.length > 0 && applied.length < MIGRATIONS.length) {
    if (rule === 'read') return;
    throw new HostError(
      `the tables of ${location} are of an older feaas-host (at '${applied.at(-1)}', ours at '${latest}'). ` +
        "Stop all hosts, 'backup', then 'start' this version: it updates them.",
    );
  }
  if (applied.length === 0 && (rule === 'keep' || rule === 'read')) {
    throw new HostError(
      `${location} has no tables of a feaas-host. Check the name of the database; 'start', 'import' and 'restore' create them.`,
    );
  }
  await migrate(queries, kind);
  if ((await oldestCompatible(queries)) === OLDEST_COMPATIBLE) return;
  await queries
    .insertInto('compatibility')
    .values({ name: OLDEST_HOST, migration: OLDEST_COMPATIBLE })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ migration: OLDEST_COMPATIBLE }))
    .execute();
}

const OLDEST_HOST = 'oldest host';

/** The newest migration of the oldest compatible host; '' if only hosts with the same tables are compatible. */
async function oldestCompatible(queries: Queries): Promise<string> {
  if (!(await hasTable(queries, 'compatibility'))) return '';
  const row = await queries
    .selectFrom('compatibility')
    .select('migration')
    .where('name', '=', OLDEST_HOST)
    .executeTakeFirst();
  return row?.migration ?? '';
}

async function hasTable(queries: Queries, table: string): Promise<boolean> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === table);
}

/**
 * For a read-only database.
 * @param refusal the code of the disk if it takes no writes for another reason than space
 * @throws HostError if tables would have to be created or migrated
 */
export async function requireLatestTables(
  queries: Queries,
  location: string,
  refusal: string | undefined,
): Promise<void> {
  const applied = await appliedTo(queries);
  const isUpdated = MIGRATIONS.every((name) => applied.includes(name));
  // Tables of a newer, compatible host, as above.
  if (isUpdated && (applied.length === MIGRATIONS.length || MIGRATIONS.includes(await oldestCompatible(queries))))
    return;
  throw outdatedTables(location, refusal);
}

/** For a disk that takes no tables of this version. @param refusal as above */
export const outdatedTables = (location: string, refusal: string | undefined): HostError =>
  new HostError(
    refusal === undefined
      ? `the disk of ${location} is full, and its tables are not of this version: make space first.`
      : `the disk of ${location} takes no writes (${refusal}), and its tables are not of this version. ` +
          'Check that the disk is neither read-only nor damaged, and quotas.',
  );

/** Names of the applied migrations, in order; empty for an empty database. */
export async function appliedTo(queries: Queries): Promise<readonly string[]> {
  if (!(await hasTable(queries, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries);
  return rows.map(({ name }) => name);
}
