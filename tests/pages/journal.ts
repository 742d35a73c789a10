/** Appends entries to a journal as fast as they are written, and reports each written entry. */
import { openJournals } from '../../src/utils/editing/session/journal-db';
import { findRecoverableDrafts, type RecoverableSession } from '../../src/utils/editing/session/journal';
import { journalEntry } from '../../src/utils/editing/model/journal';
import { applyTransaction, createState } from '../../src/utils/editing/model/state';

const ID = 'lib/hero/home';
export const VIEW = '<p>one</p>';

declare global {
  /** Reports the number of written characters. */
  function completed(count: number): void;
}

const failures: string[] = [];
let recoveries = 0;
const journals = openJournals({
  now: () => Date.now(),
  failed: (error) => failures.push(String(error)),
  works: () => void recoveries++,
  locks: new URLSearchParams(location.search).has('no-locks') ? undefined : navigator.locks,
});

const crashed = (): Promise<readonly RecoverableSession[]> => journals.find(ID);

Object.assign(window, {
  failures,
  recoveries: () => recoveries,
  /** Types up to `most` characters, or until the tab closes, with several pending writes. */
  type(name: string, most = Infinity): void {
    journals.begin({ name, id: ID, revision: 1, text: VIEW });
    let state = createState(VIEW);
    let count = 0;
    const next = (): void => {
      const at = state.text.indexOf('</p>');
      const transaction = { steps: [{ from: at, to: at, insert: 'x' }], time: Date.now() };
      journals.append(name, journalEntry(state, transaction));
      state = applyTransaction(state, transaction);
      const written = ++count;
      void journals.written().then(() => completed(written));
      if (count < most) setTimeout(next, count % 4 ? 0 : 5);
    };
    next();
  },
  /** Returns the recoverable draft that the editor would offer, and the names of its journals. */
  async offered(): Promise<{ text: string | undefined; names: string[] }> {
    const kept = await crashed();
    const [offer] = findRecoverableDrafts(kept, { version: null, view: VIEW }, (message) => failures.push(message));
    return { text: offer?.text, names: kept.map(({ name }) => name) };
  },
  written: () => journals.written(),
  async end(names: readonly string[]): Promise<void> {
    for (const name of names) journals.end(name);
    await journals.written();
  },
  /** Measures alternately the write of a journal entry and a bare IndexedDB put, in milliseconds. */
  async race(rounds: number): Promise<{ journal: number[]; bare: number[] }> {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('bare', 1);
      request.onupgradeneeded = () => void request.result.createObjectStore('entries');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    const [journal, bare] = [[] as number[], [] as number[]];
    journals.begin({ name: 'race', id: 'race', revision: 1, text: VIEW });
    let state = createState(VIEW);
    for (let round = 0; round < rounds; round++) {
      const transaction = { steps: [{ from: 6, to: 6, insert: 'x' }], time: Date.now() };
      const before = performance.now();
      await new Promise<void>((resolve, reject) => {
        const put = database.transaction('entries', 'readwrite', { durability: 'relaxed' });
        put.objectStore('entries').put(transaction, round);
        put.oncomplete = () => resolve();
        put.onabort = () => reject(put.error!);
      });
      const between = performance.now();
      journals.append('race', journalEntry(state, transaction));
      await journals.written();
      journal.push(performance.now() - between);
      bare.push(between - before);
      state = applyTransaction(state, transaction);
    }
    return { journal, bare };
  },
});
