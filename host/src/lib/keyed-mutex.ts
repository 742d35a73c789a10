import { Mutex } from 'async-mutex';

/**
 * Serializes writes of one entry within a process. Of writes that expect the same revision only one can succeed, so
 * running them concurrently would waste connections and locks. Late ones detect this by the previous result, without a
 * query.
 */
interface Queue<Previous> {
  readonly mutex: Mutex;
  members: number;
  previous: Previous | undefined;
}

export interface CriticalSection<Previous> {
  /** The last result of this key. */
  readonly previous: Previous | undefined;
  setResult(previous: Previous): void;
}

export type KeyedMutex<Previous> = <Result>(
  name: string,
  work: (section: CriticalSection<Previous>) => Promise<Result>,
) => Promise<Result>;

export function createKeyedMutex<Previous>(): KeyedMutex<Previous> {
  const queues = new Map<string, Queue<Previous>>();
  return async (name, work) => {
    const queue: Queue<Previous> = queues.get(name) ?? { mutex: new Mutex(), members: 0, previous: undefined };
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
      // An empty queue is removed.
      if (--queue.members === 0) queues.delete(name);
    }
  };
}
