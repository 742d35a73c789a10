/** Adds the text for searches of components and media. Released migrations are never changed. */
import type { Kysely, Migration } from 'kysely';
import { type Dialect, textType } from './dialect.js';

/** The columns that this migration reads and writes. */
interface Tables {
  components: { library: string; id: string; name: string; description: string; folded: string };
  media: { library: string; id: string; name: string; folded: string };
}

/** The text normalization of that release's search: ignores case and composed characters. */
const folded = (...texts: readonly string[]): string => texts.join('\n').normalize('NFKC').toLowerCase();

export function search(dialect: Dialect): Migration {
  const text = textType(dialect);
  return {
    async up(db: Kysely<Tables>) {
      for (const table of ['components', 'media'] as const) {
        await db.schema
          .alterTable(table)
          .addColumn('folded', text, (column) => column.notNull().defaultTo(''))
          .execute();
      }
      for (const { library, id, name, description } of await db
        .selectFrom('components')
        .select(['library', 'id', 'name', 'description'])
        .execute()) {
        const found = { folded: folded(id, name, description) };
        await db.updateTable('components').set(found).where('library', '=', library).where('id', '=', id).execute();
      }
      for (const { library, id, name } of await db.selectFrom('media').select(['library', 'id', 'name']).execute()) {
        const found = { folded: folded(name) };
        await db.updateTable('media').set(found).where('library', '=', library).where('id', '=', id).execute();
      }
    },
  };
}
