/**
 * One subscription per browser, to changes and to presence: the leading tab holds it, and broadcasts its events to the
 * others. A hidden tab does not lead, so the connection is closed while all are hidden. The next leader continues after
 * the last change.
 */
import type { Subscription } from 'rxjs';
import { BadInputError } from '../errors';
import type { Change, ChangeListener, Presence } from '../versions/store';
import { isMessage, type Message } from './messages';
import type { Channel, TabDependencies } from './tab-channel';

/** Events of a connection. */
export interface ConnectionObserver {
  /** The backend sends changes from now on. */
  opened(): void;
  change(change: Change): void;
  presence(presence: Presence): void;
  /** The connection is over; without an error if the backend ended it. */
  ended(error?: unknown): void;
}

export interface SubscriptionLeaderOptions {
  /** The same in every tab that may share a connection. */
  readonly name: string;
  readonly tabs: TabDependencies;
  /** Opens a connection that sends what happened after a sequence number; without one, what happens from now on. */
  readonly connect: (after: number | undefined, events: ConnectionObserver) => Subscription;
  /** Whether a failed connection may be retried. */
  readonly isTransient: (error: unknown) => boolean;
  /** Milliseconds before the next attempt, from the number of consecutive failures. */
  readonly delay: (failures: number, error: unknown) => number;
}

export interface SubscriptionLeader {
  /** Returns a function that leaves; the last one to leave closes everything. */
  join(listener: ChangeListener): () => void;
  /** Another user is signed in: a refused connection is tried again. */
  retry(): void;
  close(): void;
}

/** The backend does not have all changes after the number, as after a restore: the subscription begins anew. */
const isUnknownSequence = (error: unknown): boolean => error instanceof BadInputError && error.argument === 'after';

export function createSubscriptionLeader({
  name,
  tabs,
  connect,
  isTransient,
  delay,
}: SubscriptionLeaderOptions): SubscriptionLeader {
  const listeners = new Set<ChangeListener>();
  let lastSequence: number | undefined;
  let channel: Channel | undefined;
  let stopWatching: (() => void) | undefined;
  /** Ends the wait for the leadership, or the leadership. */
  let leadership: AbortController | undefined;
  let isLeading = false;
  let isRefused = false;
  /** Whether the backend sends changes to this tab. */
  let isOpen = false;
  let connection: Subscription | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const forEachListener = (notify: (listener: ChangeListener) => void): void => [...listeners].forEach(notify);

  const notifyChange = (change: Change): void => {
    if (lastSequence !== undefined && change.sequence <= lastSequence) return;
    lastSequence = change.sequence;
    forEachListener((listener) => listener.change(change));
  };

  const notifyPresence = (presence: Presence): void => forEachListener((listener) => listener.presence?.(presence));

  const onMessage = (message: unknown): void => {
    if (!isMessage(message)) return;
    if (message.type === 'change') notifyChange(message.change);
    else if (message.type === 'presence') notifyPresence(message.presence);
    else if (message.type === 'missed') {
      lastSequence = undefined;
      forEachListener((listener) => listener.missed?.());
    } else if (message.type === 'at') {
      const isNew = lastSequence === undefined;
      lastSequence = Math.max(lastSequence ?? 0, message.sequence);
      // The tab has missed what happened between its reads and its joining.
      if (isNew) forEachListener((listener) => listener.missed?.());
    } else if (isLeading) answer(message);
  };

  const broadcast = (message: Message): void => channel?.post(message);

  /** Answers a tab's last number: a new tab gets the current one; for a tab that is behind, changes are read and sent again. */
  const answer = ({ after }: Extract<Message, { type: 'since' }>): void => {
    if (lastSequence === undefined) {
      // Before the first change there is no number to begin with; a connection that is not open yet sends `missed` when it is.
      if (isOpen) broadcast({ type: 'missed' });
    } else if (after === undefined) broadcast({ type: 'at', sequence: lastSequence });
    else if (after < lastSequence) open(after);
  };

  /** @param after defaults to the last received change */
  const open = (after = lastSequence): void => {
    clearTimeout(timer);
    connection?.unsubscribe();
    isOpen = false;
    let isOver = false;
    connection = connect(after, {
      opened() {
        isOpen = true;
        if (after !== undefined) return;
        // What happened before is unknown.
        broadcast({ type: 'missed' });
        forEachListener((listener) => listener.missed?.());
      },
      change(change) {
        // Not before: a server that ends each connection immediately is retried with growing delays.
        failures = 0;
        broadcast({ type: 'change', change });
        notifyChange(change);
      },
      presence(presence) {
        broadcast({ type: 'presence', presence });
        notifyPresence(presence);
      },
      ended(error) {
        // An error event is followed by the end of the stream.
        if (isOver) return;
        isOver = true;
        isOpen = false;
        if (after !== undefined && isUnknownSequence(error)) {
          lastSequence = undefined;
          open();
          return;
        }
        if (error === undefined || isTransient(error)) timer = setTimeout(() => open(), delay(++failures, error));
        else refuse(error as Error);
      },
    });
  };

  const refuse = (error: Error): void => {
    isRefused = true;
    leadership?.abort();
    forEachListener((listener) => listener.error?.(error));
  };

  const lead = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      isLeading = true;
      failures = 0;
      signal.addEventListener('abort', () => {
        isLeading = false;
        isOpen = false;
        clearTimeout(timer);
        connection?.unsubscribe();
        connection = undefined;
        resolve();
      });
      open();
    });

  /** Requests the leadership or gives it up, as the current state requires. */
  const updateLeadership = (): void => {
    const shouldLead = listeners.size > 0 && !isRefused && !tabs.hidden();
    if (!shouldLead) {
      leadership?.abort();
      leadership = undefined;
    } else if (!leadership || leadership.signal.aborted) {
      const { signal } = (leadership = new AbortController());
      // A lock request that is aborted rejects; nothing else is lost.
      tabs.lead(name, signal, () => lead(signal)).catch(() => {});
      broadcast({ type: 'since', after: lastSequence });
    }
  };

  const stop = (): void => {
    stopWatching?.();
    stopWatching = undefined;
    updateLeadership();
    channel?.close();
    channel = undefined;
  };

  return {
    join(listener) {
      listeners.add(listener);
      if (!channel) {
        channel = tabs.channel(name, onMessage);
        stopWatching = tabs.onVisibility(updateLeadership);
      }
      // The connection began before this listener's reads ended: changes in between are not sent again.
      if (isOpen || lastSequence !== undefined) queueMicrotask(() => listeners.has(listener) && listener.missed?.());
      updateLeadership();
      return () => {
        if (listeners.delete(listener) && !listeners.size) stop();
      };
    },
    retry() {
      isRefused = false;
      updateLeadership();
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
