import type { Log } from '../../lib/log.js';
import type { Settings } from '../../config/read-settings.js';
import { locationOf } from '../../db/dsn.js';
import { pathsIn } from '../../lib/data-folder.js';
import { describeStorage } from './storage-description.js';
import { connectAdminSocket } from '../admin-socket/client.js';
import type { Services } from '../admin-socket/services.js';

interface Options {
  /** Creates missing tables. */
  readonly make?: boolean;
  /** Logs which database is changed, because a change of a wrong one may be noticed late. */
  readonly logLocation?: boolean;
  /** Requires that the blob store belongs to the database, because writes are delivered to it. */
  readonly blobStore?: 'to its own' | 'to its own or an emptied';
}

/**
 * Uses the services of the host that runs on the data folder, or opens the database in this process. For PostgreSQL it
 * always opens the database, because any number of processes may.
 */
export async function withServices<Result>(
  settings: Settings,
  log: Log,
  work: (services: Services) => Promise<Result>,
  { make = false, logLocation = false, blobStore }: Options = {},
): Promise<Result> {
  const { databaseUrl, data } = settings;
  const connection = databaseUrl === undefined ? await connectAdminSocket(data) : undefined;
  const report = (location: string): void => (logLocation ? log.info(location) : undefined);
  if (connection) {
    report(`through the host that runs on '${data}' (process ${connection.pid})`);
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }
  // Imported on demand, because it is large and not needed while a host runs.
  const { openContent } = await import('./open-content.js');
  const { compareStoreIdentities } = await import('./check-store-identity.js');
  const { contentService, blobs } = await openContent(
    settings,
    log,
    { tables: make ? 'make' : 'keep' },
    async (stores) => {
      if (blobStore === undefined) return;
      await compareStoreIdentities(stores, describeStorage(settings), log, blobStore === 'to its own or an emptied');
    },
  );
  if (databaseUrl !== undefined) report(`on the database at ${locationOf(databaseUrl)}`);
  else report(`no host runs on '${data}': on its database '${pathsIn(data).database}' itself`);
  try {
    return await work({ contentService, blobs, tokens: contentService });
  } finally {
    await contentService.close();
  }
}
