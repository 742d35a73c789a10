/** Collects messages of framed pages that arrive before their handler is loaded. */

const TYPES: readonly unknown[] = ['feaasEdit', 'feaasMeasurements'];

/** Collects the last message of each type from each window, so that no window can displace the messages of another one. */
export class EarlyMessages {
  readonly #kept = new Map<MessageEventSource, Map<unknown, MessageEvent<unknown>>>();

  constructor() {
    addEventListener('message', this.#hear);
  }

  /** Stops collecting. @returns the messages, in the order in which they arrived */
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
    // Move it to the end: equal times keep the order of the map.
    events.delete(type);
    events.set(type, event);
  };
}
