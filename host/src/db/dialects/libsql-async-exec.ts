/**
 * The only use of an undocumented interface of libsql: both of its entry points create the same kind of connection, so
 * a method of one works on a connection of the other. `host/test/libsql-async-exec.test.ts` detects a release of libsql
 * that changes this.
 */
import type Libsql from 'libsql';
import LibsqlPromise from 'libsql/promise';

const exec = LibsqlPromise.prototype.exec as (this: Libsql.Database, sql: string) => Promise<void>;

/** Runs a statement on a thread of libsql, so that the event loop does not wait for the disk. */
export const execAsync = (connection: Libsql.Database, sql: string): Promise<void> => exec.call(connection, sql);
