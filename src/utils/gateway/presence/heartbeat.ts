/**
 * Who has a version open, as one editor of this page says and hears it. It says so again and again, since a page that is
 * closed, crashes or sleeps can not say that it went; each answer tells who is there, and the library's events do in between.
 */
import type { PresentUser, Presence } from '../versions/store';
import type { TabDependencies } from '../changes/tab-channel';

/** Seconds between two words of an open editor, where nobody says otherwise. */
export const HEARTBEAT = 15;
/** For how many heartbeats a word holds: one may be lost, and the next may be late. */
const TTL_IN_HEARTBEATS = 8 / 3;
/** Browsers let pages that nobody sees speak once a minute. */
const HIDDEN_SECONDS = 120;
/** What the host takes. */
const LEAST_SECONDS = 5;
const MOST_SECONDS = 300;

/** Runs work after milliseconds; the function that is returned takes that back. */
export type StartTimer = (milliseconds: number, work: () => void) => () => void;

export interface HeartbeatOptions {
  /** Says that the version is open, for seconds; resolves with who has it open. */
  readonly announce: (id: string, editor: string, seconds: number) => Promise<Presence>;
  /** Says that it is closed. Nobody hears what comes of it, as the page may be gone by then. */
  readonly withdraw: (id: string, editor: string) => void;
  /** Hears who has a version of the library open; the function that is returned leaves. */
  readonly listen: (library: string, hear: (presence: Presence) => void) => () => void;
  /** Calls when somebody else is signed in; the function that is returned ends it. */
  readonly onAuth: (listener: () => void) => () => void;
  readonly isTransient: (error: unknown) => boolean;
  readonly createId: () => string;
  readonly tabs: Pick<TabDependencies, 'hidden' | 'onVisibility' | 'onLeave'>;
  readonly startTimer: StartTimer;
  /** Seconds. */
  readonly heartbeat: number;
}

/** What `VersionStore.attend` promises. */
export function createHeartbeat(options: HeartbeatOptions) {
  const { announce, withdraw, listen, onAuth, isTransient, createId, tabs, startTimer: later, heartbeat } = options;
  const holds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, Math.ceil(heartbeat * TTL_IN_HEARTBEATS)));

  return (id: string, hear: (others: readonly PresentUser[]) => void): (() => void) => {
    const editor = createId();
    /** The user of this editor, as the host calls them. */
    let user: string | undefined;
    let last: Presence | undefined;
    let events = 0;
    let told = '[]';
    let word = 0;
    let unheard = 0;
    let isOver = false;
    let speaking: Promise<void> | undefined;
    let cancel = (): void => {};

    const tell = (others: readonly PresentUser[]): void => {
      const text = JSON.stringify(others);
      if (text === told) return;
      told = text;
      hear(others);
    };

    const show = (): void => {
      const editors = last?.editors ?? [];
      user = editors.find((each) => each.id === editor)?.user ?? user;
      // Before the host has answered it is not known who of them is this user.
      if (isOver || user === undefined) return;
      const others = editors.filter((each) => each.id !== editor);
      tell(others.map(({ id, name, since, user: theirs }) => ({ id, name, since, own: theirs === user })));
    };

    const listenTo = (presence: Presence): void => {
      if (presence.id !== id) return;
      events++;
      last = presence;
      show();
    };

    const speak = (): void => {
      const now = say().finally(() => {
        if (speaking === now) speaking = undefined;
      });
      speaking = now;
    };

    const say = async (): Promise<void> => {
      const own = ++word;
      const before = events;
      cancel();
      const seconds = tabs.hidden() ? Math.max(holds, HIDDEN_SECONDS) : holds;
      try {
        const presence = await announce(id, editor, seconds);
        if (own !== word) return;
        unheard = 0;
        user = presence.editors.find((each) => each.id === editor)?.user;
        // An event may overtake an answer, and is newer then: each change is followed by one.
        if (events === before) last = presence;
        show();
      } catch (error) {
        if (own !== word) return;
        // Who was there when the host was heard last may be gone since.
        if (++unheard >= TTL_IN_HEARTBEATS) tell([]);
        // Refused is refused; somebody else may be let in.
        if (!isTransient(error)) return tell([]);
      }
      cancel = later(heartbeat * 1000, speak);
    };

    const stops = [
      listen(id.split('/')[0]!, listenTo),
      onAuth(speak),
      // Who hides may be about to go: a word that overtakes the last one would make a ghost.
      tabs.onVisibility(() => (tabs.hidden() ? undefined : speak())),
      tabs.onLeave(() => {
        word++;
        cancel();
        withdraw(id, editor);
      }),
    ];
    speak();

    return () => {
      if (isOver) return;
      isOver = true;
      word++;
      cancel();
      for (const stop of stops) stop();
      withdraw(id, editor);
      // A word that is on its way may arrive after the last one.
      void speaking?.then(() => withdraw(id, editor));
    };
  };
}
