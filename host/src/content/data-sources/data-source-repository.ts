/** Data sources. The last write wins. */
import type { Database } from '../../db/database.js';
import type { DataSourceRow } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { checkSettings } from '../../validation/check-data-settings.js';
import { checkJson, checkName } from '../../validation/check-input.js';
import type { ContentService } from '../content-service.js';
import { requireLibrary } from '../libraries/require-library.js';
import type { DataSource } from '../model.js';

type DataSourceRepository = Pick<ContentService, 'dataSources' | 'putDataSource'>;

export function createDataSourceRepository({ read, write }: Database, clock: Clock): DataSourceRepository {
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

    async putDataSource({ library, id, sample, settings: given }) {
      checkName('library', library);
      checkName('id', id);
      checkJson('sample', sample);
      if (given != null) checkSettings('settings', given);
      const row = await write(async (transaction) => {
        await requireLibrary(transaction, library);
        const known = await transaction
          .selectFrom('data_sources')
          .selectAll()
          .where('library', '=', library)
          .where('id', '=', id)
          .executeTakeFirst();
        const settings = given === undefined ? (known?.settings ?? null) : given;
        if (known && known.sample === sample && known.settings === settings) return known;
        const values = { sample, settings, modified_at: clock() };
        return transaction
          .insertInto('data_sources')
          .values({ library, id, ...values })
          .onConflict((conflict) => conflict.columns(['library', 'id']).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return dataSourceOf(row);
    },
  };
}

const dataSourceOf = ({ library, id, sample, settings, modified_at }: DataSourceRow): DataSource => ({
  ...{ library, id, sample, settings },
  modifiedAt: modified_at,
});
