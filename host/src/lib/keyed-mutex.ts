/**
 * Writes of one document stand in line within a process: at most one of those that have seen the same revision can
 * succeed, so together they would only hold connections and locks for one another. Those that come too late are found
 * out by what the one before them has left, without asking the database.
 */
interface Line<Left> {
  members: number;
  end: Promise<void>;
  left: Left | undefined;
}

export interface Place<Left> {
  /** What those before in this line left last. */
  readonly left: Left | undefined;
  leave(left: Left): void;
}

export type Lines<Left> = <Result>(name: string, work: (place: Place<Left>) => Promise<Result>) => Promise<Result>;

export function createLines<Left>(): Lines<Left> {
  const lines = new Map<string, Line<Left>>();
  return async (name, work) => {
    const line = lines.get(name) ?? { members: 0, end: Promise.resolve(), left: undefined };
    lines.set(name, line);
    line.members++;
    const before = line.end;
    let next = (): void => {};
    line.end = new Promise((resolve) => (next = resolve));
    await before;
    try {
      return await work({
        left: line.left,
        leave: (left) => {
          line.left = left;
        },
      });
    } finally {
      if (--line.members === 0) lines.delete(name);
      next();
    }
  };
}
