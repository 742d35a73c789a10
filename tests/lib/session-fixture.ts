/** An editor session with a version store in memory, which fulfills the same contract as the host (gateway-versions.test.ts). */
import { NetworkError } from '../../src/utils/gateway/errors';
import type { Version, VersionStore } from '../../src/utils/gateway';
import { memoryVersions } from '../../src/utils/gateway/versions/memory';
import { createSession, type Session } from '../../src/utils/editing/session/session';
import {
  NO_JOURNAL,
  type JournalHeader,
  type JournalStore,
  type RecoverableSession,
} from '../../src/utils/editing/session/journal';
import type { Question } from '../../src/utils/editing/messages/messages';
import type { Snapshot } from '../../src/utils/editing/session/snapshot';
import type { SessionDependencies } from '../../src/utils/editing/session/dependencies';
import type { JournalEntry } from '../../src/utils/editing/model/journal';

export const HERO = 'lib/hero/responsive';
export const FORK = 'lib/hero/home';
export const VIEW = '<p>one</p>';
export const target = { library: 'lib', component: 'hero', instance: 'home' };

export interface SessionFixture {
  readonly store: VersionStore;
  readonly session: Session;
  readonly questions: Question[];
  readonly logMessages: string[];
  readonly delays: number[];
  readonly states: Snapshot['state'][];
  /** The successive values of `busy`, or `idle`, each with `, failed` if there was an error. */
  readonly activities: string[];
  /** Calls of the store: the name of the method and its first argument. */
  readonly calls: string[];
  readonly restored: number[];
  confirms: boolean;
  /** Makes the next call of a method of the store fail; with `after`, when it has done its work. */
  nextFailure: { name: keyof VersionStore; error: Error; after?: boolean } | undefined;
  /** Each call of the store waits for this promise. */
  gate: Promise<void>;
}

/** Creates a version store in memory with `lib/hero` published. */
export async function publishedStore(clock = Date.now): Promise<VersionStore> {
  const store = memoryVersions({ components: ['lib/hero'], clock });
  await store.save(HERO, VIEW, { expectedRevision: 0 });
  await store.stage(HERO, { expectedRevision: 1 });
  await store.publish(HERO, { expectedRevision: 1 });
  return store;
}

/** Creates a session with a version store in memory, by default with `lib/hero` published. Delays end at once. */
export async function createSessionFixture(
  ports: Partial<SessionDependencies> = {},
  versions?: VersionStore,
): Promise<SessionFixture> {
  const real = versions ?? (await publishedStore());
  const calls: string[] = [];
  const wrapped =
    (name: (typeof STORE_METHODS)[number]) =>
    async (...args: unknown[]) => {
      calls.push(`${name} ${String(args[0])}`);
      await fixture.gate;
      const failing = fixture.nextFailure?.name === name ? fixture.nextFailure : undefined;
      if (failing) fixture.nextFailure = undefined;
      if (failing && !failing.after) throw failing.error;
      const result = await (real[name] as (...args: unknown[]) => Promise<unknown>)(...args);
      if (failing) throw failing.error;
      return result;
    };
  let listens = (): void => {};
  let listening: Promise<void>;
  const port = {
    ...Object.fromEntries(STORE_METHODS.map((name) => [name, wrapped(name)])),
    subscribe(...args: Parameters<VersionStore['subscribe']>) {
      const leave = real.subscribe(...args);
      listens();
      return leave;
    },
    ...(real.attend ? { attend: real.attend } : {}),
  } as unknown as VersionStore;
  const fixture: SessionFixture = {
    ...{
      store: real,
      questions: [],
      logMessages: [],
      delays: [],
      states: [],
      activities: [],
      calls,
      restored: [],
      confirms: true,
      nextFailure: undefined,
      gate: Promise.resolve(),
    },
    session: createSession({
      store: async () => port,
      loaded: async () => {},
      async confirm(question) {
        fixture.questions.push(question);
        return fixture.confirms;
      },
      restore: () => void fixture.restored.push(1),
      wait: async (milliseconds) => void fixture.delays.push(milliseconds),
      isTransient: (error) => error instanceof NetworkError,
      name: (() => {
        let count = 0;
        return () => `session-${++count}`;
      })(),
      log: (message) => void fixture.logMessages.push(message),
      journal: NO_JOURNAL,
      now: () => 0,
      changed({ state, busy, error }) {
        if (fixture.states.at(-1) !== state) fixture.states.push(state);
        const now = `${busy ?? 'idle'}${error ? ', failed' : ''}`;
        if (fixture.activities.at(-1) !== now) fixture.activities.push(now);
      },
      ...ports,
    }),
  };
  const { open } = fixture.session;
  // The session subscribes to changes shortly after it is ready. Here `open` also waits for the subscription.
  fixture.session.open = async (target) => {
    const before = fixture.session.snapshot.opening;
    listening = new Promise((resolve) => (listens = resolve));
    const opened = await open(target);
    if (opened && fixture.session.snapshot.opening !== before) await listening;
    return opened;
  };
  return fixture;
}

const STORE_METHODS = [
  ...(['find', 'fork', 'save', 'stage', 'publish', 'unstage', 'unpublish', 'remove', 'restore', 'revert'] as const),
  ...(['history', 'stylesheet'] as const),
];

export const findVersion = async (store: VersionStore, id: string): Promise<Version> => (await store.find([id]))[0]!;
export const insertText = ({ session }: SessionFixture, word: string): void => {
  const { text } = session.snapshot.editor!;
  const at = text.indexOf('</p>');
  session.dispatch({ steps: [{ from: at, to: at, insert: word }] });
};

/** Waits until pending tasks have run. */
export async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

/** A journal that outlives its sessions, like a browser's. `crash` simulates that all sessions end without notice. */
export function persistentJournal(): { journal: JournalStore; crash(): void } {
  const kept = new Map<string, Omit<RecoverableSession, 'entries'> & { entries: JournalEntry[] }>();
  let living = new Set<string>();
  return {
    crash: () => void (living = new Set()),
    journal: {
      async find(id) {
        return [...kept.values()]
          .filter((each) => each.id === id && !living.has(each.name) && each.entries.length > 0)
          .map((each) => ({ ...each, time: each.entries.at(-1)?.time ?? 0 }))
          .sort((one, other) => other.time - one.time);
      },
      begin(header: JournalHeader) {
        living.add(header.name);
        kept.set(header.name, { ...header, time: 0, entries: [] });
      },
      append: (name, entry) => void kept.get(name)!.entries.push(structuredClone(entry)),
      end: (name) => void kept.delete(name),
      leave: (name) => void living.delete(name),
      written: async () => {},
    },
  };
}

/** Returns a generator of unique session names. */
export const uniqueNames = (prefix: string): (() => string) => {
  let count = 0;
  return () => `${prefix}-${++count}`;
};
