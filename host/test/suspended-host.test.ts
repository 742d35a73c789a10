/** A host that is suspended within a transaction locks rows for seconds, and only writes wait for them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../src/lib/domain-error.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { endWithTests } from './support/end-with-tests.js';
import { startPostgres } from './support/postgres.js';
import { ACTOR, HERO_ADDRESS, HERO_URL, startPublishedHost, makePublishedFolder } from './support/published-host.js';
import { sendRequest } from './support/client.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';

const LIMIT = { timeout: 90_000 };

/** Suspends another process in the middle of its work, as a debugger or a virtual machine can. */
async function suspend(t: TestContext, url: string, work: string): Promise<void> {
  const at = new URL('../src/db/dialects/open-database.ts', import.meta.url).href;
  const script = `
    const { openDatabase } = await import(${JSON.stringify(at)});
    const database = await openDatabase({ url: ${JSON.stringify(url)}, timeouts: { statement: 30, lock: 10, idle: 2 } });
    const stop = () => {
      process.stdout.write('locked');
      process.kill(process.pid, 'SIGSTOP');
    };
    ${work}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../..', import.meta.url),
  });
  endWithTests(child);
  killAfterTest(t, child);
  await once(child.stdout, 'data');
}

/** Locks the rows of every library. */
const IN_TRANSACTION = `
  await database.write(async (transaction) => {
    await transaction.updateTable('sequences').set(({ ref }) => ({ last: ref('last') })).execute();
    await transaction.updateTable('documents').set(({ ref }) => ({ revision: ref('revision') })).execute();
    stop();
  });`;

test('a named lock of the suspended host, such as that of a blob, is released after a while', LIMIT, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const url = await server.newDatabase();
  const database = await openDatabase({ url, timeouts: { statement: 30, lock: 10, idle: 2 } });
  cleanUp(t, () => database.close());
  await suspend(t, url, "await database.withLock('one', async () => stop());");
  const started = Date.now();
  assert.equal(await database.withLock('one', async () => {}), false);
  let isHeld = false;
  await waitUntil(async () => {
    await database.withLock('one', async () => void (isHeld = true));
    return isHeld;
  });
  assert.ok(Date.now() - started < 20_000, `${Date.now() - started} ms`);
  // The session of the running host is not idle: it keeps its locks.
  await database.withLock('two', async (lock) => {
    await sleep(10_000);
    assert.equal(lock.lost, false);
  });
});

test('other hosts write again within seconds, and can read and are ready all the time', LIMIT, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const url = await server.newDatabase();
  const host = await startPublishedHost(t, { database: { url }, folder: await makePublishedFolder(t) });
  await host.write(HERO_ADDRESS, 'one', 'publish');
  const { contentService } = host;
  for (let at = 0; at < 30; at++)
    await contentService.save({ ...HERO_ADDRESS, version: `v${at}` }, 'a', { actor: ACTOR, expected: 0 });
  await suspend(t, url, IN_TRANSACTION);
  const started = Date.now();
  let isWritten = false;
  // More than the number of connections.
  const writes = Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      contentService.save({ ...HERO_ADDRESS, version: `v${at}` }, 'b', { actor: ACTOR, expected: 1 }),
    ),
  ).finally(() => (isWritten = true));
  writes.catch(() => {});
  let rounds = 0;
  for (; !isWritten; rounds++) {
    const before = Date.now();
    assert.equal(await contentService.ready(), true);
    assert.equal((await contentService.versions([HERO_ADDRESS])).length, 1);
    assert.equal((await sendRequest(`${host.url}${HERO_URL}/published.html`)).text, 'one');
    assert.ok(Date.now() - before < 1_000, 'reads do not wait');
    await sleep(20);
  }
  await writes;
  assert.ok(rounds > 10, `${rounds} rounds`);
  assert.ok(Date.now() - started < 6_000, `${Date.now() - started} ms`);
});

test(
  'a statement that waits for a row or runs for too long is aborted as an unresponsive database',
  LIMIT,
  async (t) => {
    const server = await startPostgres();
    cleanUp(t, () => server.stop());
    const url = await server.newDatabase();
    const { sql } = await import('kysely');
    const database = await openDatabase({ url, timeouts: { statement: 2, lock: 1, idle: 0 } });
    cleanUp(t, () => database.close());
    await assert.rejects(sql`select pg_sleep(10)`.execute(database.read), UnavailableError);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const lock = sql`lock table secrets in access exclusive mode`;
    let onLocked = (): void => {};
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const holder = database.write(async (transaction) => {
      await lock.execute(transaction);
      onLocked();
      await held;
    });
    await locked;
    await assert.rejects(
      database.write((transaction) => lock.execute(transaction)),
      UnavailableError,
    );
    release();
    await holder;
    await database.write((transaction) => lock.execute(transaction));
  },
);
