/**
 * Adds what hosts share: rate limits, open connections, persisted queries; and missing indexes of large tables. It
 * applies to PostgreSQL, which alone supports several hosts. The tables of limits are unlogged, because their content
 * may be lost in a crash of the server. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from './dialect.js';

const STATEMENTS = [
  `create unlogged table shared_rates (
     key text collate "C" primary key,
     per_second double precision not null,
     burst double precision not null,
     needed double precision not null,
     wanted double precision not null,
     granted double precision not null,
     at double precision not null,
     full_at double precision not null
   ) with (fillfactor = 70)`,
  // No index on `full_at`, which every update changes. So updates stay in the page of the row, and no index grows.
  `create unlogged table shared_leases (
     holder text collate "C" not null,
     id text collate "C" not null,
     until bigint not null,
     primary key (holder, id)
   )`,
  'create index shared_leases_by_time on shared_leases (until)',
  `create unlogged table shared_queries (
     hash text collate "C" primary key,
     text text not null,
     used_at bigint not null
   )`,
  'create index shared_queries_by_time on shared_queries (used_at)',
];

/**
 * An index for substring searches of components. Without the extension, or the permission to create it, searches still
 * work as before.
 */
const SEARCH_INDEX = `
  do $$ begin
    create extension if not exists pg_trgm;
    create index if not exists components_by_text on components using gin (folded gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    null;
  end $$`;

export function sharedLimits(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const index = (name: string, table: string, columns: string[]) =>
        db.schema.createIndex(name).ifNotExists().on(table).columns(columns).execute();
      await index('scheduled_jobs_by_time', 'scheduled_jobs', ['library', 'due_at', 'id']);
      await index('scheduled_jobs_of_release', 'scheduled_jobs', ['library', 'release']);
      await index('scheduled_jobs_by_end', 'scheduled_jobs', ['finished_at']);
      await index('preview_links_in_use', 'preview_links', ['library', 'expires_at']);
      await index('preview_links_by_end', 'preview_links', ['expires_at']);
      if (dialect !== 'postgres') return;
      for (const statement of [...STATEMENTS, SEARCH_INDEX]) await sql.raw(statement).execute(db);
    },
  };
}
