/** A PostgreSQL that is recovered to an earlier moment, as docs/deploy.md says: the blobs are then newer, and `check --repair` mends that. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { run, temporary } from './support/cli.js';
import { freePort } from './support/free-port.js';

const DEBIAN = '/usr/lib/postgresql';

/** Programs of the newest PostgreSQL that Debian has installed here: the package for other tests has no pg_basebackup. */
function programs(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .sort((one, other) => other - one)
    : [];
  return versions
    .map((version) => join(DEBIAN, String(version), 'bin'))
    .find((folder) => ['initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL does not run as root. */
function userOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!() };
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString());
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

test('after a recovery to an earlier moment, check --repair makes the blobs those of that moment', async (t) => {
  const bin = programs();
  const user = userOf();
  if (bin === undefined || user === undefined)
    return t.skip(`needs PostgreSQL with pg_basebackup in ${DEBIAN}, and its user: the Debian package postgresql`);
  const servers = await mkdtemp(join(tmpdir(), 'feaas-recovery-'));
  chownSync(servers, user.uid, user.gid);
  chmodSync(servers, 0o700);
  const program = (name: string, ...args: string[]) =>
    promisify(execFile)(join(bin, name), args, { ...user, cwd: servers });
  const [first, second, base, archive] = ['first', 'second', 'base', 'archive'].map((name) => join(servers, name));
  const started = new Set<string>();
  // What a server prints goes to a file: as a child of pg_ctl it would keep the pipe open.
  const start = async (data: string): Promise<void> => {
    await program('pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(servers, 'log'), 'start');
    started.add(data);
  };
  const stop = async (data: string): Promise<void> => {
    if (started.delete(data)) await program('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
  };
  t.after(async () => {
    for (const data of started) await stop(data);
    await rm(servers, { recursive: true, force: true });
  });

  const port = await freePort();
  await program('initdb', '-D', first!, '-U', 'feaas', '-A', 'trust', '--encoding=UTF8', '--locale=C');
  await mkdir(archive!);
  chownSync(archive!, user.uid, user.gid);
  const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`;
  const archiving = `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`;
  await appendFile(join(first!, 'postgresql.conf'), own + archiving);
  await start(first!);
  const url = `postgres://feaas@127.0.0.1:${port}/postgres`;
  const ask = async (sql: string): Promise<Record<string, unknown>> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows[0] as Record<string, unknown>;
    } finally {
      await client.end();
    }
  };

  const folder = await temporary(t);
  const feaasHost = (...args: string[]) => run(t, folder, args, { DATABASE_URL: url });
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
  await program(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'feaas',
    '-D',
    base!,
    '-X',
    'stream',
    '-c',
    'fast',
  );
  await publish('hero', 'two');
  const { moment } = await ask('select now()::text as moment');
  await publish('hero', 'three');
  await publish('late', 'new');
  await ask('select pg_switch_wal()');
  await stop(first!);

  // As in docs/deploy.md.
  await cp(base!, second!, { recursive: true });
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, second!]);
  chmodSync(second!, 0o700);
  await appendFile(
    join(second!, 'postgresql.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${String(moment)}'\nrecovery_target_action = 'promote'\n`,
  );
  await writeFile(join(second!, 'recovery.signal'), '');
  await start(second!);
  for (let waiting: unknown = true; waiting === true;)
    ({ waiting } = await ask('select pg_is_in_recovery() as waiting'));

  assert.match((await published('hero'))!, /three/, 'the blobs are newer than the database');
  const before = await feaasHost('check');
  assert.equal(before.code, 1);
  assert.match(before.out, /^components\/demo\/hero\/responsive\/published\.html: /m);
  const repaired = await feaasHost('check', '--repair');
  assert.match((await published('hero'))!, /two/);
  // What was made after the moment is told of, and stays: it may be all that is left of it.
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
  // And it goes on.
  await publish('hero', 'four');
  assert.match((await published('hero'))!, /four/);
});
