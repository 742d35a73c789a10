/** Adds the page of a fork. Released migrations are never changed. */
import { type Kysely, type Migration, sql } from 'kysely';
import { type Dialect, textType } from './dialect.js';

export function forks(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('documents')
        .addColumn('page', text, (column) => column.notNull().defaultTo(''))
        .execute();
      for (const [name, column] of [
        ['documents_forks', 'modified_at'],
        ['documents_forks_by_page', 'page'],
      ] as const) {
        await db.schema
          .createIndex(name)
          .on('documents')
          .columns(['library', column, 'component', 'version'])
          .where(sql<boolean>`fork_origin is not null`)
          .execute();
      }
    },
  };
}
