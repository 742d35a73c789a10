/**
 * Journals in IndexedDB. Each session of this tab is also kept in memory. When the browser closes the connection (as
 * Safari does in the background) or a transaction fails, the database is reopened. The whole journal is then rewritten,
 * so that it has no gaps.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { JournalEntry } from '../model/journal';
import type { JournalHeader, JournalStore, RecoverableSession } from './journal';
import { trackLiveSessions } from './live-sessions';

const JOURNAL_NAME = 'feaas-kit-journal';
/** Interval in milliseconds between writes with strict durability, which also survive a crash of the system. */
const STRICT_INTERVAL = 2_000;
/** Milliseconds after which an unused journal expires. */
const RETENTION = 30 * 86_400_000;
/** Milliseconds between attempts to reopen a database that failed to open. */
const REOPEN_DELAY = 5_000;
/** Milliseconds between the first and the second attempt of one reopening. */
const REOPEN_PAUSE = 500;
/** Timeout in milliseconds for opening the database. */
const OPEN_TIMEOUT = 10_000;

interface Tables extends DBSchema {
  sessions: { key: string; value: JournalHeader & { readonly begun: number }; indexes: { id: string } };
  /** Key: session name and index of the entry. */
  entries: { key: [string, number]; value: JournalEntry };
}
type Journals = IDBPDatabase<Tables>;

export interface JournalDependencies {
  now(): number;
  /** A crash would lose further changes. Called once, until the journal works again. */
  failed(error: unknown): void;
  /** The database can be opened again, and the changes since then are written. */
  works(): void;
  /** Undefined without the Web Locks API (plain HTTP): tabs then ask each other which sessions are alive. */
  readonly locks: LockManager | undefined;
}

