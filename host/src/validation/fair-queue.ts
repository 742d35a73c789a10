import { queueOptionsSymbol, type TaskQueue } from 'piscina';

type Task = Parameters<TaskQueue['push']>[0];

/** A queue per principal, processed round-robin, so that a busy principal delays only itself. */
export class FairQueue implements TaskQueue {
  /** Queues in the order of their turns. */
  readonly #lines = new Map<string, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(task: Task): void {
    const line = this.#lines.get(principalOf(task));
    if (line) line.push(task);
    else this.#lines.set(principalOf(task), [task]);
    this.#size++;
  }

  shift(): Task | null {
    const [next] = this.#lines;
    if (!next) return null;
    const [principal, line] = next;
    const task = line.shift()!;
    this.#lines.delete(principal);
    if (line.length > 0) this.#lines.set(principal, line);
    this.#size--;
    return task;
  }

  remove(task: Task): void {
    const principal = principalOf(task);
    const line = this.#lines.get(principal);
    const at = line?.indexOf(task) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(principal);
    this.#size--;
  }
}

const principalOf = (task: Task): string => (task[queueOptionsSymbol] as { readonly principal: string }).principal;
