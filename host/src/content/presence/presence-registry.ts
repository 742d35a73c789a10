/**
 * Presence in memory, of bounded size: what each process on the database hears, from itself too, is what all of them know.
 * What one of them missed it hears with the browser's next word.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../db/database.js';
import { versionId } from '../addresses.js';
import { createCounter } from '../../lib/counter.js';
import { RateLimitedError } from '../../lib/domain-error.js';
import { yieldEvery } from '../../lib/yield-every.js';
import type { VersionAddress } from '../model.js';
import type { Presence, PresentEditor, Presences } from './presence.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { type Message, messageOf, readMessage } from './presence-message.js';

/**
 * How many editors may be open. A user is whoever one token or session is of; a token counts together with all sessions that it
 * gave. So nobody fills a version, or the host, alone.
 */
export const PRESENCE_LIMITS = Object.freeze({
  /** Editors of one user. */
  ofUser: 100,
  ofUserAtVersion: 10,
  /** Editors of one token and its sessions. */
  ofToken: 2500,
  ofTokenAtVersion: 50,
  /** Users at one version; beyond the first of each there may be as many editors more. */
  atVersion: 100,
  /** Editors in all. */
  all: 10_000,
});

/** Runs work after milliseconds; the function that is returned takes that back. */
export type Schedule = (milliseconds: number, work: () => void) => () => void;

export interface PresencesOptions extends Pick<Database, 'publish' | 'subscribe'> {
  readonly clock?: Clock;
  readonly schedule?: Schedule;
  /** What differs from the usual limits. */
  readonly limits?: Partial<Record<keyof typeof PRESENCE_LIMITS, number>>;
}

interface RegisteredEditor extends PresentEditor {
  readonly token: string;
  /** Milliseconds since 1970 when it is forgotten. */
  readonly until: number;
}

interface VersionPresence {
  readonly address: VersionAddress;
  readonly editors: Map<string, RegisteredEditor>;
  /** As it was when somebody last asked. */
  last?: Presence;
}

interface WatchedLibrary {
  readonly callbacks: Set<(address: VersionAddress) => void>;
  /** Where somebody came or went since those who watch were told. */
  readonly changed: Map<string, VersionAddress>;
  /** Whether those who watch are being told. */
  isNotifying: boolean;
}

/** Seconds after which somebody with too many editors may try again. */
const RETRY_SECONDS = 30;
/** Milliseconds between two looks for who fell silent: many fall silent at about the same time. */
const SWEEP = 1_000;
/** Watchers that are told in one turn of the event loop: each tells its client. */
const WATCHERS_PER_ITERATION = 2;

const systemSchedule: Schedule = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

