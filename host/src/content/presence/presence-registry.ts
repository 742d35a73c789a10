/**
 * Presence in memory, with limits. Each process on the database handles all messages, including its own, so all have
 * the same state. After a missed message, the browser's next announcement restores it.
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
import { type Clock, monotonicClock, systemClock } from '../../lib/clock.js';
import { type Message, messageOf, readMessage } from './presence-message.js';

/**
 * Limits of open editors. A user is the holder of one token or session. All sessions of a token count together. So
 * nobody alone can fill a version or the host.
 */
export const PRESENCE_LIMITS = Object.freeze({
  /** Editors of one user. */
  ofUser: 100,
  ofUserAtVersion: 10,
  /** Editors of one token and its sessions. */
  ofToken: 2500,
  ofTokenAtVersion: 50,
  /** Users at one version. Beyond the first editor of each user, as many further editors are allowed. */
  atVersion: 100,
  /** Editors of the host. */
  all: 10_000,
});

/** Runs work after some milliseconds. Returns a function that cancels it. */
export type Schedule = (milliseconds: number, work: () => void) => () => void;

export interface PresencesOptions extends Pick<Database, 'publish' | 'subscribe'> {
  readonly clock?: Clock;
  readonly schedule?: Schedule;
  /** Overrides of the default limits. */
  readonly limits?: Partial<Record<keyof typeof PRESENCE_LIMITS, number>>;
}

interface RegisteredEditor extends PresentEditor {
  readonly token: string;
  /** When it expires, by the clock of durations. */
  readonly until: number;
}

interface VersionPresence {
  readonly address: VersionAddress;
  readonly editors: Map<string, RegisteredEditor>;
  /** The result of the last read. */
  last?: Presence;
}

interface WatchedLibrary {
  readonly callbacks: Set<(address: VersionAddress) => void>;
  /** Versions whose editors changed since the last notification. */
  readonly changed: Map<string, VersionAddress>;
  /** Whether watchers are being notified. */
  isNotifying: boolean;
}

/** Seconds after which a user with too many editors may retry. */
const RETRY_SECONDS = 30;
/** Minimum milliseconds between sweeps of expired editors. Many expire at about the same time. */
const MIN_SWEEP_INTERVAL = 1_000;
/** Watchers notified per iteration of the event loop: each one writes to its client. */
const WATCHERS_PER_ITERATION = 2;

const systemSchedule: Schedule = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

