/**
 * What hosts count and keep together: rates, open connections, persisted queries; and indexes that large tables lacked. Only
 * PostgreSQL has several hosts. The tables of limits are unlogged, as nothing of it has to survive a crash of the server. A migration that was released is never changed.
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
  // Without an index on `full_at`, which each update changes: so the row stays in its page, and no index grows.
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
 * Finds components by a part of their text without reading all of them. Who may not create the extension, or does not have it,
 * searches as before.
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
