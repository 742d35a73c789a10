/** Crash journals in a real browser: an entry is offered after its tab has crashed, and not before. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Page } from 'puppeteer';
import { launch } from './lib/browser';
import { randomGenerator, seed } from './lib/fuzz';
import { send, startServer, type TestServer } from './lib/server';
import { pollUntil, waitUntil } from './lib/wait-until';

const VIEW = '<p>one</p>';
const LONG = !!process.env['FEAAS_LONG'];

let browser: Browser;
let server: TestServer;

before(async () => {
  const { outputFiles } = await build({
    absWorkingDir: new URL('..', import.meta.url).pathname,
    entryPoints: ['tests/pages/journal.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  server = await startServer((_request, response, { pathname }) => {
    if (pathname === '/journal.js') send(response, outputFiles[0]!.text, 'text/javascript');
    if (pathname === '/journal.html')
      send(response, '<!doctype html><script type="module" src="/journal.js"></script>');
  });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

async function open(query = ''): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/journal.html${query}`);
  return page;
}

const offered = (page: Page): Promise<{ text?: string; names: string[] }> =>
  page.evaluate(() => (window as any).offered());
const end = (page: Page, names: string[]): Promise<void> => page.evaluate((names) => (window as any).end(names), names);

test(`${LONG ? 100 : 5} tabs that crash during typing lose no completed write`, async (t) => {
  const random = randomGenerator(seed);
  t.diagnostic(`FEAAS_SEED=${seed}`);
  const watching = await open();
  let most = 0;
  for (let crash = 0; crash < (LONG ? 100 : 5); crash++) {
    const page = await open();
    let completed = 0;
    await page.exposeFunction('completed', (count: number) => (completed = Math.max(completed, count)));
    await page.evaluate((name) => (window as any).type(name), `session-${crash}`);
    await waitUntil(() => completed >= 1 + random() * 60);
    // While the tab is open, other tabs do not offer its entry.
    assert.deepEqual(await offered(watching), { names: [] });
    const gone = new Promise((resolve) => page.once('error', resolve));
    const client = await page.createCDPSession();
    void client.send('Page.crash').catch(() => {});
    await gone;
    await page.close().catch(() => {});
    const { text, names } = await found(() => offered(watching));
    assert.deepEqual(names, [`session-${crash}`]);
    const typed = /^<p>one(x*)<\/p>$/.exec(text!)?.[1]?.length ?? -1;
    assert.ok(typed >= completed, `${completed} characters were written, ${typed} are there`);
    most = Math.max(most, typed);
    await end(watching, names);
    assert.deepEqual(await offered(watching), { names: [] });
  }
  t.diagnostic(`up to ${most} characters`);
  assert.deepEqual(await watching.evaluate(() => (window as any).failures), []);
});

/** Polls, because the browser releases the locks of a crashed tab a moment later. */
const found = (look: () => Promise<{ text?: string; names: string[] }>) =>
  pollUntil(look, ({ names }) => names.length > 0);

test('a reload leaves a journal; a session without changes leaves none', async () => {
  const page = await open();
  await page.exposeFunction('completed', () => {});
  await page.evaluate(() => (window as any).type('reloaded'));
  await page.waitForFunction(async () => (await (window as any).indexedDB.databases()).length > 0);
  await page.reload();
  const { text, names } = await found(() => offered(page));
  assert.match(text!, /^<p>onex+<\/p>$/);
  assert.notEqual(text, VIEW);
  await end(page, names);
  assert.deepEqual(await offered(page), { names: [] });
});

/** Interruptions of writes: the connection closes, the next transaction fails, or the database is deleted. Each resolves afterwards. */
const INTERRUPTIONS: Readonly<
  Record<string, (() => Promise<void>) | { readonly fromOutside: (page: Page) => unknown }>
> = {
  'the browser closes the connection': () =>
    new Promise((resolve) => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...args) {
        IDBDatabase.prototype.transaction = transaction;
        this.close();
        resolve();
        return transaction.apply(this, args);
      };
    }),
  'a transaction is aborted': () =>
    new Promise((resolve) => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...args) {
        IDBDatabase.prototype.transaction = transaction;
        const made = transaction.apply(this, args);
        queueMicrotask(() => (made.abort(), resolve()));
        return made;
      };
    }),
  'a script deletes the database': deleteDatabase,
  'somebody clears what the site has stored': { fromOutside: clearStorage },
};

/** Runs in the page. */
function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase('feaas-kit-journal');
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error!);
  });
}
async function clearStorage(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' });
}

for (const [what, interrupt] of Object.entries(INTERRUPTIONS))
  test(`${what} during typing: the journal has no gaps, and no error is reported`, async () => {
    const [page, watching] = [await open(), await open()];
    let completed = 0;
    await page.exposeFunction('completed', (count: number) => (completed = Math.max(completed, count)));
    await page.evaluate(() => (window as any).type('interrupted'));
    for (let round = 0; round < 5; round++) {
      const before = completed;
      await waitUntil(() => completed >= before + 5);
      await (typeof interrupt === 'function' ? page.evaluate(interrupt) : interrupt.fromOutside(page));
      // Wait for the interrupted entry to be written again, because two failures in a row are reported.
      await page.evaluate(() => (window as any).written());
    }
    const before = completed;
    await waitUntil(() => completed >= before + 20);
    assert.deepEqual(await page.evaluate(() => (window as any).failures), []);
    const written = completed;
    await page.close();
    const { text, names } = await found(() => offered(watching));
    assert.deepEqual(names, ['interrupted']);
    assert.ok((/^<p>one(x*)<\/p>$/.exec(text!)?.[1]?.length ?? -1) >= written, `${written} were written: ${text}`);
    assert.deepEqual(await watching.evaluate(() => (window as any).failures), []);
    await end(watching, names);
    await watching.close();
  });

