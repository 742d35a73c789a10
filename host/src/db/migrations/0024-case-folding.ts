/**
 * Normalizes the text for searches further, for letters whose uppercase forms coincide: ß and SS, ς and Σ. Only rows
 * with letters beyond ASCII change. Released migrations are never changed.
 */
import { type Kysely, type Migration, sql } from 'kysely';
import type { Dialect } from './dialect.js';

/** The columns that this migration reads and writes. */
interface Tables {
  components: { library: string; id: string; folded: string };
  media: { library: string; id: string; folded: string };
}

/** Rows per query. */
const PAGE = 500;

/** The text normalization of that release's search, applied to the stored text of the previous one. */
const foldedAgain = (folded: string): string =>
  folded.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

export function caseFolding(dialect: Dialect): Migration {
  const bytes = dialect === 'postgres' ? sql`octet_length(folded)` : sql`length(cast(folded as blob))`;
  return {
    async up(db: Kysely<Tables>) {
      for (const table of ['components', 'media'] as const) {
        let last: { readonly library: string; readonly id: string } | undefined;
        do {
          let query = db
            .selectFrom(table)
            .select(['library', 'id', 'folded'])
            .where(sql<boolean>`${bytes} > length(folded)`);
          if (last) query = query.where(sql<boolean>`(library, id) > (${last.library}, ${last.id})`);
          const rows = await query.orderBy('library').orderBy('id').limit(PAGE).execute();
          for (const { library, id, folded: before } of rows) {
            const folded = foldedAgain(before);
            if (folded === before) continue;
            await db.updateTable(table).set({ folded }).where('library', '=', library).where('id', '=', id).execute();
          }
          last = rows.length === PAGE ? rows.at(-1) : undefined;
        } while (last);
      }
    },
  };
}
