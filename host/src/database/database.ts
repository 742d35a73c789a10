/** A database that keeps its word: what a write resolves with is on the disk. */
import { HostError } from '../errors.js';
import { consoleLog, type Log } from '../ports.js';
import { openEmbedded } from './embedded.js';
import { openPostgres } from './postgres.js';
import type { Queries } from './schema.js';
import type { TablesRule } from './versions.js';

export type Kind = 'embedded' | 'postgres';

/** While it runs no other caller, in whatever process on this database, holds the same name. */
export interface Hold {
  /** True once it may no longer be so: the connection that vouched for it is lost. */
  readonly lost: boolean;
}

export interface Database {
  readonly kind: Kind;
  /** Reads; sees what is committed. */
  readonly read: Queries;
  /**
   * Runs the work in a transaction; resolves once that is durable, rejects with nothing written. The work may run
   * more than once, so it does nothing but query, and awaits nothing but its queries.
   */
  write<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** Runs the work while it alone holds the name, in this and all other processes; false at once where it is held. */
  hold(name: string, work: (hold: Hold) => Promise<void>): Promise<boolean>;
  /** Tells every listener on this database, in this and all other processes, that a subject has news. */
  announce(subject: string): void;
  /** Undefined means that news may have been missed: look everywhere. Returns a function that ends it. */
  listen(hear: (subject: string | undefined) => void): () => void;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** `postgres://…` */
  readonly url?: string;
  /** The file of the embedded database; its folder is made, and locked for this process. */
  readonly file?: string;
  readonly log?: Log;
  /** `update` by default. */
  readonly tables?: TablesRule;
  /** Nobody else may be at it: for who replaces all that it holds. Of the embedded database that is always so. */
  readonly alone?: boolean;
}

/** Opens the database; its tables are then there. @throws HostError that names the setting at fault. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, file, log = consoleLog, tables = 'update', alone = false } = settings;
  if (url !== undefined && url !== '') {
    if (!/^postgres(ql)?:\/\//.test(url)) {
      throw new HostError(`DATABASE_URL must begin with postgres://, but begins with '${url.slice(0, 12)}'.`);
    }
    return openPostgres(url, { log, tables, alone });
  }
  if (file === undefined || file === '') throw new HostError('no database is named: neither a URL nor a file.');
  return openEmbedded(file, tables);
}
