/**
 * Adds people who signed in through an identity provider, and their sign-ins. Hosts of the previous release do not use
 * them. Released migrations are never changed.
 */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function users(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('issuer', text, (column) => column.notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('email', text)
        .addColumn('roles', text, (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('users_by_subject').on('users').columns(['issuer', 'subject']).unique().execute();
      await db.schema
        .createTable('sign_ins')
        .addColumn('id', text, (column) => column.primaryKey())
        .addColumn('hash', text, (column) => column.notNull().unique())
        .addColumn('user_id', text, (column) => column.notNull())
        .addColumn('origin', text, (column) => column.notNull())
        .addColumn('refresh_token', text)
        .addColumn('id_token', text)
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('checked_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('sign_ins_by_user').on('sign_ins').columns(['user_id', 'created_at']).execute();
      await db.schema.createIndex('sign_ins_by_end').on('sign_ins').column('expires_at').execute();
    },
  };
}
