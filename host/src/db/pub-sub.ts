/** A subscriber to changes, within this process. */
export type Subscriber = (subject: string | undefined) => void;

export interface PubSub {
  publish: Subscriber;
  subscribe(subscriber: Subscriber): () => void;
}

export function createPubSub(): PubSub {
  const listeners = new Set<Subscriber>();
  return {
    publish(subject) {
      for (const subscriber of listeners) subscriber(subject);
    },
    subscribe(subscriber) {
      listeners.add(subscriber);
      return () => listeners.delete(subscriber);
    },
  };
}
