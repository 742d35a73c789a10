/** Records of uploaded pictures; their bytes are in blobs. */
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { checkMedia } from '../check-content.js';
import type { ContentService, KeyedUpload } from '../content-service.js';
import { checkKey, earlierResult, once } from '../entries/idempotency.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { mediaEvent, recordEvents } from '../webhooks/record-events.js';
import { requireLibrary } from '../locks/require-library.js';
import { badCursor, checkPage, pageOf } from '../pagination.js';
import { matchesSearch, toSearchText } from '../search.js';
import { createTrigramIndex } from '../trigram-index.js';
import { mediaOf } from '../usable-values.js';

type MediaRepository = Pick<
  ContentService,
  'media' | 'mediaItem' | 'putMedia' | 'deleteMedia' | 'earlierUpload' | 'rememberUpload'
>;

export function createMediaRepository(database: Database, clock: Clock): MediaRepository {
  const { read, write, kind } = database;
  const findCandidates = createTrigramIndex(database, 'media');
  return {
    /** Newest first. */
    async media(library, { first, after, search }) {
      checkPage({ first });
      const candidates = search ? await findCandidates(library, search, first + 1) : undefined;
      let query = read.selectFrom('media').selectAll();
      // A separate condition on the library would make SQLite read all of it in order.
      query = candidates
        ? query.where(sql<SqlBool>`(library, id) in (select ${library}, id from (${candidates}))`)
        : query.where('library', '=', library);
      if (after !== undefined) {
        const [, time, id] = /^(\d{1,15})\/(.+)$/.exec(after) ?? [];
        if (time === undefined || id === undefined) throw badCursor(after);
        // A row value is a range of the index. With `or`, SQLite reads all pictures of the library.
        query = query.where(sql<SqlBool>`(created_at, id) < (${Number(time)}, ${id})`);
      }
      if (search !== undefined) query = query.where(matchesSearch(search));
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(first + 1)
        .execute();
      const page = pageOf(rows, first, mediaOf, ({ created_at, id }) => `${created_at}/${id}`);
      return { ...page, items: page.items.filter((item) => item !== undefined) };
    },

    async mediaItem(library, id) {
      const row = await read
        .selectFrom('media')
        .selectAll()
        .where('library', '=', library)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && mediaOf(row);
    },

    async putMedia(media) {
      checkMedia(media);
      const { library, id, name, width, height, variants, author, createdAt } = media;
      const values = {
        ...{ name, width, height, variants: JSON.stringify(variants), author, created_at: createdAt },
        folded: toSearchText(name),
      };
      const row = await write(async (transaction) => {
        await requireLibrary(transaction, library, kind);
        for (;;) {
          // If two hosts add it at once, the second waits here for the first.
          const added = await transaction
            .insertInto('media')
            .values({ library, id, ...values })
            .onConflict((conflict) => conflict.columns(['library', 'id']).doNothing())
            .returningAll()
            .executeTakeFirst();
          if (added) {
            await recordEvents(transaction, library, [mediaEvent('media.uploaded', media, clock())]);
            return added;
          }
          const changed = await transaction
            .updateTable('media')
            .set(values)
            .where('library', '=', library)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirst();
          // Otherwise the picture was deleted in between, so try again.
          if (changed) return changed;
        }
      });
      return mediaOf(row)!;
    },

    async earlierUpload<Result>(upload: KeyedUpload) {
      checkKey(upload.key);
      return earlierResult<Result>(read, upload, upload.operation, clock());
    },

    rememberUpload: (upload, result) =>
      write((transaction) => once(transaction, upload, upload.operation, clock(), async () => result)),

    deleteMedia: (library, id, actor) =>
      write(async (transaction) => {
        const row = await transaction
          .deleteFrom('media')
          .where('library', '=', library)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        const at = clock();
        const entry = {
          at,
          action: 'deleteMedia',
          library,
          subject: `${library}/${id}`,
          details: { name: row.name },
        } as const;
        await addAuditEntry(transaction, entry, actor);
        const variants = mediaOf(row)?.variants ?? [];
        await recordEvents(transaction, library, [mediaEvent('media.deleted', { ...row, variants }, at)]);
        return true;
      }),
  };
}
