/**
 * All migrations from an empty database to the current tables, at most one per changing release, in portable SQL. They
 * do not import code of the host, so that later changes do not affect a released migration.
 */
import type { Migration } from 'kysely';
import { tables } from './0001-tables.js';
import { descriptions } from './0002-descriptions.js';
import { dataSourceTimes } from './0003-data-source-times.js';
import { search } from './0004-search.js';
import { forks } from './0005-forks.js';
import { emptyTombstones } from './0006-empty-tombstones.js';
import { published } from './0007-published.js';
import { audit } from './0008-audit.js';
import { compatibility } from './0009-compatibility.js';
import { publicData } from './0010-public-data.js';
import { deletions } from './0011-deletions.js';
import { webhooks } from './0012-webhooks.js';
import { schedules } from './0013-schedules.js';
import { previewLinks } from './0014-preview-links.js';
import { users } from './0015-users.js';
import { sharedLimits } from './0016-shared-limits.js';
import { purges } from './0017-purges.js';
import { userTimes } from './0018-user-times.js';
import { libraryEvents } from './0019-library-events.js';
import { coveringIndexes } from './0020-covering-indexes.js';
import { libraryStarts } from './0021-library-starts.js';
import { versionPages } from './0022-version-pages.js';
import { longPages } from './0023-long-pages.js';
import { caseFolding } from './0024-case-folding.js';
import { publicationTimes } from './0025-publication-times.js';
import { outboxKeys } from './0026-outbox-keys.js';
import { componentForks } from './0027-component-forks.js';
import { searchIndex } from './0028-search-index.js';
import type { Dialect } from './dialect.js';

/** Every migration by its name. They run in the order of their names. */
export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '0001-tables': tables(dialect),
  '0002-descriptions': descriptions(dialect),
  '0003-data-source-times': dataSourceTimes(),
  '0004-search': search(dialect),
  '0005-forks': forks(dialect),
  '0006-empty-tombstones': emptyTombstones(),
  '0007-published': published(),
  '0008-audit': audit(dialect),
  '0009-compatibility': compatibility(dialect),
  '0010-public-data': publicData(),
  '0011-deletions': deletions(dialect),
  '0012-webhooks': webhooks(dialect),
  '0013-schedules': schedules(dialect),
  '0014-preview-links': previewLinks(dialect),
  '0015-users': users(dialect),
  '0016-shared-limits': sharedLimits(dialect),
  '0017-purges': purges(dialect),
  '0018-user-times': userTimes(),
  '0019-library-events': libraryEvents(),
  '0020-covering-indexes': coveringIndexes(),
  '0021-library-starts': libraryStarts(),
  '0022-version-pages': versionPages(),
  '0023-long-pages': longPages(),
  '0024-case-folding': caseFolding(dialect),
  '0025-publication-times': publicationTimes(dialect),
  '0026-outbox-keys': outboxKeys(),
  '0027-component-forks': componentForks(),
  '0028-search-index': searchIndex(dialect),
});

/**
 * Hosts whose newest migration is this one or a later one can use the current tables, because later migrations only add
 * to them. If a new migration breaks such hosts, or makes them write wrong data, name that migration here. Then all
 * hosts must be stopped for the upgrade.
 */
export const OLDEST_COMPATIBLE = '0009-compatibility';
