/** A durable database: the promise of a write resolves after its commit is on disk. */
import type { Log } from '../lib/log.js';
import type { Queries } from './schema.js';

export type DatabaseKind = 'embedded' | 'postgres';

/**
 * How opening a database handles its tables. `update`: creates or migrates them. `make`: creates them if there are
 * none. `keep`: requires tables of this version. `read`: accepts tables of this version or an older one, without
 * changes.
 */
export type TablesRule = 'update' | 'make' | 'keep' | 'read';

/** A named lock. While it is held, no other caller in any process on this database holds the same name. */
export interface Lock {
  /** True if the lock may have been lost, because its connection broke. */
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
  /** Reads committed data. */
  readonly read: Queries;
  /**
   * Runs the work in a transaction. Resolves once it is durable; if it rejects, nothing is written. The work may run
   * more than once, so it must only run and await its queries.
   */
  write<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** Runs the work while holding a named lock, exclusive among all processes. Returns false immediately if the lock is held. */
  withLock(name: string, work: (withLock: Lock) => Promise<void>): Promise<boolean>;
  /**
   * The number of commits so far. While it stays the same, reads return the same results. Undefined if other processes
   * may write, and during a commit.
   */
  commits(): number | undefined;
  /** Notifies all subscribers on this database, in all processes, that a subject has changed. */
  publish(subject: string): void;
  /** Subscribes to changes. Subject undefined: notifications may be lost. Returns a function that unsubscribes. */
  subscribe(subscriber: (subject: string | undefined) => void): () => void;
  /** The state of the connection pools; empty for an embedded database. */
  pools(): readonly PoolState[];
  /** Why the database is read-only at present, for operators; undefined while it is writable. */
  readOnlyReason(): string | undefined;
  close(): Promise<void>;
}

/**
 * Timeouts in seconds after which PostgreSQL ends what a host has left open, so that a suspended host does not block
 * others. 0 keeps the server's own setting. The default `lock` exceeds `idle`, so that a waiting query gets the row of
 * a suspended transaction.
 */
export interface DatabaseTimeouts {
  /** For a running query. */
  readonly statement: number;
  /** For a query that waits for a row or table lock. */
  readonly lock: number;
  /** For an idle transaction. The idle timeout of the session that holds named locks is four times as long. */
  readonly idle: number;
}

export const DEFAULT_DATABASE_TIMEOUTS: DatabaseTimeouts = Object.freeze({ statement: 30, lock: 10, idle: 5 });

export interface DatabaseSettings {
  /** `postgres://…` */
  readonly url?: string;
  /** The file of the embedded database. Its folder is created, and locked for this process. */
  readonly file?: string;
  readonly log?: Log;
  /** `update` by default. */
  readonly tables?: TablesRule;
  /** Requires exclusive access, to replace all content. An embedded database always has it. */
  readonly alone?: boolean;
  /** Timeouts of PostgreSQL; DEFAULT_DATABASE_TIMEOUTS by default. */
  readonly timeouts?: DatabaseTimeouts;
}
