/**
 * Keeps webhooks of a deleted library until the event of the deletion is delivered. Webhooks with all events also get
 * the new one. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

const EVENTS = [
  ...['component.published', 'component.unpublished', 'component.deleted'],
  ...['stylesheet.published', 'stylesheet.unpublished', 'media.uploaded', 'media.deleted'],
];

export function libraryEvents(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('webhooks').addColumn('retired_at', 'bigint').execute();
      const all = JSON.stringify([...EVENTS, 'library.deleted']);
      await sql`update webhooks set events = ${all} where events = ${JSON.stringify(EVENTS)}`.execute(db);
    },
  };
}
