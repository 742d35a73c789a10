/**
 * Adds when the published content of a version or stylesheet last changed. A trigger records it, so that it works with
 * hosts of the previous release, which do not know the column. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from './dialect.js';

interface Tables {
  documents: { published: number | null; modified_at: number; published_at: number | null };
}

/** Clocks of hosts may differ, but the time must not decrease. */
const EMBEDDED = sql`create trigger documents_published_at after update of published on documents
  when old.published is not null or new.published is not null
  begin
    update documents set published_at = max(new.modified_at, coalesce(old.published_at, 0))
    where library = new.library and component = new.component and version = new.version;
  end`;
const POSTGRES = [
  sql`create or replace function documents_published_at() returns trigger language plpgsql as $$
  begin
    new.published_at := greatest(new.modified_at, old.published_at);
    return new;
  end $$`,
  sql`create trigger documents_published_at before update of published on documents for each row
  when (old.published is not null or new.published is not null) execute function documents_published_at()`,
];

export function publicationTimes(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Tables>) {
      await db.schema.alterTable('documents').addColumn('published_at', 'bigint').execute();
      // The publication time is unknown. The last change is never earlier, nor before a time that visitors got.
      await db
        .updateTable('documents')
        .set(({ ref }) => ({ published_at: ref('modified_at') }))
        .where('published', 'is not', null)
        .execute();
      for (const statement of dialect === 'postgres' ? POSTGRES : [EMBEDDED]) await statement.execute(db);
    },
  };
}
