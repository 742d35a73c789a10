/**
 * Presence in memory, of bounded size: what each process on the database hears, from itself too, is what all of them know.
 * What one of them missed it hears with the browser's next word.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { versionId } from '../addresses.js';
import { RateLimitedError } from '../../lib/domain-error.js';
import type { VersionAddress } from '../model.js';
import type { PresentEditor, Presences } from './presence.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { type Message, messageOf, readMessage } from './presence-message.js';

/** Editors of one user, at one version, and in all. */
export const PRESENCE_LIMITS = Object.freeze({ ofUser: 100, atVersion: 100, all: 10_000 });

/** Runs work after milliseconds; the function that is returned takes that back. */
export type Later = (milliseconds: number, work: () => void) => () => void;

export interface PresencesOptions extends Pick<Database, 'announce' | 'listen'> {
  readonly clock?: Clock;
  readonly later?: Later;
  /** What differs from the usual limits. */
  readonly limits?: Partial<Record<keyof typeof PRESENCE_LIMITS, number>>;
}

interface Kept extends PresentEditor {
  /** Milliseconds since 1970 when it is forgotten. */
  readonly until: number;
}

interface Place {
  readonly address: VersionAddress;
  readonly editors: Map<string, Kept>;
}

/** Seconds after which somebody with too many editors may try again. */
const RETRY_SECONDS = 30;
/** Milliseconds between two looks for who fell silent: many fall silent at about the same time. */
const SWEEP = 1_000;

const systemLater: Later = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

export function createPresences(options: PresencesOptions): Presences {
  const { announce, listen, clock = systemClock, later = systemLater } = options;
  const limits = { ...PRESENCE_LIMITS, ...options.limits };
  const places = new Map<string, Place>();
  const counts = new Map<string, number>();
  const watchers = new Map<string, Set<(address: VersionAddress) => void>>();
  let all = 0;
  let sweepAt = Infinity;
  let stopTimer: (() => void) | undefined;
  let closed = false;

  const count = (user: string, more: 1 | -1): void => {
    const now = (counts.get(user) ?? 0) + more;
    if (now === 0) counts.delete(user);
    else counts.set(user, now);
    all += more;
  };

  const tell = ({ address }: Place): void => {
    for (const changed of [...(watchers.get(address.library) ?? [])]) changed(address);
  };

  const remove = (place: Place, key: string): void => {
    const kept = place.editors.get(key);
    if (!kept) return;
    place.editors.delete(key);
    count(kept.user, -1);
    if (place.editors.size === 0) places.delete(versionId(place.address));
    tell(place);
  };

  const put = ({ address, seconds, ...editor }: Message): void => {
    const place = places.get(versionId(address)) ?? { address, editors: new Map<string, Kept>() };
    const key = editorKey(editor);
    const known = place.editors.get(key);
    // Another process may have let in more than this one would have.
    if (!known && (all >= limits.all || place.editors.size >= limits.atVersion)) return;
    places.set(versionId(address), place);
    const since = Math.min(known?.since ?? editor.since, editor.since);
    const until = clock() + seconds * 1000;
    place.editors.set(key, { ...editor, since, until });
    if (!known) count(editor.user, 1);
    if (!known || known.since !== since || known.name !== editor.name) tell(place);
    sweepNotAfter(until);
  };

  const hear = (subject: string | undefined): void => {
    const message = readMessage(subject);
    if (!message) return;
    if (message.seconds > 0) return put(message);
    const place = places.get(versionId(message.address));
    if (place) remove(place, editorKey(message));
  };

  /** Forgets who fell silent. */
  const sweep = (): void => {
    stopTimer = undefined;
    sweepAt = Infinity;
    const now = clock();
    for (const place of [...places.values()])
      for (const [key, { until }] of [...place.editors]) if (until <= now) remove(place, key);
    let first = Infinity;
    for (const { editors } of places.values()) for (const { until } of editors.values()) first = Math.min(first, until);
    if (first < Infinity) sweepNotAfter(first);
  };

  const sweepNotAfter = (until: number): void => {
    if (closed || until >= sweepAt) return;
    stopTimer?.();
    sweepAt = until;
    stopTimer = later(Math.max(SWEEP, until - clock()), sweep);
  };

  const unlisten = listen(hear);

  return {
    announce({ address, editor: id, actor, seconds }) {
      const user = userOf(actor.id);
      const editors = places.get(versionId(address))?.editors;
      if (!editors?.has(editorKey({ user, id }))) {
        const full = (counts.get(user) ?? 0) >= limits.ofUser || (editors?.size ?? 0) >= limits.atVersion;
        if (full || all >= limits.all) throw new RateLimitedError(RETRY_SECONDS, 'open editors');
      }
      announce(messageOf({ address, id, user, name: actor.name, since: clock(), seconds }));
    },
    withdraw({ address, editor: id, actor }) {
      // Others may know of one that this process has not heard of yet.
      announce(messageOf({ address, id, user: userOf(actor.id), name: '', since: 0, seconds: 0 }));
    },
    of(address) {
      const now = clock();
      const editors = [...(places.get(versionId(address))?.editors.values() ?? [])]
        .filter(({ until }) => until > now)
        .sort((one, other) => one.since - other.since)
        .map(({ id, user, name, since }) => ({ id, user, name, since }));
      return { address, editors };
    },
    inLibrary: (library) =>
      [...places.values()].map(({ address }) => address).filter((address) => address.library === library),
    watch(library, changed) {
      const here = watchers.get(library) ?? new Set();
      watchers.set(library, here.add(changed));
      return () => {
        here.delete(changed);
        if (here.size === 0 && watchers.get(library) === here) watchers.delete(library);
      };
    },
    close() {
      closed = true;
      unlisten();
      stopTimer?.();
      watchers.clear();
    },
  };
}

/** The id of a token or session says who it is of, and is for nobody else. */
const userOf = (actor: string): string => createHash('sha256').update(`presence ${actor}`).digest('hex').slice(0, 32);
/** What one user's browser chose names nobody else's editor. */
const editorKey = ({ user, id }: Pick<PresentEditor, 'user' | 'id'>): string => `${user}/${id}`;
