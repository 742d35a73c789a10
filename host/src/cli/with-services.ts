import type { Log } from '../ports.js';
import type { Settings } from '../settings/read.js';
import { connectControl } from './control/client.js';
import type { Services } from './control/services.js';

/**
 * The services of the host that runs on the data folder, if one does; else the database is opened here. On PostgreSQL
 * always the latter: any number of processes may.
 */
export async function withServices<Result>(
  settings: Settings,
  log: Log,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const running = settings.databaseUrl === undefined ? await connectControl(settings.data) : undefined;
  if (running) {
    try {
      return await work(running);
    } finally {
      running.close();
    }
  }
  // Large, and not needed where a host runs.
  const { openStore } = await import('./open-store.js');
  const { ledger, blobs } = await openStore(settings, log);
  try {
    return await work({ ledger, blobs, tokens: ledger });
  } finally {
    await ledger.close();
  }
}