export function createPresences(options: PresencesOptions): Presences {
  const { publish: publishMessage, subscribe, clock = systemClock, schedule = systemSchedule } = options;
  /** For durations. A clock that is set back would keep editors who have left. */
  const elapsed = options.clock ?? monotonicClock;
  const limits = { ...PRESENCE_LIMITS, ...options.limits };
  const versions = new Map<string, VersionPresence>();
  const ofUser = createCounter();
  const ofToken = createCounter();
  const watchers = new Map<string, WatchedLibrary>();
  let total = 0;
  let sweepAt = Infinity;
  let stopTimer: (() => void) | undefined;
  let isClosed = false;

  const adjustCounts = ({ user, token }: RegisteredEditor, change: 1 | -1): void => {
    ofUser.add(user, change);
    ofToken.add(token, change);
    total += change;
  };

  /** Whether a new editor would exceed a limit. */
  const isFull = (address: VersionAddress, user: string, token: string): boolean => {
    if (total >= limits.all || ofUser.of(user) >= limits.ofUser || ofToken.of(token) >= limits.ofToken) return true;
    const editors = [...(versions.get(versionId(address))?.editors.values() ?? [])];
    if (editors.filter((each) => each.token === token).length >= limits.ofTokenAtVersion) return true;
    const users = new Set(editors.map((each) => each.user)).size;
    const ownCount = editors.filter((each) => each.user === user).length;
    if (ownCount === 0) return users >= limits.atVersion;
    return ownCount >= limits.ofUserAtVersion || editors.length - users >= limits.atVersion;
  };

  /** Notifies a few watchers per iteration of the event loop. Changes that happen meanwhile follow in the next round. */
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
            // The watcher may have ended meanwhile.
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
    adjustCounts(registered, -1);
    if (presence.editors.size === 0) versions.delete(versionId(presence.address));
    void notifyWatchers(presence);
  };

  const addEditor = ({ address, seconds, ...editor }: Message): void => {
    const presence = versions.get(versionId(address)) ?? { address, editors: new Map<string, RegisteredEditor>() };
    const key = editorKey(editor);
    const existing = presence.editors.get(key);
    // Another process may have accepted more editors than this one would.
    if (!existing && isFull(address, editor.user, editor.token)) return;
    versions.set(versionId(address), presence);
    const since = Math.min(existing?.since ?? editor.since, editor.since);
    const until = elapsed() + seconds * 1000;
    const registered = { ...editor, since, until };
    presence.editors.set(key, registered);
    if (!existing) adjustCounts(registered, 1);
    if (!existing || existing.since !== since || existing.name !== editor.name) void notifyWatchers(presence);
    scheduleSweep(until);
  };

  const receive = (subject: string | undefined): void => {
    const message = readMessage(subject);
    if (!message) return;
    if (message.seconds > 0) return addEditor(message);
    const presence = versions.get(versionId(message.address));
    if (presence) remove(presence, editorKey(message));
  };

  /** Removes expired editors. */
  const sweep = (): void => {
    stopTimer = undefined;
    sweepAt = Infinity;
    const now = elapsed();
    for (const presence of [...versions.values()])
      for (const [key, { until }] of [...presence.editors]) if (until <= now) remove(presence, key);
    let earliest = Infinity;
    for (const { editors } of versions.values())
      for (const { until } of editors.values()) earliest = Math.min(earliest, until);
    if (earliest < Infinity) scheduleSweep(earliest);
  };

  const scheduleSweep = (until: number): void => {
    if (isClosed || until >= sweepAt) return;
    stopTimer?.();
    sweepAt = until;
    stopTimer = schedule(Math.max(MIN_SWEEP_INTERVAL, until - elapsed()), sweep);
  };

  const unsubscribe = subscribe(receive);

  return {
    publishMessage({ address, editor: id, actor, token: tokenId, seconds }) {
      const user = anonymize(actor.id);
      const token = anonymize(tokenId);
      const isKnown = versions.get(versionId(address))?.editors.has(editorKey({ user, id })) === true;
      if (!isKnown && isFull(address, user, token)) throw new RateLimitedError(RETRY_SECONDS, 'open editors');
      publishMessage(messageOf({ address, id, user, token, name: actor.name, since: clock(), seconds }));
    },
    withdraw({ address, editor: id, actor }) {
      // Other processes may have an editor that this one has not received yet.
      publishMessage(messageOf({ address, id, user: anonymize(actor.id), token: '', name: '', since: 0, seconds: 0 }));
    },
    of(address) {
      const registered = versions.get(versionId(address));
      if (!registered) return { address, editors: [] };
      const now = elapsed();
      const editors = [...registered.editors.values()]
        .filter(({ until }) => until > now)
        .sort((one, other) => one.since - other.since)
        .map(({ id, user, name, since }) => ({ id, user, name, since }));
      // All callers get the same object, so that values derived from it can be cached.
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
      isClosed = true;
      unsubscribe();
      stopTimer?.();
      for (const { callbacks } of watchers.values()) callbacks.clear();
      watchers.clear();
    },
  };
}

/** Hashes the id of a token or session, because the id must not be disclosed to other users. */
const anonymize = (id: string): string => createHash('sha256').update(`presence ${id}`).digest('hex').slice(0, 32);
/** Includes the user, because browsers choose the ids of editors. */
const editorKey = ({ user, id }: Pick<PresentEditor, 'user' | 'id'>): string => `${user}/${id}`;
