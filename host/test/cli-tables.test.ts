/** Commands on a missing or empty database, or one of another version. */
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { DatabaseSettings } from '../src/db/database.js';
import { MIGRATIONS } from '../src/db/migrate.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { silentLog } from './support/content-services.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());

const LATEST = MIGRATIONS.at(-1);
const COMMANDS = [['check'], ['export', 'out'], ['backup', 'b.gz'], ['token', 'list'], ['forks', 'list']];

/** Changes the recorded migration of the tables. */
async function mark(where: DatabaseSettings, statement: string): Promise<void> {
  const database = await openDatabase(where);
  await database.write((transaction) => sql.raw(statement).execute(transaction));
  await database.close();
}

test('without a database, commands name the missing one and create nothing', async (t) => {
  const folder = await makeTemporaryFolder(t);
  for (const args of [...COMMANDS, ['token', 'create', 'x'], ['check', '--repair']]) {
    const { code, err } = await runCliInProcess(folder, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /there is no database '.*\/\.feaas\/feaas\.db'\. Name the data folder of the host by --data or/);
  }
  assert.deepEqual(await readdir(folder), []);
  const environment = { DATABASE_URL: await server.newDatabase() };
  for (const args of COMMANDS) {
    const { code, err } = await runCliInProcess(folder, args, environment);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /the database at 127\.0\.0\.1:\d+\/test_\S+ has no tables of a feaas-host\. Check the name/);
  }
  assert.deepEqual(await readdir(folder), []);
});

for (const kind of ['embedded', 'postgres'] as const) {
  test(`tables of another version are neither changed nor misread (${kind})`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    await mkdir(join(folder, 'library/demo/components/hero'), { recursive: true });
    await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>one</p>');
    const url = kind === 'postgres' ? await server.newDatabase() : undefined;
    const environment: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
    const where = url === undefined ? { file: join(folder, '.feaas/feaas.db') } : { url };
    const run = (...args: string[]) => runCliInProcess(folder, args, environment);
    const imported = await run('import', 'library');
    assert.equal(imported.code, 0, imported.err);

    await mark(where, "delete from kysely_migration where name >= '0005'");
    for (const args of [['check'], ['token', 'list'], ['import', 'library'], ['export', 'out']]) {
      const { code, err } = await run(...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(
        err,
        new RegExp(
          `are of an older feaas-host \\(at '0004-search', ours at '${LATEST}'\\)\\. Stop all hosts, 'backup'`,
        ),
      );
    }
    const backup = await run('backup', 'old.gz');
    assert.equal(backup.code, 0, backup.err);
    assert.match(backup.err, /of an older feaas-host \(at '0004-search'\): restore it with that version/);
    const refused = await run('restore', 'old.gz', '--force');
    assert.match(refused.err, new RegExp(`comes from an older feaas-host .*'0004-search', ours at '${LATEST}'`));
    assert.equal((await run('check')).code, 1, 'and still nothing is changed');
  });

  test(`tables of a newer version are reported as newer (${kind})`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    const url = kind === 'postgres' ? await server.newDatabase() : undefined;
    const where = url === undefined ? { file: join(folder, '.feaas/feaas.db') } : { url };
    await mark(where, "insert into kysely_migration (name, timestamp) values ('9999-future', '')");
    await mark({ ...where, log: silentLog }, "update compatibility set migration = '9999-future'");
    for (const args of [['check'], ['start', '--port', '0'], ['backup', 'b.gz']]) {
      if (args[0] === 'backup' && kind === 'embedded') continue;
      const { code, err } = await runCliInProcess(folder, args, url === undefined ? {} : { DATABASE_URL: url });
      assert.equal(code, 1, args.join(' '));
      assert.match(
        err,
        new RegExp(
          `a newer feaas-host \\(its tables are at '9999-future', ours at '${LATEST}'\\) updated .*\\. Start that`,
        ),
      );
    }
  });
}

test('a backup without a library is reported, and an empty export is rejected', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await (await openDatabase({ file: join(folder, '.feaas/feaas.db') })).close();
  assert.match((await runCliInProcess(folder, ['backup', 'b.gz'])).err, /there is no library in it/);
  const { code, err } = await runCliInProcess(folder, ['export', 'out']);
  assert.deepEqual([code, err], [1, 'feaas-host: there is no library to export. Check --data, or DATABASE_URL.\n']);
});
