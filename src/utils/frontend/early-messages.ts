/** Collects messages of framed pages that arrive before their handler is loaded. */

const TYPES: readonly unknown[] = ['feaasEdit', 'feaasMeasurements'];

/** Collects the last message of each type from each window, so that no window can displace the messages of another one. */
export class EarlyMessages {
  readonly #messages = new Map<MessageEventSource, Map<unknown, MessageEvent<unknown>>>();

  constructor() {
    addEventListener('message', this.#onMessage);
  }

  /** Stops collecting. @returns the messages, in the order in which they arrived */
  consume(): MessageEvent<unknown>[] {
    removeEventListener('message', this.#onMessage);
    const messages = [...this.#messages.values()].flatMap((events) => [...events.values()]);
    this.#messages.clear();
    return messages.sort((one, other) => one.timeStamp - other.timeStamp);
  }

  readonly #onMessage = (event: MessageEvent<unknown>): void => {
    const { source, data } = event;
    const type = (data as { readonly type?: unknown } | null | undefined)?.type;
    if (!source || !TYPES.includes(type)) return;
    let events = this.#messages.get(source);
    if (!events) this.#messages.set(source, (events = new Map()));
    // Move it to the end: equal times keep the order of the map.
    events.delete(type);
    events.set(type, event);
  };
}
