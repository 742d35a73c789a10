/** Messages of framed pages that come before the part that hears them is there. */

const TYPES: readonly unknown[] = ['feaasEdit', 'feaasMeasurements'];

/** Keeps them from now on: the last of each type from each window, so that no window can crowd out another one. */
export class EarlyMessages {
  readonly #kept = new Map<MessageEventSource, Map<unknown, MessageEvent<unknown>>>();

  constructor() {
    addEventListener('message', this.#hear);
  }

  /** Keeps no more, and forgets what it has. @returns what was kept, in the order in which it came. */
  consume(): MessageEvent<unknown>[] {
    removeEventListener('message', this.#hear);
    const all = [...this.#kept.values()].flatMap((events) => [...events.values()]);
    this.#kept.clear();
    return all.sort((one, other) => one.timeStamp - other.timeStamp);
  }

  readonly #hear = (event: MessageEvent<unknown>): void => {
    const { source, data } = event;
    const type = (data as { readonly type?: unknown } | null | undefined)?.type;
    if (!source || !TYPES.includes(type)) return;
    let events = this.#kept.get(source);
    if (!events) this.#kept.set(source, (events = new Map()));
    // Behind the others: equal times keep the order of the map.
    events.delete(type);
    events.set(type, event);
  };
}