for (const [what, empty] of [
  ['a script deletes the database', (page: Page) => page.evaluate(deleteDatabase)],
  ['somebody clears what the site has stored', clearStorage],
] as const)
  test(`${what} after the last key: the text is written again`, async () => {
    const page = await open();
    let completed = 0;
    await page.exposeFunction('completed', (count: number) => (completed = Math.max(completed, count)));
    await page.evaluate(() => (window as any).type('kept', 20));
    await waitUntil(() => completed === 20);
    await empty(page);
    await waitUntil(() => page.evaluate(async () => (await indexedDB.databases()).length > 0));
    await page.evaluate(() => (window as any).written());
    assert.deepEqual(await page.evaluate(() => (window as any).failures), []);
    await page.reload();
    const { text, names } = await found(() => offered(page));
    assert.equal(text, `<p>one${'x'.repeat(20)}</p>`);
    await end(page, names);
    await page.close();
  });

test('a tab with an earlier version of the database blocks no other tab: it is reported once', async () => {
  const [old, page] = [await open(), await open()];
  await old.evaluate(deleteDatabase);
  await old.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('feaas-kit-journal', 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('sessions', { keyPath: 'name' }).createIndex('id', 'id');
          opening.result.createObjectStore('entries');
        };
        opening.onsuccess = () => resolve();
        opening.onerror = () => reject(opening.error!);
      }),
  );
  assert.deepEqual(await offered(page), { names: [] });
  const failures = await page.evaluate(() => (window as any).failures);
  assert.deepEqual(failures, [
    'Error: Another tab keeps an earlier version of the database open. Reload the other tabs of this site.',
  ]);
  await old.close();
  await page.close();
});

test('a database that cannot be opened is reported once', async () => {
  const page = await open();
  await page.exposeFunction('completed', () => {});
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    (window as any).type('lost');
  });
  await page.waitForFunction(() => (window as any).failures.length > 0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.deepEqual(await page.evaluate(() => (window as any).failures), ['SecurityError: The operation is insecure.']);
  await page.close();
});

test('a database that can be opened again receives all text typed meanwhile, and this is reported; so is the next failure', async () => {
  const [page, watching] = [await open(), await open()];
  let completed = 0;
  await page.exposeFunction('completed', (count: number) => (completed = count));
  /** Allows or denies opening the database, and moves the clock ahead so that the next attempt begins. */
  const allow = (isAllowed: boolean): Promise<void> =>
    page.evaluate((isAllowed) => {
      const { own } = ((window as any).before ??= { own: IDBFactory.prototype.open });
      const { now } = ((window as any).clock ??= { now: Date.now });
      const ahead = ((window as any).ahead = ((window as any).ahead ?? 0) + 10_000);
      Date.now = () => now() + ahead;
      IDBFactory.prototype.open = isAllowed
        ? own
        : () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          };
    }, isAllowed);
  const state = (): Promise<readonly [failures: number, recoveries: number]> =>
    page.evaluate(() => [(window as any).failures.length as number, (window as any).recoveries() as number] as const);
  const reaches = (failures: number, recoveries: number): Promise<unknown> =>
    waitUntil(async () => (await state()).join() === [failures, recoveries].join());
  await allow(false);
  await page.evaluate(() => (window as any).type('back'));
  await reaches(1, 0);
  await allow(true);
  await reaches(1, 1);
  await page.evaluate(() => (window as any).written());
  const written = completed;
  await allow(false);
  await page.evaluate(deleteDatabase);
  await reaches(2, 1);
  await allow(true);
  await reaches(2, 2);
  await page.close();
  const { text, names } = await found(() => offered(watching));
  assert.deepEqual(names, ['back']);
  assert.ok((/^<p>one(x*)<\/p>$/.exec(text!)?.[1]?.length ?? -1) >= written, `${written} were written: ${text}`);
  await end(watching, names);
  await watching.close();
});

test('without locks, as over plain HTTP, a session of another tab is alive until its tab ends', async () => {
  const [typing, watching] = [await open('?no-locks'), await open('?no-locks')];
  await typing.exposeFunction('completed', () => {});
  await typing.evaluate(() => (window as any).type('unlocked'));
  await typing.waitForFunction(async () => (await (window as any).indexedDB.databases()).length > 0);
  // It also works in a background tab.
  await watching.bringToFront();
  assert.deepEqual(await offered(watching), { names: [] });
  await typing.close();
  const { names } = await found(() => offered(watching));
  assert.deepEqual(names, ['unlocked']);
  await end(watching, names);
  await watching.close();
});

test(
  'a keystroke is written in at most three times the time of a bare put, at the 95th percentile',
  { skip: !LONG },
  async (t) => {
    const page = await open();
    await page.exposeFunction('completed', () => {});
    const { journal, bare } = await page.evaluate(
      (rounds): Promise<{ journal: number[]; bare: number[] }> => (window as any).race(rounds),
      2000,
    );
    const p95 = (values: number[]): number =>
      values.sort((one, other) => one - other)[Math.floor(values.length * 0.95)]!;
    const [own, other] = [p95(journal), p95(bare)];
    t.diagnostic(`journal ${own.toFixed(2)} ms, bare put ${other.toFixed(2)} ms: ${(own / other).toFixed(2)} times`);
    assert.ok(own <= 3 * other, `${own} ms beside ${other} ms`);
  },
);
