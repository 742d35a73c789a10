/**
 * Presence: who has a version open, as one editor of this page announces and receives it. Announcements are repeated,
 * since a page that is closed, crashes or sleeps can not withdraw them. Each response lists all editors; events do so
 * in between.
 */
import type { PresentUser, Presence } from '../versions/store';
import type { TabDependencies } from '../changes/tab-channel';

/** Default seconds between the heartbeats of an open editor. */
export const HEARTBEAT = 15;
/** Number of heartbeats for which an announcement is valid: one may be lost, and the next may be late. */
const TTL_IN_HEARTBEATS = 8 / 3;
/** Minimum validity in a hidden page, where browsers run timers once a minute. */
const HIDDEN_SECONDS = 120;
/** Limits of the host. */
const MIN_TTL = 5;
const MAX_TTL = 300;

/** Runs work after some milliseconds; returns a function that cancels it. */
export type StartTimer = (milliseconds: number, work: () => void) => () => void;

export interface HeartbeatOptions {
  /** Announces that the version is open, for some seconds; resolves with who has it open. */
  readonly announce: (id: string, editor: string, seconds: number) => Promise<Presence>;
  /** Announces that it is closed. The response is ignored, as the page may be unloaded by then. */
  readonly withdraw: (id: string, editor: string) => void;
  /** Subscribes to the presence in a library; returns a function that unsubscribes. */
  readonly listen: (library: string, onChange: (presence: Presence) => void) => () => void;
  /** Calls the listener when another user is signed in; returns a function that unsubscribes. */
  readonly onAuth: (listener: () => void) => () => void;
  readonly isTransient: (error: unknown) => boolean;
  readonly createId: () => string;
  readonly tabs: Pick<TabDependencies, 'hidden' | 'onVisibility' | 'onLeave'>;
  readonly startTimer: StartTimer;
  /** In seconds. */
  readonly heartbeat: number;
}

/** Implements `VersionStore.attend`. */
export function createHeartbeat(options: HeartbeatOptions) {
  const { announce, withdraw, listen, onAuth, isTransient, createId, tabs, startTimer, heartbeat } = options;
  const ttl = Math.min(MAX_TTL, Math.max(MIN_TTL, Math.ceil(heartbeat * TTL_IN_HEARTBEATS)));

  return (id: string, onPresence: (others: readonly PresentUser[]) => void): (() => void) => {
    const editor = createId();
    /** Id of this editor's user on the host. */
    let user: string | undefined;
    let last: Presence | undefined;
    let events = 0;
    let lastNotified = '[]';
    let attempt = 0;
    let failures = 0;
    let isOver = false;
    let sending: Promise<void> | undefined;
    let cancel = (): void => {};

    const notify = (others: readonly PresentUser[]): void => {
      const text = JSON.stringify(others);
      if (text === lastNotified) return;
      lastNotified = text;
      onPresence(others);
    };

    const notifyOthers = (): void => {
      const editors = last?.editors ?? [];
      user = editors.find((each) => each.id === editor)?.user ?? user;
      // Before the first response of the host, it is unknown which editors are this user's.
      if (isOver || user === undefined) return;
      const others = editors.filter((each) => each.id !== editor);
      notify(others.map(({ id, name, since, user: userId }) => ({ id, name, since, own: userId === user })));
    };

    const listenTo = (presence: Presence): void => {
      if (presence.id !== id) return;
      events++;
      last = presence;
      notifyOthers();
    };

    const beat = (): void => {
      const current = sendHeartbeat().finally(() => {
        if (sending === current) sending = undefined;
      });
      sending = current;
    };

    const sendHeartbeat = async (): Promise<void> => {
      const thisAttempt = ++attempt;
      const eventsBefore = events;
      cancel();
      const seconds = tabs.hidden() ? Math.max(ttl, HIDDEN_SECONDS) : ttl;
      try {
        const presence = await announce(id, editor, seconds);
        if (thisAttempt !== attempt) return;
        failures = 0;
        user = presence.editors.find((each) => each.id === editor)?.user;
        // An event may arrive before a response, and is newer then: an event follows each change.
        if (events === eventsBefore) last = presence;
        notifyOthers();
      } catch (error) {
        if (thisAttempt !== attempt) return;
        // The editors of the last response may have left since.
        if (++failures >= TTL_IN_HEARTBEATS) notify([]);
        // A rejection is not retried; another user may be accepted.
        if (!isTransient(error)) return notify([]);
      }
      cancel = startTimer(heartbeat * 1000, beat);
    };

    const stops = [
      listen(id.split('/')[0]!, listenTo),
      onAuth(beat),
      // A page that is hidden may be about to close: an announcement that arrives after the withdrawal would list an editor that left.
      tabs.onVisibility(() => (tabs.hidden() ? undefined : beat())),
      tabs.onLeave(() => {
        attempt++;
        cancel();
        withdraw(id, editor);
      }),
    ];
    beat();

    return () => {
      if (isOver) return;
      isOver = true;
      attempt++;
      cancel();
      for (const stop of stops) stop();
      withdraw(id, editor);
      // A pending announcement may arrive after the withdrawal.
      void sending?.then(() => withdraw(id, editor));
    };
  };
}
