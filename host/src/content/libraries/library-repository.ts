/** Libraries and their settings. The last write wins. */
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/database.js';
import { preparedOne } from '../../db/prepared-query.js';
import type { LibraryRow, Tables } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { COMMAND_LINE } from '../../auth/identity.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { checkLibrary } from '../check-content.js';
import type { ContentService } from '../content-service.js';
import { beginChanges } from '../entries/change-feed.js';
import { requireNoDeletion } from '../deletions/deletions.js';
import type { Library } from '../model.js';
import { checkPage, MAX_LIST_SIZE, pageOf } from '../pagination.js';
import { DEFAULT_SETTINGS, settingsFrom, settingsText } from './settings.js';

type LibraryRepository = Pick<
  ContentService,
  'libraries' | 'libraryPage' | 'library' | 'publishedLibrary' | 'libraryState' | 'putLibrary'
>;

/** Whether a version or stylesheet of a library is published. */
const hasPublished = ({ eb, selectFrom }: ExpressionBuilder<Tables, 'libraries'>) =>
  // Not `exists`: PostgreSQL would scan the whole table.
  eb(
    selectFrom('documents as d')
      .select('d.library')
      .whereRef('d.library', '=', 'libraries.id')
      .where('d.published', 'is not', null)
      .where('d.deleted_at', 'is', null)
      // Reads in the order of the index. Otherwise PostgreSQL scans the whole table for one row.
      .orderBy('d.component')
      .orderBy('d.version')
      .limit(1),
    'is not',
    null,
  );

export function createLibraryRepository({ read, write }: Database, clock: Clock): LibraryRepository {
  const withId = (library: string) =>
    read.selectFrom('libraries').selectAll().where('id', '=', library).where('libraries.deleted_at', 'is', null);
  const findRow = preparedOne(read, withId);
  const findPublishedRow = preparedOne(read, (library: string) => withId(library).where(hasPublished));

  return {
    async libraries() {
      const rows = await read
        .selectFrom('libraries')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map(libraryOf);
    },

    async libraryPage({ first, after, published = false, besides = [] }) {
      checkPage({ first }, MAX_LIST_SIZE);
      let query = read.selectFrom('libraries').selectAll().where('libraries.deleted_at', 'is', null);
      if (after !== undefined) query = query.where('id', '>', after);
      if (published) {
        query = query.where((expressions) =>
          expressions.or([
            ...(besides.length > 0 ? [expressions('id', 'in', besides)] : []),
            hasPublished(expressions),
          ]),
        );
      }
      const rows = await query
        .orderBy('id')
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, libraryOf, ({ id }) => id);
    },

    async library(id) {
      const row = await findRow(id);
      return row && libraryOf(row);
    },

    async publishedLibrary(id) {
      const row = await findPublishedRow(id);
      return row && libraryOf(row);
    },

    async libraryState(id) {
      const row = await read.selectFrom('libraries').select('deleted_at').where('id', '=', id).executeTakeFirst();
      return row && (row.deleted_at === null ? 'there' : 'deleted');
    },

    async putLibrary({ id, name, description, settings = {} }, actor = COMMAND_LINE) {
      checkLibrary({ id, name, ...(description === undefined ? {} : { description }), settings });
      const row = await write(async (transaction) => {
        const at = clock();
        // Locks the row if it exists. Concurrent changes by other writers are then visible, and are not lost.
        const found = await transaction
          .insertInto('libraries')
          .values({ id, name, description: '', settings: settingsText(DEFAULT_SETTINGS), created_at: at })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ name: ref('libraries.name') })))
          .returningAll()
          .executeTakeFirstOrThrow();
        const isDeleted = found.deleted_at !== null;
        if (isDeleted) await requireNoDeletion(transaction, { library: id, component: '' });
        const current = isDeleted
          ? { ...found, name, description: '', settings: settingsText(DEFAULT_SETTINGS), created_at: at }
          : found;
        const written = await transaction
          .updateTable('libraries')
          .set({
            name,
            description: description ?? current.description,
            settings: settingsText({ ...libraryOf(current).settings, ...settings }),
            created_at: current.created_at,
            deleted_at: null,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('sequences')
          .values({ library: id, last: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        if (isDeleted) await beginChanges(transaction, id);
        const details = differencesOf(libraryOf(current), libraryOf(written));
        if (Object.keys(details).length > 0)
          await addAuditEntry(transaction, { at, action: 'saveSettings', library: id, subject: id, details }, actor);
        return written;
      });
      return libraryOf(row);
    },
  };
}

/** The changed settings, name and description, with their new values. */
function differencesOf(before: Library, now: Library): Record<string, unknown> {
  const flat = ({ name, description, settings }: Library): Record<string, unknown> => ({
    ...{ name, description },
    ...settings,
  });
  const [old, current] = [flat(before), flat(now)];
  return Object.fromEntries(
    Object.entries(current).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  );
}

const libraryOf = ({ id, name, description, settings, created_at }: LibraryRow): Library => ({
  id,
  name,
  description,
  settings: settingsFrom(settings),
  createdAt: created_at,
});
