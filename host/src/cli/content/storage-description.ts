import type { Settings } from '../../config/read-settings.js';
import { locationOf } from '../../db/dsn.js';
import { pathsIn } from '../../lib/data-folder.js';
import { storageAt } from '../../storage/drivers/registry.js';

/** The locations of database and blobs, without secrets. */
export const describeStorage = ({
  databaseUrl,
  data,
  storage,
}: Settings): { readonly database: string; readonly blobs: string } => ({
  database: databaseUrl === undefined ? `file ${pathsIn(data).database}` : `PostgreSQL at ${locationOf(databaseUrl)}`,
  blobs: storageAt(storage).describe(data),
});
