/**
 * When what is published of a version or stylesheet last changed. The database itself records it, so that hosts of the release before,
 * which do not know the column, record it as well while they run beside new ones. A migration that was released is never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from './dialect.js';

interface Tables {
  documents: { published: number | null; modified_at: number; published_at: number | null };
}

/** The clocks of two hosts differ: a time never goes back. */
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
      // When it was published was not kept. The last change is never before that, nor before any time that visitors were told.
      await db
        .updateTable('documents')
        .set(({ ref }) => ({ published_at: ref('modified_at') }))
        .where('published', 'is not', null)
        .execute();
      for (const statement of dialect === 'postgres' ? POSTGRES : [EMBEDDED]) await statement.execute(db);
    },
  };
}
