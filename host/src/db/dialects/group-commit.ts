/**
 * Group commit: concurrent writes share one transaction and so one fsync, which is the main cost of a write. Each runs
 * in its own savepoint, so that a failure does not affect others. Writes resolve only after the commit, which does not
 * block the event loop.
 */
import { context } from '@opentelemetry/api';
import type Libsql from 'libsql';
import { UnavailableError } from '../../lib/domain-error.js';
import { diskCodeOf, isDiskFailure, isOutOfSpace } from '../../lib/disk-full.js';
import type { Queries } from '../schema.js';
import { execAsync } from './libsql-async-exec.js';

/** Maximum writes per transaction. It limits the wait of the first one. */
const GROUP_SIZE = 256;

type RunStatement = () => unknown;

interface PendingWrite {
  readonly work: (transaction: Queries) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface GroupCommit {
  write<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** The number of commits, incremented before writes resolve. Undefined during a commit, which may be visible. */
  commits(): number | undefined;
  /** Code of the last commit if it failed because of the disk. */
  diskFailure(): string | undefined;
  /** Completes the queued writes, and rejects new ones. */
  close(): Promise<void>;
}

export function groupCommit(connection: Libsql.Database, queries: Queries): GroupCommit {
  const queue: PendingWrite[] = [];
  const idleCallbacks: (() => void)[] = [];
  const [begin, savepoint, release, rollback] = [
    'begin immediate',
    'savepoint one',
    'release one',
    'rollback to one',
  ].map((sql) => {
    const statement = connection.prepare(sql);
    return () => statement.run();
  }) as [RunStatement, RunStatement, RunStatement, RunStatement];
  let isRunning = false;
  let isClosed = false;
  let diskFailure: string | undefined;
  let commits = 0;
  let isCommitting = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) {
      // Callers that are about to write join the group.
      await new Promise(setImmediate);
      await commitGroup();
    }
    // Synchronously after the check of the queue. Otherwise a write that arrives in between would wait forever.
    isRunning = false;
    for (const callback of idleCallbacks.splice(0)) callback();
  };

  const commitGroup = async (): Promise<void> => {
    const settleCallbacks: (() => void)[] = [];
    const group: PendingWrite[] = [];
    try {
      begin();
      for (let next = queue.shift(); next; next = group.length < GROUP_SIZE ? queue.shift() : undefined) {
        const write = next;
        group.push(write);
        settleCallbacks.push(await inSavepoint(write));
      }
      // The event loop is free during the disk access. Nothing else uses the connection meanwhile.
      isCommitting = true;
      await execAsync(connection, 'commit').finally(() => {
        isCommitting = false;
        commits++;
      });
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      // If the transaction could not begin, the queued writes fail.
      const failed = group.length > 0 ? group : queue.splice(0, GROUP_SIZE);
      if (isDiskFailure(error)) diskFailure = diskCodeOf(error);
      for (const { reject } of failed) reject(isDiskFailure(error) ? diskFull(error) : error);
      return;
    }
    diskFailure = undefined;
    for (const callback of settleCallbacks) callback();
  };

  /** Runs one write. Returns a function that settles its promise after the commit. */
  const inSavepoint = async ({ work, resolve, reject }: PendingWrite): Promise<() => void> => {
    savepoint();
    try {
      const result = await work(queries);
      release();
      return () => resolve(result);
    } catch (error) {
      // A full disk ends the whole transaction, and so every write of the group.
      if (!connection.inTransaction) throw error;
      rollback();
      release();
      return () => reject(isDiskFailure(error) ? diskFull(error) : error);
    }
  };

  return {
    write: <Result>(work: (transaction: Queries) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosed) return reject(new UnavailableError('The connection to the database has ended.'));
        // A group contains writes of several callers, so each keeps its own context, such as its span.
        const bound = context.bind(context.active(), work);
        queue.push({ work: bound, resolve: resolve as (result: unknown) => void, reject });
        if (!isRunning) void run();
      }),
    commits: () => (isCommitting ? undefined : commits),
    diskFailure: () => diskFailure,
    async close() {
      isClosed = true;
      if (isRunning) await new Promise<void>((resolve) => idleCallbacks.push(resolve));
    },
  };
}

export function diskFull(error?: unknown): UnavailableError {
  const code = diskCodeOf(error);
  if (code !== undefined && !isOutOfSpace(code)) return diskRefused(code, error);
  return new UnavailableError('The disk of the database is full: nothing changed. Free some space, then try again.', {
    cause: error,
  });
}

/** For a disk that takes no writes for another reason than space. */
export const diskRefused = (code: string, cause?: unknown): UnavailableError =>
  new UnavailableError(
    `The disk of the database takes no writes (${code}): nothing changed. Ask the operator to check it, then try again.`,
    { cause },
  );
