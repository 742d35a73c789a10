/**
 * Writes that arrive together share one transaction and so one fsync, which is what a write costs. Each runs in a
 * savepoint of its own, so that one that fails takes none with it. Nobody hears of success before the commit, which
 * holds up nobody else.
 */
import { context } from '@opentelemetry/api';
import type Libsql from 'libsql';
import { UnavailableError } from '../../lib/domain-error.js';
import { isDiskFull } from '../../lib/disk-full.js';
import type { Queries } from '../schema.js';
import { execAsync } from './libsql-async-exec.js';

/** Most writes in one transaction: bounds how long the first of them waits. */
const GROUP_SIZE = 256;

type RunStatement = () => unknown;

interface PendingWrite {
  readonly work: (transaction: Queries) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommit {
  write<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** Groups whose commit has ended, before anybody hears of it; undefined while one commits, which readers may see or not. */
  commits(): number | undefined;
  /** Whether the last group could not be committed since the disk is full. */
  isFull(): boolean;
  /** Lets what has been asked for finish, and takes no more. */
  close(): Promise<void>;
}

export function groupCommit(connection: Libsql.Database, queries: Queries): GroupCommit {
  const queue: PendingWrite[] = [];
  const idle: (() => void)[] = [];
  const [begin, savepoint, release, rollback] = [
    'begin immediate',
    'savepoint one',
    'release one',
    'rollback to one',
  ].map((sql) => {
    const statement = connection.prepare(sql);
    return () => statement.run();
  }) as [RunStatement, RunStatement, RunStatement, RunStatement];
  let running = false;
  let closed = false;
  let isFull = false;
  let commits = 0;
  let isCommitting = false;

  const run = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      // Those that are about to ask as well get to do so first.
      await new Promise(setImmediate);
      await commitGroup();
    }
    // In the same turn as the look at the queue, or a write that comes now would wait for ever.
    running = false;
    for (const callback of idle.splice(0)) callback();
  };

  const commitGroup = async (): Promise<void> => {
    const done: (() => void)[] = [];
    const all: PendingWrite[] = [];
    try {
      begin();
      for (let next = queue.shift(); next; next = all.length < GROUP_SIZE ? queue.shift() : undefined) {
        const each = next;
        all.push(each);
        done.push(await inSavepoint(each));
      }
      // The disk's time is for other requests. Nothing else uses the connection meanwhile.
      isCommitting = true;
      await execAsync(connection, 'commit').finally(() => {
        isCommitting = false;
        commits++;
      });
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      // Where not even the transaction began, those that wait for it fail with it.
      const failed = all.length > 0 ? all : queue.splice(0, GROUP_SIZE);
      isFull ||= isDiskFull(error);
      for (const { reject } of failed) reject(isDiskFull(error) ? diskFull(error) : error);
      return;
    }
    isFull = false;
    for (const callback of done) callback();
  };

  /** Runs one write; returns what to tell its caller once the group is committed. */
  const inSavepoint = async ({ work, resolve, reject }: PendingWrite): Promise<() => void> => {
    savepoint();
    try {
      const result = await work(queries);
      release();
      return () => resolve(result);
    } catch (error) {
      // A full disk ends the whole transaction, and with it every write of the group.
      if (!connection.inTransaction) throw error;
      rollback();
      release();
      return () => reject(isDiskFull(error) ? diskFull(error) : error);
    }
  };

  return {
    write: <Result>(work: (transaction: Queries) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (closed) return reject(new UnavailableError('The connection to the database has ended.'));
        // A group is the work of several: each goes on with what it began with, such as its span.
        const bound = context.bind(context.active(), work);
        queue.push({ work: bound, resolve: resolve as (result: unknown) => void, reject });
        if (!running) void run();
      }),
    commits: () => (isCommitting ? undefined : commits),
    isFull: () => isFull,
    async close() {
      closed = true;
      if (running) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}

export const diskFull = (error?: unknown): UnavailableError =>
  new UnavailableError('The disk of the database is full: nothing changed. Free some space, then try again.', {
    cause: error,
  });
