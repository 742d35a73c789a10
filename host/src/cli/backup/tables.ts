import { sql } from 'kysely';
import type { Queries, Tables } from '../../db/schema.js';
import { SESSION_PREFIX } from '../../db/locks/open-sessions.js';
import { HostError } from '../../lib/host-error.js';

/** Every table with its key, referenced tables first. Rows are read in the order of the key. */
export const TABLES: { readonly [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[] } = Object.freeze({
  libraries: ['id'],
  sequences: ['library'],
  components: ['library', 'id'],
  collections: ['library', 'id'],
  memberships: ['library', 'collection', 'component'],
  documents: ['library', 'component', 'version'],
  revisions: ['library', 'component', 'version', 'number'],
  deliveries: ['key'],
  changes: ['library', 'sequence'],
  operations: ['actor', 'key'],
  data_sources: ['library', 'id'],
  media: ['library', 'id'],
  tokens: ['id'],
  secrets: ['name'],
  audit: ['id'],
  compatibility: ['name'],
  deletions: ['library', 'component'],
  webhooks: ['library', 'id'],
  webhook_events: ['id'],
  webhook_deliveries: ['library', 'webhook', 'event'],
  purges: ['key'],
  scheduled_jobs: ['id'],
  releases: ['library', 'id'],
  release_items: ['library', 'release', 'component', 'version'],
  preview_links: ['id'],
  users: ['id'],
  sign_ins: ['id'],
});

export type TableName = keyof Tables;
export type Row = Readonly<Record<string, unknown>>;

export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** Rows per line of a backup, and per statement of a restore. */
const BATCH = 100;

/** Reads all rows in batches, with the last key as cursor, so that no table is completely in memory. */
export async function* rowsOf(queries: Queries, table: TableName): AsyncGenerator<readonly Row[]> {
  const key = TABLES[table] as readonly string[];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => sql.val(last![column])))})` : sql``;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${BATCH}`.execute(queries);
    const contentRows = rows.filter((row) => isContent(table, row));
    if (contentRows.length > 0) yield contentRows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

/** Registrations of processes and sign-ins are not content: a restore must not sign in people who have signed out. */
const isContent = (table: TableName, { name }: Row): boolean =>
  table !== 'sign_ins' && !(table === 'secrets' && String(name).startsWith(SESSION_PREFIX));

export async function insertRows(queries: Queries, table: TableName, rows: readonly Row[]): Promise<void> {
  // A backup may contain such lines if all rows of a batch were excluded.
  if (rows.length === 0) return;
  await queries
    .insertInto(table)
    .values(rows as never)
    .execute();
}

/**
 * Checks for unknown tables. Tables of shared counters are not content, and triggers fill the index of searches.
 * @throws HostError if there is a table that this program does not know: a backup without it would be incomplete.
 */
export async function checkTables(queries: Queries): Promise<void> {
  const unknown = [...(await tablesIn(queries))].filter(
    (name) => !Object.hasOwn(TABLES, name) && !/^(kysely_|sqlite_|libsql_|shared_|search_)/.test(name),
  );
  if (unknown.length > 0) {
    throw new HostError(
      `the database has tables that this version does not know: ${unknown.sort().join(', ')}. Use the version that runs on it.`,
    );
  }
}

/** Names of the existing tables. */
export async function tablesIn(queries: Queries): Promise<ReadonlySet<string>> {
  return new Set((await queries.introspection.getTables()).map(({ name }) => name));
}
