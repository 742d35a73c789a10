import type { Log } from '../../lib/log.js';
import type { Settings } from '../../config/read-settings.js';
import { placeOf } from '../../db/dsn.js';
import { placesOf } from '../../lib/data-folder.js';
import { keptIn } from './storage-description.js';
import { connectControl } from '../admin-socket/client.js';
import type { Services } from '../admin-socket/services.js';

interface Options {
  /** Makes the tables where there are none. */
  readonly make?: boolean;
  /** Says whose content is changed: to have changed another's would show late. */
  readonly tellWhere?: boolean;
  /** Refuses another database's blob store, as what is written would be delivered there; one that was emptied, too, or not. */
  readonly delivers?: 'to its own' | 'to its own or an emptied';
}

/**
 * The services of the host that runs on the data folder, if one does; else the database is opened here. On PostgreSQL
 * always the latter: any number of processes may.
 */
export async function withServices<Result>(
  settings: Settings,
  log: Log,
  work: (services: Services) => Promise<Result>,
  { make = false, tellWhere = false, delivers }: Options = {},
): Promise<Result> {
  const { databaseUrl, data } = settings;
  const running = databaseUrl === undefined ? await connectControl(data) : undefined;
  const tell = (where: string): void => (tellWhere ? log.info(where) : undefined);
  if (running) {
    tell(`through the host that runs on '${data}' (process ${running.pid})`);
    try {
      return await work(running);
    } finally {
      running.close();
    }
  }
  // Large, and not needed where a host runs.
  const { openStore } = await import('./open-content.js');
  const { compareMarks } = await import('./check-store-identity.js');
  const { ledger, blobs } = await openStore(settings, log, { tables: make ? 'make' : 'keep' }, async (places) => {
    if (delivers === undefined) return;
    await compareMarks(places, keptIn(settings), log, delivers === 'to its own or an emptied');
  });
  if (databaseUrl !== undefined) tell(`on the database at ${placeOf(databaseUrl)}`);
  else tell(`no host runs on '${data}': on its database '${placesOf(data).database}' itself`);
  try {
    return await work({ ledger, blobs, tokens: ledger });
  } finally {
    await ledger.close();
  }
}
