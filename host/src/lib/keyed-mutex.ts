import { Mutex } from 'async-mutex';

/**
 * Writes of one document stand in line within a process: at most one of those that have seen the same revision can
 * succeed, so together they would only hold connections and locks for one another. Those that come too late are found
 * out by what the one before them has left, without asking the database.
 */
interface Queue<Left> {
  readonly mutex: Mutex;
  members: number;
  previous: Left | undefined;
}

export interface CriticalSection<Left> {
  /** What those before in this line left last. */
  readonly previous: Left | undefined;
  setResult(previous: Left): void;
}

export type KeyedMutex<Left> = <Result>(
  name: string,
  work: (section: CriticalSection<Left>) => Promise<Result>,
) => Promise<Result>;

export function createKeyedMutex<Left>(): KeyedMutex<Left> {
  const queues = new Map<string, Queue<Left>>();
  return async (name, work) => {
    const queue: Queue<Left> = queues.get(name) ?? { mutex: new Mutex(), members: 0, previous: undefined };
    queues.set(name, queue);
    queue.members++;
    try {
      return await queue.mutex.runExclusive(() =>
        work({
          previous: queue.previous,
          setResult: (previous) => {
            queue.previous = previous;
          },
        }),
      );
    } finally {
      // A line that nobody stands in takes no memory.
      if (--queue.members === 0) queues.delete(name);
    }
  };
}
