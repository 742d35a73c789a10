/** Adds webhooks of libraries, their events, and the deliveries of events. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function webhooks(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('webhooks')
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('id', text, (column) => column.notNull())
        .addColumn('url', text, (column) => column.notNull())
        .addColumn('events', text, (column) => column.notNull())
        .addColumn('enabled', 'bigint', (column) => column.notNull())
        .addColumn('disabled_reason', text)
        .addColumn('secrets', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('webhooks_key', ['library', 'id'])
        .execute();
      await db.schema
        .createTable('webhook_events')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('type', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('component', text)
        .addColumn('version', text)
        .addColumn('data', text, (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('webhook_events_by_sequence')
        .on('webhook_events')
        .columns(['library', 'sequence'])
        .execute();
      await db.schema.createIndex('webhook_events_by_time').on('webhook_events').columns(['at']).execute();
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('library', text, (column) => column.notNull())
        .addColumn('webhook', text, (column) => column.notNull())
        .addColumn('event', text, (column) => column.notNull())
        .addColumn('sequence', 'bigint', (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('state', text, (column) => column.notNull())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('first_at', 'bigint')
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claim', text)
        .addColumn('claimed_until', 'bigint', (column) => column.notNull())
        .addColumn('status', 'bigint')
        .addColumn('error', text)
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('delivered_at', 'bigint')
        .addPrimaryKeyConstraint('webhook_deliveries_key', ['library', 'webhook', 'event'])
        .execute();
      const index = (name: string, columns: string[]) =>
        db.schema.createIndex(name).on('webhook_deliveries').columns(columns).execute();
      await index('webhook_deliveries_by_state', ['state', 'due_at']);
      await index('webhook_deliveries_by_subject', ['library', 'webhook', 'subject', 'sequence']);
      await index('webhook_deliveries_by_sequence', ['library', 'webhook', 'sequence']);
      await index('webhook_deliveries_by_time', ['at']);
    },
  };
}
