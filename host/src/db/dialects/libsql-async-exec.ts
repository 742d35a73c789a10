/**
 * The only use of an interface that libsql does not document: its two entries open the same kind of connection, and the
 * method of one works on a connection of the other. `host/test/libsql-async-exec.test.ts` fails where a release of libsql
 * changes that.
 */
import type Libsql from 'libsql';
import LibsqlPromise from 'libsql/promise';

const exec = LibsqlPromise.prototype.exec as (this: Libsql.Database, sql: string) => Promise<void>;

/** Runs a statement on a thread of libsql's own, so that the event loop does not wait for the disk. */
export const execAsync = (connection: Libsql.Database, sql: string): Promise<void> => exec.call(connection, sql);
