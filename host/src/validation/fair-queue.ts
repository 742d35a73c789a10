import { queueOptionsSymbol, type TaskQueue } from 'piscina';

type Task = Parameters<TaskQueue['push']>[0];

/** A queue per principal, processed round-robin, so that a busy principal delays only itself. */
export class FairQueue implements TaskQueue {
  /** Queues in the order of their turns. */
  readonly #queues = new Map<string, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(task: Task): void {
    const queue = this.#queues.get(principalOf(task));
    if (queue) queue.push(task);
    else this.#queues.set(principalOf(task), [task]);
    this.#size++;
  }

  shift(): Task | null {
    const [next] = this.#queues;
    if (!next) return null;
    const [principal, queue] = next;
    const task = queue.shift()!;
    this.#queues.delete(principal);
    if (queue.length > 0) this.#queues.set(principal, queue);
    this.#size--;
    return task;
  }

  remove(task: Task): void {
    const principal = principalOf(task);
    const queue = this.#queues.get(principal);
    const index = queue?.indexOf(task) ?? -1;
    if (!queue || index < 0) return;
    queue.splice(index, 1);
    if (queue.length === 0) this.#queues.delete(principal);
    this.#size--;
  }
}

const principalOf = (task: Task): string => (task[queueOptionsSymbol] as { readonly principal: string }).principal;
