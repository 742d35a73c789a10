/** A database that keeps its word: what a write resolves with is on the disk. */
import type { Log } from '../lib/log.js';
import type { Queries } from './schema.js';

export type DatabaseKind = 'embedded' | 'postgres';

/**
 * What opening does about tables. `update`: creates them and brings them up to date. `make`: creates them where there are
 * none. `keep`: tables of this version exist already. `read`: tables of this version or of an older one, which stay as
 * they are.
 */
export type TablesRule = 'update' | 'make' | 'keep' | 'read';

/** While it runs no other caller, in whatever process on this database, holds the same name. */
export interface Lock {
  /** True once it may no longer be so: the connection that vouched for it is lost. */
  readonly lost: boolean;
}

export interface PoolState {
  readonly name: 'reads' | 'writes' | 'replica';
  readonly busy: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

export interface Database {
  readonly kind: DatabaseKind;
  /** Reads; sees what is committed. */
  readonly read: Queries;
  /**
   * Runs the work in a transaction; resolves once that is durable, rejects with nothing written. The work may run
   * more than once, so it does nothing but query, and awaits nothing but its queries.
   */
  write<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** Runs the work while it alone holds the name, in this and all other processes; false at once where it is held. */
  withLock(name: string, work: (withLock: Lock) => Promise<void>): Promise<boolean>;
  /**
   * Commits so far; undefined where other processes may write, and while a commit is under way. As long as the number stays the same,
   * each read finds what it found before.
   */
  commits(): number | undefined;
  /** Tells every listener on this database, in this and all other processes, that a subject has news. */
  publish(subject: string): void;
  /** Undefined means that news may have been missed: look everywhere. Returns a function that ends it. */
  subscribe(subscriber: (subject: string | undefined) => void): () => void;
  /** Connections to a server and who waits for one, by the pool; none where the database is embedded. */
  pools(): readonly PoolState[];
  /** Why nothing can be written for now, for who operates the host; undefined while it can. */
  readOnlyReason(): string | undefined;
  close(): Promise<void>;
}

/**
 * Seconds after which PostgreSQL ends what a host has left open, so that one that was suspended holds up no other; 0 leaves it to
 * the server's own setting. Who waits for a row waits longer than another may sit on it, so that it gets its turn.
 */
export interface DatabaseTimeouts {
  /** A query that runs. */
  readonly statement: number;
  /** A query that waits for a row or table. */
  readonly lock: number;
  /** A transaction in which nothing is asked; four times as long, the session by which a host holds names. */
  readonly idle: number;
}

export const DEFAULT_DATABASE_TIMEOUTS: DatabaseTimeouts = Object.freeze({ statement: 30, lock: 10, idle: 5 });

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
  /** Of PostgreSQL; DEFAULT_DATABASE_TIMEOUTS by default. */
  readonly timeouts?: DatabaseTimeouts;
}
