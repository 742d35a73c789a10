import type { Log } from '../../lib/log.js';
import type { Settings } from '../../config/read-settings.js';
import { locationOf } from '../../db/dsn.js';
import { pathsIn } from '../../lib/data-folder.js';
import { describeStorage } from './storage-description.js';
import { connectAdminSocket } from '../admin-socket/client.js';
import type { Services } from '../admin-socket/services.js';

interface Options {
  /** Makes the tables where there are none. */
  readonly make?: boolean;
  /** Says whose content is changed: to have changed another's would show late. */
  readonly logLocation?: boolean;
  /** Refuses another database's blob store, as what is written would be delivered there; one that was emptied, too, or not. */
  readonly blobStore?: 'to its own' | 'to its own or an emptied';
}

/**
 * The services of the host that runs on the data folder, if one does; else the database is opened here. On PostgreSQL
 * always the latter: any number of processes may.
 */
export async function withServices<Result>(
  settings: Settings,
  log: Log,
  work: (services: Services) => Promise<Result>,
  { make = false, logLocation = false, blobStore }: Options = {},
): Promise<Result> {
  const { databaseUrl, data } = settings;
  const running = databaseUrl === undefined ? await connectAdminSocket(data) : undefined;
  const report = (location: string): void => (logLocation ? log.info(location) : undefined);
  if (running) {
    report(`through the host that runs on '${data}' (process ${running.pid})`);
    try {
      return await work(running);
    } finally {
      running.close();
    }
  }
  // Large, and not needed where a host runs.
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