export function createPresences(options: PresencesOptions): Presences {
  const { publish: publishMessage, subscribe, clock = systemClock, schedule = systemSchedule } = options;
  const limits = { ...PRESENCE_LIMITS, ...options.limits };
  const versions = new Map<string, VersionPresence>();
  const ofUser = createCounter();
  const ofToken = createCounter();
  const watchers = new Map<string, WatchedLibrary>();
  let all = 0;
  let sweepAt = Infinity;
  let stopTimer: (() => void) | undefined;
  let closed = false;

  const count = ({ user, token }: RegisteredEditor, more: 1 | -1): void => {
    ofUser.add(user, more);
    ofToken.add(token, more);
    all += more;
  };

  /** Whether an editor that nobody knows yet is one too many. */
  const isFull = (address: VersionAddress, user: string, token: string): boolean => {
    if (all >= limits.all || ofUser.of(user) >= limits.ofUser || ofToken.of(token) >= limits.ofToken) return true;
    const editors = [...(versions.get(versionId(address))?.editors.values() ?? [])];
    if (editors.filter((each) => each.token === token).length >= limits.ofTokenAtVersion) return true;
    const users = new Set(editors.map((each) => each.user)).size;
    const own = editors.filter((each) => each.user === user).length;
    if (own === 0) return users >= limits.atVersion;
    return own >= limits.ofUserAtVersion || editors.length - users >= limits.atVersion;
  };

  /**
   * Some watchers in each iteration of the event loop, however much changes at once: what changes while they are told, they are
   * told in the next round.
   */
  const notifyWatchers = async ({ address }: VersionPresence): Promise<void> => {
    const watched = watchers.get(address.library);
    if (!watched) return;
    const { changed, callbacks } = watched;
    changed.set(versionId(address), address);
    if (watched.isNotifying) return;
    watched.isNotifying = true;
    const yieldIfDue = yieldEvery(WATCHERS_PER_ITERATION);
    try {
      while (changed.size > 0) {
        const addresses = [...changed.values()];
        changed.clear();
        for (const callback of [...callbacks])
          for (const each of addresses) {
            // It may have ended meanwhile.
            if (!callbacks.has(callback)) break;
            callback(each);
            await yieldIfDue();
          }
      }
    } finally {
      watched.isNotifying = false;
    }
  };

  const remove = (presence: VersionPresence, key: string): void => {
    const registered = presence.editors.get(key);
    if (!registered) return;
    presence.editors.delete(key);
    count(registered, -1);
    if (presence.editors.size === 0) versions.delete(versionId(presence.address));
    void notifyWatchers(presence);
  };

  const put = ({ address, seconds, ...editor }: Message): void => {
    const presence = versions.get(versionId(address)) ?? { address, editors: new Map<string, RegisteredEditor>() };
    const key = editorKey(editor);
    const known = presence.editors.get(key);
    // Another process may have let in more than this one would have.
    if (!known && isFull(address, editor.user, editor.token)) return;
    versions.set(versionId(address), presence);
    const since = Math.min(known?.since ?? editor.since, editor.since);
    const until = clock() + seconds * 1000;
    const registered = { ...editor, since, until };
    presence.editors.set(key, registered);
    if (!known) count(registered, 1);
    if (!known || known.since !== since || known.name !== editor.name) void notifyWatchers(presence);
    sweepNotAfter(until);
  };

  const receive = (subject: string | undefined): void => {
    const message = readMessage(subject);
    if (!message) return;
    if (message.seconds > 0) return put(message);
    const presence = versions.get(versionId(message.address));
    if (presence) remove(presence, editorKey(message));
  };

  /** Forgets who fell silent. */
  const sweep = (): void => {
    stopTimer = undefined;
    sweepAt = Infinity;
    const now = clock();
    for (const presence of [...versions.values()])
      for (const [key, { until }] of [...presence.editors]) if (until <= now) remove(presence, key);
    let first = Infinity;
    for (const { editors } of versions.values())
      for (const { until } of editors.values()) first = Math.min(first, until);
    if (first < Infinity) sweepNotAfter(first);
  };

  const sweepNotAfter = (until: number): void => {
    if (closed || until >= sweepAt) return;
    stopTimer?.();
    sweepAt = until;
    stopTimer = schedule(Math.max(SWEEP, until - clock()), sweep);
  };

  const unsubscribe = subscribe(receive);

  return {
    publishMessage({ address, editor: id, actor, token: tokenId, seconds }) {
      const user = anonymized(actor.id);
      const token = anonymized(tokenId);
      const isKnown = versions.get(versionId(address))?.editors.has(editorKey({ user, id })) === true;
      if (!isKnown && isFull(address, user, token)) throw new RateLimitedError(RETRY_SECONDS, 'open editors');
      publishMessage(messageOf({ address, id, user, token, name: actor.name, since: clock(), seconds }));
    },
    withdraw({ address, editor: id, actor }) {
      // Others may know of one that this process has not heard of yet.
      publishMessage(messageOf({ address, id, user: anonymized(actor.id), token: '', name: '', since: 0, seconds: 0 }));
    },
    of(address) {
      const registered = versions.get(versionId(address));
      if (!registered) return { address, editors: [] };
      const now = clock();
      const editors = [...registered.editors.values()]
        .filter(({ until }) => until > now)
        .sort((one, other) => one.since - other.since)
        .map(({ id, user, name, since }) => ({ id, user, name, since }));
      // One object for all who ask: what is made of it for one is used for the others.
      if (!registered.last || !isDeepStrictEqual(registered.last.editors, editors))
        registered.last = { address, editors };
      return registered.last;
    },
    inLibrary: (library) =>
      [...versions.values()].map(({ address }) => address).filter((address) => address.library === library),
    watch(library, callback) {
      const watched = watchers.get(library) ?? { callbacks: new Set(), changed: new Map(), isNotifying: false };
      watchers.set(library, watched);
      watched.callbacks.add(callback);
      return () => {
        watched.callbacks.delete(callback);
        if (watched.callbacks.size === 0 && watchers.get(library) === watched) watchers.delete(library);
      };
    },
    close() {
      closed = true;
      unsubscribe();
      stopTimer?.();
      for (const { callbacks } of watchers.values()) callbacks.clear();
      watchers.clear();
    },
  };
}

/** The id of a token or session says who it is of, and is for nobody else. */
const anonymized = (id: string): string => createHash('sha256').update(`presence ${id}`).digest('hex').slice(0, 32);
/** What one user's browser chose names nobody else's editor. */
const editorKey = ({ user, id }: Pick<PresentEditor, 'user' | 'id'>): string => `${user}/${id}`;
