/** Journals in IndexedDB. A session is alive while its tab holds a lock of its name; one without it has crashed. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { JournalEntry } from '../journal';
import type { JournalHeader, JournalStore, RecoverableSession } from './journal';

const JOURNAL_NAME = 'feaas-kit-journal';
/** Milliseconds after which what was written is on the disk itself, so that it outlives the machine too. */
const STRICT = 2_000;
/** Milliseconds for which a journal that nobody asks for is kept. */
const KEPT = 30 * 86_400_000;

interface Tables extends DBSchema {
  sessions: { key: string; value: JournalHeader & { readonly begun: number }; indexes: { id: string } };
  /** By session and number. */
  entries: { key: [string, number]; value: JournalEntry };
}
type Journals = IDBPDatabase<Tables>;

export interface JournalDependencies {
  now(): number;
  /** What is typed from now on would be lost in a crash; called once. */
  failed(error: unknown): void;
  /** Without locks every session of another tab counts as ended. */
  readonly locks: LockManager | undefined;
}

const lockOf = (name: string): string => `${JOURNAL_NAME} ${name}`;
const allOf = (name: string): IDBKeyRange => IDBKeyRange.bound([name, 0], [name, Infinity]);

function open(): Promise<Journals> {
  return openDB<Tables>(JOURNAL_NAME, 2, {
    async upgrade(journals, before, _now, transaction) {
      if (before < 1) {
        journals.createObjectStore('sessions', { keyPath: 'name' }).createIndex('id', 'id');
        journals.createObjectStore('entries');
        return;
      }
      // Version 1 called the steps of an entry `splices`: a draft that it kept is still recovered.
      let cursor = await transaction.objectStore('entries').openCursor();
      while (cursor) {
        const { splices, ...entry } = cursor.value as JournalEntry & { readonly splices?: JournalEntry['steps'] };
        if (splices) await cursor.update({ ...entry, steps: splices });
        cursor = await cursor.continue();
      }
    },
  });
}

export function openJournals({ now, failed, locks }: JournalDependencies): JournalStore {
  /** Sessions of this tab: how many entries each has, and what lets go of its lock. */
  const own = new Map<string, { count: number; release: () => void }>();
  let opened: Promise<Journals> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  let strictAt = 0;
  let flush: ReturnType<typeof setTimeout> | undefined;

  /** Transactions of overlapping stores run in the order they are made in, and so do those made before it was open. */
  function write(work: (journals: Journals) => Promise<unknown>): void {
    const done = (opened ??= open()).then(work).catch((error: unknown) => {
      if (!hasFailed) failed(error);
      hasFailed = true;
    });
    writing = Promise.all([writing, done]);
  }

  const remove = (name: string): void =>
    write(async (journals) => {
      const both = journals.transaction(['sessions', 'entries'], 'readwrite');
      const done = [both.objectStore('entries').delete(allOf(name)), both.objectStore('sessions').delete(name)];
      await Promise.all([...done, both.done]);
    });

  const isStrict = (): boolean => {
    if (now() - strictAt < STRICT) return false;
    strictAt = now();
    return true;
  };

  /** What was written last is not left to the system for longer either. */
  function flushLater(): void {
    flush ??= setTimeout(() => {
      flush = undefined;
      strictAt = now();
      write(async (journals) => {
        const { store, done } = journals.transaction('sessions', 'readwrite', { durability: 'strict' });
        // Only a transaction that writes waits for the disk.
        await Promise.all([store.openCursor().then((cursor) => cursor?.update(cursor.value)), done]);
      });
    }, STRICT);
  }

  /** Until the session ends, or its tab does. */
  function hold(name: string): () => void {
    let release = (): void => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    locks?.request(lockOf(name), () => until).catch(() => {});
    return release;
  }

  async function alive(): Promise<ReadonlySet<string>> {
    const held = (await locks?.query().catch(() => undefined))?.held ?? [];
    return new Set(held.map(({ name }) => name ?? ''));
  }

  async function keptOf(
    journals: Journals,
    header: Tables['sessions']['value'],
  ): Promise<RecoverableSession | undefined> {
    const entries = await journals.getAll('entries', allOf(header.name));
    const { begun, ...rest } = header;
    const time = entries.at(-1)?.time ?? begun;
    if (entries.length > 0 && now() - time < KEPT) return { ...rest, time, entries };
    remove(header.name);
    return undefined;
  }

  return {
    async find(id) {
      try {
        const journals = await (opened ??= open());
        const headers = await journals.getAllFromIndex('sessions', 'id', id);
        const living = await alive();
        const ended = headers.filter(({ name }) => !own.has(name) && !living.has(lockOf(name)));
        const kept = await Promise.all(ended.map((header) => keptOf(journals, header)));
        return kept.filter((each) => each !== undefined).sort((one, other) => other.time - one.time);
      } catch (error) {
        failed(error);
        return [];
      }
    },
    begin(header) {
      const { name } = header;
      own.set(name, { count: 0, release: own.get(name)?.release ?? hold(name) });
      write(async (journals) => {
        const both = journals.transaction(['sessions', 'entries'], 'readwrite');
        const [entries, sessions] = [both.objectStore('entries'), both.objectStore('sessions')];
        await Promise.all([entries.delete(allOf(name)), sessions.put({ ...header, begun: now() }), both.done]);
      });
    },
    append(name, entry) {
      const session = own.get(name);
      if (!session) return;
      const key: [string, number] = [name, session.count++];
      const durability = isStrict() ? 'strict' : 'relaxed';
      write(async (journals) => {
        const { store, done } = journals.transaction('entries', 'readwrite', { durability });
        await Promise.all([store.put(entry, key), done]);
      });
      if (durability === 'relaxed') flushLater();
    },
    end(name) {
      own.get(name)?.release();
      own.delete(name);
      remove(name);
    },
    leave(name) {
      own.get(name)?.release();
      own.delete(name);
    },
    async written() {
      await writing;
    },
  };
}
