/**
 * Writes of one document stand in line within a process: at most one of those that have seen the same revision can
 * succeed, so together they would only hold connections and locks for one another. Those that come too late are found
 * out by what the one before them has left, without asking the database.
 */
interface Queue<Left> {
  members: number;
  end: Promise<void>;
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
    const queue = queues.get(name) ?? { members: 0, end: Promise.resolve(), previous: undefined };
    queues.set(name, queue);
    queue.members++;
    const before = queue.end;
    let next = (): void => {};
    queue.end = new Promise((resolve) => (next = resolve));
    await before;
    try {
      return await work({
        previous: queue.previous,
        setResult: (previous) => {
          queue.previous = previous;
        },
      });
    } finally {
      if (--queue.members === 0) queues.delete(name);
      next();
    }
  };
}
