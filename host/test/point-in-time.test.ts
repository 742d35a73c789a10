/** A PostgreSQL that is recovered to an earlier time, as in docs/deploy.md: the blobs are then newer, and `check --recovered` restores them. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import pg from 'pg';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { runCli, makeTemporaryFolder } from './support/cli.js';
import { startPostgres } from './support/postgres.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

test('after a point-in-time recovery, check --recovered restores the blobs of that time', async (t) => {
  const server = await startPostgres({ archive: true });
  cleanUp(t, () => server.stop());
  const url = await server.newDatabase();
  const ask = async (sql: string): Promise<Record<string, unknown>> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows[0] as Record<string, unknown>;
    } finally {
      await client.end();
    }
  };

  const folder = await makeTemporaryFolder(t);
  const feaasHost = (...args: string[]) => runCli(t, folder, args, { DATABASE_URL: url });
  const publish = async (component: string, text: string): Promise<void> => {
    await mkdir(join(folder, 'library/demo/components', component), { recursive: true });
    await writeFile(join(folder, 'library/demo/components', component, 'responsive.html'), `<p>${text}</p>`);
    const { code, err } = await feaasHost('import', 'library');
    assert.equal(code, 0, err);
  };
  const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
  const published = async (component: string): Promise<string | undefined> =>
    (await blobs.get(`components/demo/${component}/responsive/published.html`))?.bytes.toString();

  await publish('hero', 'one');
  const copy = await server.backUp();
  await publish('hero', 'two');
  const { moment } = await ask('select now()::text as moment');
  await publish('hero', 'three');
  await publish('late', 'new');
  await ask('select pg_switch_wal()');

  // The settings of docs/deploy.md.
  await server.recover(
    copy,
    `restore_command = 'cp ${server.archiveFolder}/%f %p'\nrecovery_target_time = '${String(moment)}'\n` +
      "recovery_target_action = 'promote'\n",
  );
  for (let waiting: unknown = true; waiting === true;)
    ({ waiting } = await ask('select pg_is_in_recovery() as waiting'));

  assert.match((await published('hero'))!, /three/, 'the blobs are newer than the database');
  const before = await feaasHost('check');
  assert.equal(before.code, 1);
  assert.match(before.out, /^components\/demo\/hero\/responsive\/published\.html: /m);
  const repaired = await feaasHost('check', '--recovered');
  assert.match((await published('hero'))!, /two/);
  // Blobs from after that time are reported and kept: they may be all that is left of their content.
  assert.deepEqual(
    repaired.out.split('\n').filter((line) => /^components|^styles/.test(line) && !/does not know$/.test(line)),
    [],
  );
  assert.match(
    repaired.out,
    /^components\/demo\/late\/responsive\/published\.html: is a blob that the database does not know$/m,
  );
  for await (const key of blobs.list('components/demo/late/')) await blobs.delete(key);
  await blobs.delete('components/demo/hero/responsive/3.html');
  const after = await feaasHost('check');
  assert.equal(after.out, 'database and blobs agree\n');
  // The host works afterwards.
  await publish('hero', 'four');
  assert.match((await published('hero'))!, /four/);
});
