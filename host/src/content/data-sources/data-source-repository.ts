/** Data sources. The last write wins. */
import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { DataSourceRow } from '../../db/schema.js';
import { ByteCache } from '../../lib/byte-cache.js';
import type { Clock } from '../../lib/clock.js';
import { checkDataSource } from '../check-content.js';
import type { ContentService } from '../content-service.js';
import { preparedOne } from '../../db/prepared-query.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { checkPage, MAX_LIST_SIZE, pageOf } from '../pagination.js';
import { requireLibrary } from '../locks/require-library.js';
import type { DataSource } from '../model.js';

type DataSourceRepository = Pick<
  ContentService,
  'dataSources' | 'dataSourcePage' | 'dataSource' | 'librariesWithDataSource' | 'putDataSource' | 'deleteDataSource'
>;

/** Size of the LRU cache of names without a data source. */
const MAX_MISSING = 10_000;
/** Prefix of the subjects. Library names contain no slash, so that these subjects never equal one. */
const SUBJECT = 'data/';

/** The pub/sub subject for changes of a library's data sources. */
export const dataSubject = (library: string): string => SUBJECT + library;

export function createDataSourceRepository(
  { read, write, publish, subscribe, kind }: Pick<Database, 'read' | 'write' | 'publish' | 'subscribe' | 'kind'>,
  clock: Clock,
): DataSourceRepository {
  /** Caches only misses, so that repeated requests for unknown names do not reach the database. */
  const missing = new ByteCache<DataSourceRow | null>(MAX_MISSING, (row) => (row ? Infinity : 1));
  subscribe((subject) => {
    // Without a subject, notifications may have been missed.
    if (subject === undefined || subject.startsWith(SUBJECT)) missing.clear();
  });

  const findRow = preparedOne(read, (library: string, id: string) =>
    read.selectFrom('data_sources').selectAll().where('library', '=', library).where('id', '=', id),
  );
  const firstPublic = preparedOne(read, (id: string) =>
    read
      .selectFrom('data_sources')
      .selectAll()
      .where('id', '=', id)
      .where('public', '=', 1)
      .orderBy('library')
      .limit(1),
  );

  return {
    async dataSources(library) {
      const rows = await read
        .selectFrom('data_sources')
        .selectAll()
        .where('library', '=', library)
        .orderBy('id')
        .execute();
      return rows.map(dataSourceOf);
    },

    async dataSourcePage(library, { first, after }) {
      checkPage({ first }, MAX_LIST_SIZE);
      let query = read
        .selectFrom('data_sources')
        .select(['library', 'id', 'settings', 'modified_at', 'public'])
        .select(sql<number>`octet_length(sample)`.as('bytes'))
        .where('library', '=', library);
      if (after !== undefined) query = query.where('id', '>', after);
      const rows = await query
        .orderBy('id')
        .limit(first + 1)
        .execute();
      return pageOf(
        rows,
        first,
        ({ modified_at, public: isPublic, ...row }) => ({ ...row, modifiedAt: modified_at, public: isPublic === 1 }),
        ({ id }) => id,
      );
    },

    async dataSource(name, library) {
      const row = await missing.get(`${library ?? ''}/${name}`, async () => {
        const found = library === undefined ? await firstPublic(name) : await findRow(library, name);
        return found ?? null;
      });
      return row ? dataSourceOf(row) : undefined;
    },

    async librariesWithDataSource(name) {
      const rows = await read
        .selectFrom('data_sources')
        .select('library')
        .where('id', '=', name)
        .orderBy('library')
        .limit(MAX_LIST_SIZE)
        .execute();
      return rows.map(({ library }) => library);
    },

    async putDataSource({ library, id, sample, settings: requested, public: isPublic }) {
      checkDataSource({ library, id, sample, settings: requested ?? null });
      const row = await write(async (transaction) => {
        await requireLibrary(transaction, library, kind);
        const now = clock();
        const settings = requested ?? null;
        // Sets only the given columns in one statement, so that saving a sample keeps a concurrent change to private.
        return transaction
          .insertInto('data_sources')
          .values({ library, id, sample, settings, public: Number(isPublic ?? false), modified_at: now })
          .onConflict((conflict) =>
            conflict.columns(['library', 'id']).doUpdateSet(({ and, case: when, eb, ref }) => ({
              sample,
              ...(requested === undefined ? {} : { settings }),
              ...(isPublic === undefined ? {} : { public: Number(isPublic) }),
              // The access right is not part of the content, so changing it keeps the modification time.
              modified_at: when()
                .when(
                  and([
                    eb('data_sources.sample', '=', sample),
                    ...(requested === undefined ? [] : [eb('data_sources.settings', 'is not distinct from', settings)]),
                  ]),
                )
                .then(ref('data_sources.modified_at'))
                .else(now)
                .end(),
            })),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      publish(dataSubject(library));
      return dataSourceOf(row);
    },

    async deleteDataSource(library, id, actor) {
      const isDeleted = await write(async (transaction) => {
        const row = await transaction
          .deleteFrom('data_sources')
          .where('library', '=', library)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        const subject = `${library}/${id}`;
        await addAuditEntry(
          transaction,
          { at: clock(), action: 'deleteDataSource', library, subject, details: {} },
          actor,
        );
        return true;
      });
      if (isDeleted) publish(dataSubject(library));
      return isDeleted;
    },
  };
}

const dataSourceOf = ({ library, id, sample, settings, modified_at, public: isPublic }: DataSourceRow): DataSource => ({
  library,
  id,
  sample,
  settings,
  modifiedAt: modified_at,
  public: isPublic === 1,
});
