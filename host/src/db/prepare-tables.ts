/** What is done about tables that are not there, or not of this version. */
import { sql } from 'kysely';
import { HostError } from '../lib/host-error.js';
import type { DatabaseKind, TablesRule } from './database.js';
import { migrate, MIGRATIONS } from './migrate.js';
import type { Queries } from './schema.js';

/** @throws HostError that names the database where the rule forbids what would have to be done. */
export async function prepareTables(
  queries: Queries,
  kind: DatabaseKind,
  rule: TablesRule,
  location: string,
): Promise<void> {
  const applied = await appliedTo(queries);
  const latest = MIGRATIONS.at(-1);
  if (applied.some((name) => !MIGRATIONS.includes(name))) {
    throw new HostError(
      `${location} was brought up to date by a newer feaas-host (its tables are at '${applied.at(-1)}', ours at '${latest}'). ` +
        'Start that version, or restore a backup of this one into an empty database or data folder.',
    );
  }
  if (rule !== 'update' && applied.length > 0 && applied.length < MIGRATIONS.length) {
    if (rule === 'read') return;
    throw new HostError(
      `the tables of ${location} are of an older feaas-host (at '${applied.at(-1)}', ours at '${latest}'). ` +
        "Stop all hosts, 'backup', then 'start' this version: it brings them up to date.",
    );
  }
  if (applied.length === 0 && (rule === 'keep' || rule === 'read')) {
    throw new HostError(
      `${location} has no tables of a feaas-host. Check which database is named; 'start', 'import' and 'restore' make them.`,
    );
  }
  await migrate(queries, kind);
}

/** Names of the migrations that a database has seen, in order; none if it is empty. */
export async function appliedTo(queries: Queries): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries);
  return rows.map(({ name }) => name);
}
