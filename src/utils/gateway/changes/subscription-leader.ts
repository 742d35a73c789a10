/**
 * One subscription per browser, to changes and to who has versions open: the tab that leads holds it and tells the others. A tab that nobody sees
 * does not lead, so the connection is closed while all are hidden; whoever leads next goes on after the last change.
 */
import type { Subscription } from 'rxjs';
import { BadInputError } from '../errors';
import type { Change, ChangeListener, Presence } from '../versions/store';
import { isMessage, type Message } from './messages';
import type { Channel, TabDependencies } from './tab-channel';

/** A connection, as it goes. */
export interface ConnectionObserver {
  /** The backend tells of changes from now on. */
  opened(): void;
  change(change: Change): void;
  presence(presence: Presence): void;
  /** It is over; without an error, since the backend ended it. */
  ended(error?: unknown): void;
}

export interface SubscriptionLeaderOptions {
  /** The same in every tab that may share a connection. */
  readonly name: string;
  readonly tabs: TabDependencies;
  /** Opens a connection that tells of what came after a sequence number; from now on without one. */
  readonly connect: (after: number | undefined, events: ConnectionObserver) => Subscription;
  /** Whether a connection that failed may be tried again. */
  readonly isTransient: (error: unknown) => boolean;
  /** Milliseconds before the next attempt, by how many failed in a row. */
  readonly delay: (failures: number, error: unknown) => number;
}

export interface SubscriptionLeader {
  /** The function that is returned leaves; the last one closes everything. */
  join(listener: ChangeListener): () => void;
  /** Somebody else is signed in: what was refused is tried again. */
  retry(): void;
  close(): void;
}

/** The backend does not know all that came after the number, as after a restore: one begins anew. */
const isUnknownPlace = (error: unknown): boolean => error instanceof BadInputError && error.argument === 'after';

export function createSubscriptionLeader({
  name,
  tabs,
  connect,
  isTransient,
  delay,
}: SubscriptionLeaderOptions): SubscriptionLeader {
  const listeners = new Set<ChangeListener>();
  let last: number | undefined;
  let channel: Channel | undefined;
  let stopWatching: (() => void) | undefined;
  /** Ends the wait for the lead, or the lead. */
  let turn: AbortController | undefined;
  let leading = false;
  let refused = false;
  /** The backend tells this tab of changes. */
  let isOpen = false;
  let connection: Subscription | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const each = (tell: (listener: ChangeListener) => void): void => [...listeners].forEach(tell);

  const hearChange = (change: Change): void => {
    if (last !== undefined && change.sequence <= last) return;
    last = change.sequence;
    each((listener) => listener.change(change));
  };

  const hearPresence = (presence: Presence): void => each((listener) => listener.presence?.(presence));

  const hear = (message: unknown): void => {
    if (!isMessage(message)) return;
    if (message.type === 'change') hearChange(message.change);
    else if (message.type === 'presence') hearPresence(message.presence);
    else if (message.type === 'missed') {
      last = undefined;
      each((listener) => listener.missed?.());
    } else if (message.type === 'at') {
      const isNew = last === undefined;
      last = Math.max(last ?? 0, message.sequence);
      // What happened between its reads and its joining nobody has told it.
      if (isNew) each((listener) => listener.missed?.());
    } else if (leading) answer(message);
  };

  const say = (message: Message): void => channel?.say(message);

  /** A tab says where it is: one that is new is told where the others are; for one that is behind all is told again. */
  const answer = ({ after }: Extract<Message, { type: 'since' }>): void => {
    if (last === undefined) {
      // Where there was no change yet, there is no number to begin with; a connection that is not open yet tells all when it is.
      if (isOpen) say({ type: 'missed' });
    } else if (after === undefined) say({ type: 'at', sequence: last });
    else if (after < last) open(after);
  };

  /** @param after another place than the last change heard */
  const open = (after = last): void => {
    clearTimeout(timer);
    connection?.unsubscribe();
    isOpen = false;
    let isOver = false;
    connection = connect(after, {
      opened() {
        isOpen = true;
        if (after !== undefined) return;
        // What happened before nobody knows.
        say({ type: 'missed' });
        each((listener) => listener.missed?.());
      },
      change(change) {
        // Not before: a server that ends each connection at once is asked less and less.
        failures = 0;
        say({ type: 'change', change });
        hearChange(change);
      },
      presence(presence) {
        say({ type: 'presence', presence });
        hearPresence(presence);
      },
      ended(error) {
        // An error as an event is followed by the end.
        if (isOver) return;
        isOver = true;
        isOpen = false;
        if (after !== undefined && isUnknownPlace(error)) {
          last = undefined;
          open();
          return;
        }
        if (error === undefined || isTransient(error)) timer = setTimeout(() => open(), delay(++failures, error));
        else refuse(error as Error);
      },
    });
  };

  const refuse = (error: Error): void => {
    refused = true;
    turn?.abort();
    each((listener) => listener.error?.(error));
  };

  const lead = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      leading = true;
      failures = 0;
      signal.addEventListener('abort', () => {
        leading = false;
        isOpen = false;
        clearTimeout(timer);
        connection?.unsubscribe();
        connection = undefined;
        resolve();
      });
      open();
    });

  /** Waits for the lead, or gives it up, as it should be now. */
  const settle = (): void => {
    const wanted = listeners.size > 0 && !refused && !tabs.hidden();
    if (!wanted) {
      turn?.abort();
      turn = undefined;
    } else if (!turn || turn.signal.aborted) {
      const { signal } = (turn = new AbortController());
      // A place that is given up rejects; nothing else is lost by that.
      tabs.lead(name, signal, () => lead(signal)).catch(() => {});
      say({ type: 'since', after: last });
    }
  };

  const stop = (): void => {
    stopWatching?.();
    stopWatching = undefined;
    settle();
    channel?.close();
    channel = undefined;
  };

  return {
    join(listener) {
      listeners.add(listener);
      if (!channel) {
        channel = tabs.channel(name, hear);
        stopWatching = tabs.onVisibility(settle);
      }
      // What is heard already began before this listener's reads ended: a change between is not told again.
      if (isOpen || last !== undefined) queueMicrotask(() => listeners.has(listener) && listener.missed?.());
      settle();
      return () => {
        if (listeners.delete(listener) && !listeners.size) stop();
      };
    },
    retry() {
      refused = false;
      settle();
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
