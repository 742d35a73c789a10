/** A host with the embedded database is killed in the middle of a migration, or of its schedules. The next one completes them. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { type Bundle, bundle } from './kill/bundle.js';
import { makeTemporaryFolder } from './support/cli.js';
import { makeLibrary, openContentService, silentLog, writeOptions } from './support/content-services.js';
import { testStores } from './support/databases.js';
import { endWithTests } from './support/end-with-tests.js';
import { openOldTables, writeOldTables } from './support/old-tables.js';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const LIMIT = { timeout: 120_000 };
const OLD = '0005-forks';
/** A migration between the old tables and those of today. */
const HALFWAY = '0020-covering-indexes';
const SCHEDULES = 60;
const DUE = Date.UTC(2030, 0, 1);

let script: Bundle;
before(async () => void (script = await bundle('schedule-host')));
after(() => script.remove());

interface Host {
  readonly process: ChildProcess;
  readonly lines: string[];
}

/** Starts a host whose clock shows a time when half of the schedules are due. */
function startHost(t: TestContext, file: string, blobs: string): Host {
  const options = { settings: { file }, blobs, now: DUE + 1 };
  const child = spawn(process.execPath, [script.path, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  endWithTests(child);
  killAfterTest(t, child);
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n')));
  return { process: child, lines };
}

async function kill({ process }: Host): Promise<void> {
  const closed = once(process, 'close');
  process.kill('SIGKILL');
  await closed;
}

test(
  'a host that is killed during a migration leaves the old tables, and the next one migrates them',
  LIMIT,
  async (t) => {
    const folder = await makeTemporaryFolder(t);
    const file = join(folder, 'feaas.db');
    await writeOldTables({ file }, OLD, async (queries) => {
      await queries
        .insertInto('libraries')
        .values({ id: 'demo', name: 'Demo', settings: '{}', created_at: 1 })
        .execute();
      // Halfway, the migration writes rows without end, more than SQLite keeps in memory: it is killed within its transaction.
      await sql`create table filler (text text)`.execute(queries);
      await sql`create trigger endless after insert on kysely_migration when new.name = ${sql.lit(HALFWAY)} begin
        insert into filler select hex(randomblob(1000)) from
          (with recursive numbers (n) as (select 1 union all select n + 1 from numbers) select n from numbers);
        end`.execute(queries);
    });
    const host = startHost(t, file, folder);
    const log = `${file}-wal`;
    await waitUntil(() => existsSync(log) && statSync(log).size > 2 ** 20);
    await kill(host);
    await openOldTables({ file }, async (queries) => {
      const migrations = await queries.selectFrom('kysely_migration').select('name').orderBy('name').execute();
      assert.equal(migrations.at(-1)?.['name'], OLD);
      assert.deepEqual(await queries.selectFrom('filler').select('text').execute(), []);
      await queries.schema.dropTable('filler').execute();
      await sql`drop trigger endless`.execute(queries);
    });
    const database = await openDatabase({ file, log: silentLog });
    cleanUp(t, () => database.close());
    assert.deepEqual(await database.read.selectFrom('libraries').select('id').execute(), [{ id: 'demo' }]);
    assert.deepEqual((await sql`pragma integrity_check`.execute(database.read)).rows, [{ integrity_check: 'ok' }]);
  },
);

test('each schedule runs exactly once, although the host is killed while they run', LIMIT, async (t) => {
  const place = await testStores('libsql').newStore();
  const clock = () => DUE - 1;
  const service = await openContentService(place, { clock });
  const hero = await makeLibrary(service, 'demo');
  const ids = new Set<string>();
  for (let number = 0; number < SCHEDULES; number++) {
    const address = { ...hero, version: `v${number}` };
    await service.save(address, 'x', writeOptions(0));
    const subject = { kind: 'publish', address, revision: 1 } as const;
    // Some are due only for the next host, so that it has work even if the killed one was fast.
    const at = number < SCHEDULES / 2 ? DUE : DUE + 10;
    const { id } = await service.addSchedule(subject, { at }, { name: 'Ann', id: 'token-ann' });
    ids.add(id);
  }
  await service.close();
  const { file } = place.settings as { file: string };
  const killed = startHost(t, file, join(place.folder, 'blobs'));
  const runs = ({ lines }: Host): number => lines.filter((line) => / done/.test(line)).length;
  await waitUntil(() => runs(killed) > 5);
  await kill(killed);
  const next = await openContentService(place, { clock: () => DUE + 10, scheduleInterval: 5 });
  cleanUp(t, () => next.close());
  await waitUntil(async () =>
    (await next.schedules('demo', { first: 100 })).items.every(({ state }) => state === 'done'),
  );
  const entries = new Map<string, number>();
  let cursor: string | null | undefined;
  do {
    const page = await next.auditPage({ first: 100, ...(cursor ? { after: cursor } : {}) });
    for (const { action, details } of page.items) {
      const id = String(details['schedule']);
      if (action === 'publish') entries.set(id, (entries.get(id) ?? 0) + 1);
    }
    cursor = page.next;
  } while (cursor);
  assert.deepEqual(
    [...entries].sort(),
    [...ids].sort().map((id) => [id, 1]),
  );
  await next.delivered();
  assert.deepEqual(await next.check(), []);
});
