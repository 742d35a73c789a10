import { type CachedBlobs, createCachedBlobs } from '../../storage/cached-blobs.js';
import { tracedBlobs } from '../../storage/traced-blobs.js';
import { storageAt } from '../../storage/drivers/registry.js';
import { shareInvalidation } from '../../publishing/invalidation/shared-blob-cache.js';
import type { Database, DatabaseSettings } from '../../db/database.js';
import { createReadCache, type ReadCache } from '../../db/read-cache.js';
import { openDatabase } from '../../db/dialects/open-database.js';
import type { ContentService } from '../../content/content-service.js';
import type { TokenStore } from '../../auth/token-store.js';
import { createContentService } from '../../publishing/create-content-service.js';
import { createPurgeQueue } from '../../publishing/purge/purge-queue.js';
import { purgedPictures } from '../../publishing/purge/purged-pictures.js';
import type { ContentValidator } from '../../validation/content-validator.js';
import type { Log } from '../../lib/log.js';
import { pathsIn } from '../../lib/data-folder.js';
import type { Settings } from '../../config/read-settings.js';
import { completeRestore } from './replace-data-folder.js';

/** The database and services, open in this process. Closing the content service closes the database. */
export interface OpenedContent {
  readonly database: Database;
  readonly blobs: CachedBlobs;
  /** Cache of the content service's reads. */
  readonly readCache: ReadCache;
  readonly contentService: ContentService & TokenStore;
}

export interface OpenOptions extends Pick<DatabaseSettings, 'tables' | 'alone'> {
  /** Validates content before it becomes public. By default this runs in this thread. */
  readonly validator?: ContentValidator;
  /** Milliseconds between checks for due schedules; undefined to run none. */
  readonly scheduleInterval?: number;
  /** Called with the number of revisions that retention removed. */
  readonly onRevisionsRemoved?: (count: number) => void;
  /** Whether this process sends webhook events. */
  readonly sendsWebhooks?: boolean;
  /** Called after each request to the target of purges. */
  readonly onPurgeRequest?: (isAccepted: boolean) => void;
}

/**
 * @param check runs before anything is delivered
 * @throws HostError that names the wrong setting; immediately if another process has locked the data folder.
 */
export async function openContent(
  settings: Settings,
  log: Log,
  { validator, scheduleInterval, onRevisionsRemoved, onPurgeRequest, sendsWebhooks = false, ...options }: OpenOptions,
  check: (stores: Pick<OpenedContent, 'database' | 'blobs'>) => Promise<void> = async () => {},
): Promise<OpenedContent> {
  const { database, blobs: stored } = await openDatabaseAndBlobs(settings, log, options);
  try {
    await check({ database, blobs: stored });
  } catch (error) {
    await database.close();
    throw error;
  }
  const target = settings.purge?.open();
  const purges = target && createPurgeQueue({ database, target, log, onRequest: onPurgeRequest });
  const blobs = purges ? purgedPictures(stored, database, purges) : stored;
  const readCache = createReadCache(database);
  return {
    database,
    blobs,
    readCache,
    contentService: createContentService({
      ...{ database, blobs, log, readCache },
      purges,
      auditDays: settings.auditDays,
      history: settings.history,
      scheduleInterval,
      onRevisionsRemoved,
      receivers: { hosts: settings.webhookHosts, development: settings.environment === 'development' },
      ...(sendsWebhooks ? { webhooks: {} } : {}),
      ...(validator ? { validator } : {}),
    }),
  };
}

/** Opens the database and the blobs without starting workers. */
export async function openDatabaseAndBlobs(
  settings: Settings,
  log: Log,
  options: OpenOptions,
): Promise<Pick<OpenedContent, 'database' | 'blobs'>> {
  const { data, databaseUrl, databaseTimeouts, storage } = settings;
  if (databaseUrl === undefined) await completeRestore(data, log);
  const location = databaseUrl === undefined ? { file: pathsIn(data).database } : { url: databaseUrl };
  const database = await openDatabase({ ...location, ...options, timeouts: databaseTimeouts, log });
  try {
    storageAt(storage).prepare(data);
    return { database, blobs: shareInvalidation(await openBlobs(settings, log), database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export const openBlobs = async ({ storage, data }: Settings, log: Log): Promise<CachedBlobs> =>
  createCachedBlobs(tracedBlobs(await storageAt(storage).open({ data, log })));
