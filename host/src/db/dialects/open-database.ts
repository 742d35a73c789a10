import { HostError } from '../../lib/host-error.js';
import { consoleLog } from '../../lib/log.js';
import { type Database, type DatabaseSettings, DEFAULT_DATABASE_TIMEOUTS } from '../database.js';
import { openEmbedded } from './embedded.js';
import { openPostgres } from './postgres.js';

/** Opens the database and prepares its tables. @throws HostError that names the wrong setting. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const {
    url,
    file,
    log = consoleLog,
    tables = 'update',
    alone = false,
    timeouts = DEFAULT_DATABASE_TIMEOUTS,
  } = settings;
  if (url !== undefined && url !== '') {
    if (!/^postgres(ql)?:\/\//.test(url)) {
      throw new HostError(`DATABASE_URL must begin with postgres://, but begins with '${url.slice(0, 12)}'.`);
    }
    return openPostgres(url, { log, tables, alone, timeouts });
  }
  if (file === undefined || file === '') throw new HostError('there is no name of a database: set a URL or a file.');
  return openEmbedded(file, { tables, log });
}
