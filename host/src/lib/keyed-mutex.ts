import { Mutex } from 'async-mutex';

/**
 * Serializes writes of one entry within a process. Of writes that expect the same revision only one can succeed, so
 * running them concurrently would waste connections and locks. Late ones detect this by the previous result, without a
 * query.
 */
interface Queue<Left> {
  readonly mutex: Mutex;
  members: number;
  previous: Left | undefined;
}

export interface CriticalSection<Left> {
  /** The last result of this key. */
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
      // An empty queue is removed.
      if (--queue.members === 0) queues.delete(name);
    }
  };
}