/** A session of this tab. */
interface OwnSession {
  header: Tables['sessions']['value'];
  entries: JournalEntry[];
  /** Releases the session; other tabs then consider it ended. */
  readonly release: () => void;
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const entriesRange = (name: string): IDBKeyRange => IDBKeyRange.bound([name, 0], [name, Infinity]);

/**
 * Opens the database. Rejects and never throws, although some browsers throw from the call itself.
 * It also rejects after a timeout: another tab may keep an earlier version open, or may delay the database's deletion.
 * @param onClosed called when the browser has closed the connection; `isGone` is whether its content may be lost
 */
async function openDatabase(onClosed: (isGone: boolean) => void): Promise<Journals> {
  let giveUp = (_error: Error): void => {};
  const timeout = new Promise<never>((_, reject) => (giveUp = reject));
  const timer = setTimeout(
    () => giveUp(new Error('The browser does not open the database. Reload the page.')),
    OPEN_TIMEOUT,
  );
  let isGivenUp = false;
  const opening = openDB<Tables>(JOURNAL_NAME, 2, {
    async upgrade(journals, before, _now, transaction) {
      if (before < 1) {
        journals.createObjectStore('sessions', { keyPath: 'name' }).createIndex('id', 'id');
        journals.createObjectStore('entries');
        return;
      }
      // Version 1 called the steps of an entry `splices`. This upgrade keeps its drafts recoverable.
      let cursor = await transaction.objectStore('entries').openCursor();
      while (cursor) {
        const { splices, ...entry } = cursor.value as JournalEntry & { readonly splices?: JournalEntry['steps'] };
        if (splices) await cursor.update({ ...entry, steps: splices });
        cursor = await cursor.continue();
      }
    },
    blocked: () =>
      giveUp(
        new Error('Another tab keeps an earlier version of the database open. Reload the other tabs of this site.'),
      ),
    // Another tab upgrades or deletes the database, which waits until all connections are closed.
    blocking(_current, blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed(blocked === null);
    },
    // The user may have cleared the site's storage.
    terminated: () => onClosed(true),
  });
  try {
    return await Promise.race([opening, timeout]);
  } catch (error) {
    isGivenUp = true;
    throw error;
  } finally {
    clearTimeout(timer);
    // Close a connection that opens after the timeout.
    void opening.then(
      (journals) => isGivenUp && journals.close(),
      () => {},
    );
  }
}

export function openJournals({ now, failed, works, locks }: JournalDependencies): JournalStore {
  const ownSessions = new Map<string, OwnSession>();
  /** Names of ended sessions whose journals are not removed from the database yet. */
  const removing = new Set<string>();
  const live = trackLiveSessions(JOURNAL_NAME, locks);
  let connection: Promise<Journals> | undefined;
  let wasOpened = false;
  let writing: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  let reopenAt = 0;
  let strictAt = 0;
  let flush: ReturnType<typeof setTimeout> | undefined;

  /** @param pause milliseconds to wait before opening; writes wait, too */
  function connect(pause = 0): Promise<Journals> {
    if (connection) return connection;
    const isFirst = !wasOpened;
    wasOpened = true;
    const open = (): Promise<Journals> =>
      openDatabase((isGone) => {
        if (connection !== opened) return;
        connection = undefined;
        // Rewrite the journal now: without it, a user who has stopped typing would lose the changes in a crash.
        if (isGone && ownSessions.size) write(async () => {});
      });
    const opened = (pause ? sleep(pause).then(open) : open()).then(async (journals) => {
      // Entries that the previous connection wrote may be lost.
      if (!isFirst) await writeAll(journals).catch((error: unknown) => (journals.close(), Promise.reject(error)));
      if (hasFailed) works();
      hasFailed = false;
      return journals;
    });
    return (connection = opened);
  }

  /** Queues a write. The writes of one connection run in the order of the calls. */
  function write(work: (journals: Journals) => Promise<unknown>): void {
    const usedConnection = connect();
    const result = usedConnection.then(work).catch((error: unknown) => recover(usedConnection, error));
    writing = Promise.all([writing, result]);
  }

  /** Opens a new connection after a failed write, which rewrites everything. Does nothing if that has already happened. */
  async function recover(usedConnection: Promise<Journals>, error: unknown): Promise<void> {
    if (connection && connection !== usedConnection) return;
    if (now() < reopenAt) return report(error);
    reopenAt = now() + REOPEN_DELAY;
    void usedConnection.then(
      (journals) => journals.close(),
      () => {},
    );
    let failure: unknown;
    // A browser that is clearing the site's storage also closes new connections, so a second attempt follows.
    for (const pause of [0, REOPEN_PAUSE]) {
      connection = undefined;
      // Concurrent writes wait for the same connection, which begins by rewriting everything.
      const opened = connect(pause);
      try {
        await opened;
        reopenAt = 0;
        return;
      } catch (error) {
        if (connection !== opened) return;
        failure = error;
      }
    }
    report(failure);
  }

  function report(error: unknown): void {
    if (!hasFailed) failed(error);
    hasFailed = true;
  }

  /** Replaces the stored journals of this tab's sessions with the copies in memory. */
  async function writeAll(journals: Journals): Promise<void> {
    const transaction = journals.transaction(['sessions', 'entries'], 'readwrite');
    const [sessions, entries] = [transaction.objectStore('sessions'), transaction.objectStore('entries')];
    const removed = [...removing];
    const requests = [...removed, ...ownSessions.keys()].map((name) => entries.delete(entriesRange(name)));
    requests.push(...removed.map((name) => sessions.delete(name)));
    const puts = [...ownSessions.values()].flatMap((session) => [
      sessions.put(session.header),
      ...session.entries.map((entry, index) => entries.put(entry, [session.header.name, index])),
    ]);
    await Promise.all([...requests, ...puts, transaction.done]);
    for (const name of removed) removing.delete(name);
  }

  function remove(name: string): void {
    removing.add(name);
    write(async (journals) => {
      const transaction = journals.transaction(['sessions', 'entries'], 'readwrite');
      const deletions = [
        transaction.objectStore('entries').delete(entriesRange(name)),
        transaction.objectStore('sessions').delete(name),
      ];
      await Promise.all([...deletions, transaction.done]);
      removing.delete(name);
    });
  }

  const isStrict = (): boolean => {
    if (now() - strictAt < STRICT_INTERVAL) return false;
    strictAt = now();
    return true;
  };

  /** Schedules a write with strict durability, so that the last entries reach the disk, too. */
  function flushLater(): void {
    flush ??= setTimeout(() => {
      flush = undefined;
      strictAt = now();
      write(async (journals) => {
        const { store, done } = journals.transaction('sessions', 'readwrite', { durability: 'strict' });
        // Only a transaction that writes waits for the disk.
        await Promise.all([store.openCursor().then((cursor) => cursor?.update(cursor.value)), done]);
      });
    }, STRICT_INTERVAL);
  }

  async function recoverableOf(
    journals: Journals,
    header: Tables['sessions']['value'],
  ): Promise<RecoverableSession | undefined> {
    const entries = await journals.getAll('entries', entriesRange(header.name));
    const { begun, ...rest } = header;
    const time = entries.at(-1)?.time ?? begun;
    if (entries.length > 0 && now() - time < RETENTION) return { ...rest, time, entries };
    remove(header.name);
    return undefined;
  }

  return {
    async find(id) {
      try {
        const journals = await connect();
        const headers = await journals.getAllFromIndex('sessions', 'id', id);
        const others = headers.filter(({ name }) => !ownSessions.has(name) && !removing.has(name));
        if (!others.length) return [];
        // A draft of a live session must not be offered, and without the list of locks any session may be alive.
        const alive = await live.find().catch(() => undefined);
        if (!alive) return [];
        const ended = others.filter(({ name }) => !alive.has(name));
        const found = await Promise.all(ended.map((header) => recoverableOf(journals, header)));
        return found.filter((each) => each !== undefined).sort((one, other) => other.time - one.time);
      } catch (error) {
        report(error);
        return [];
      }
    },
    begin({ name, ...rest }) {
      const header = { name, ...rest, begun: now() };
      ownSessions.set(name, { header, entries: [], release: ownSessions.get(name)?.release ?? live.hold(name) });
      removing.delete(name);
      write(async (journals) => {
        const transaction = journals.transaction(['sessions', 'entries'], 'readwrite');
        const [entries, sessions] = [transaction.objectStore('entries'), transaction.objectStore('sessions')];
        await Promise.all([entries.delete(entriesRange(name)), sessions.put(header), transaction.done]);
      });
    },
    append(name, entry) {
      const session = ownSessions.get(name);
      if (!session) return;
      const key: [string, number] = [name, session.entries.push(entry) - 1];
      const durability = isStrict() ? 'strict' : 'relaxed';
      write(async (journals) => {
        const { store, done } = journals.transaction('entries', 'readwrite', { durability });
        await Promise.all([store.put(entry, key), done]);
      });
      if (durability === 'relaxed') flushLater();
    },
    end(name) {
      ownSessions.get(name)?.release();
      ownSessions.delete(name);
      remove(name);
    },
    leave(name) {
      ownSessions.get(name)?.release();
      ownSessions.delete(name);
    },
    async written() {
      await writing;
    },
  };
}
