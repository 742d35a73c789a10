import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { CHECKS } from '../src/cli/library/checks.js';
import { writeBackup } from '../src/cli/backup/backup.js';
import { checkBackup } from '../src/cli/backup/format.js';
import { readBackup, removeReplaced } from '../src/cli/backup/restore.js';
import { snapshotOfFile } from '../src/cli/backup/snapshot.js';
import { type Blob, BlobStoreError } from '../src/storage/blob-store.js';
import { importLibrary } from '../src/cli/library/import.js';
import { checkTables, rowsOf, TABLE_NAMES } from '../src/cli/backup/tables.js';
import type { Database } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { appliedTo } from '../src/db/prepare-tables.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';

const AURORA = new URL('../library/aurora', import.meta.url).pathname;

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());

/** All rows except those that a restore creates again. */
async function contentOf(database: Database): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const table of TABLE_NAMES) {
    const rows: unknown[] = [];
    for await (const page of rowsOf(database.read, table)) {
      rows.push(...page.map((row) => ({ ...row, delivered: 0, attempts: 0, due_at: 0 })));
    }
    content[table] = rows;
  }
  return content;
}

const opened = async <Result>(
  where: { file?: string; url?: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await openDatabase(where);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** A data folder or database with rows in every table. */
async function fill(where: { file?: string; url?: string }, folder: string): Promise<void> {
  const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
  const contentService = createContentService({ database: await openDatabase(where), blobs });
  const report = { expect() {}, step() {}, changed() {}, problem() {}, warning() {} };
  await importLibrary(AURORA, { contentService, blobs, checks: CHECKS }, report);
  const actor = { name: 'Ann', id: 'ann' };
  const address = { library: 'aurora', component: 'hero', version: 'responsive' };
  await contentService.putCollection({ library: 'aurora', id: 'c', name: 'C' });
  await contentService.putComponent({ library: 'aurora', id: 'hero', name: 'Hero', collections: ['c'] });
  await contentService.save(address, '<p>draft ü</p>', { actor, expected: 1, key: 'once' });
  await contentService.fork(address, 'page-1', { actor, expected: 0 });
  await contentService.step('delete', { ...address, component: 'faq' }, { actor, expected: 1 });
  await contentService.createToken({ name: 'ann', library: 'aurora', role: 'admin', expiresAt: undefined });
  await contentService.signingKey();
  await contentService.putMedia({
    ...{ library: 'aurora', id: 'p', name: 'P', width: 1, height: 1, author: 'Ann', createdAt: 5 },
    variants: [{ width: 1, height: 1, type: 'image/png', bytes: 3, path: 'p/1' }],
  });
  await blobs.put('media/aurora/p/1', {
    ...{ contentType: 'image/png', cacheControl: 'x', metadata: { a: 'b' } },
    bytes: Buffer.from([0, 255, 13]),
  });
  const items = [{ ...address, revision: 1 }];
  await contentService.saveRelease({ library: 'aurora', id: 'spring', name: 'Spring', items }, 0, actor);
  await contentService.addSchedule(
    { kind: 'release', library: 'aurora', release: 'spring' },
    { localTime: `${new Date().getUTCFullYear() + 1}-07-01T09:00`, timeZone: 'Europe/Berlin' },
    actor,
  );
  await contentService.createWebhook({ library: 'aurora', url: 'https://hooks.example/' });
  await contentService.step('publish', address, { actor, expected: 2 });
  await contentService.delivered();
  await contentService.close();
  // The component of this deletion is already gone; a host would continue the deletion.
  const deletion = { library: 'aurora', component: 'gone', at: 1 };
  const purge = { key: 'components/x.html', change: 'c', at: 1, due_at: 0, attempts: 0 };
  const previewLink = {
    ...{ id: 'l', library: 'aurora', page: '', subjects: '[]', stylesheet: null, key_id: 'k', created_by: 'Ann' },
    ...{ created_at: 1, expires_at: Date.now() + 3_600_000, revoked_at: null },
  };
  const user = {
    ...{ id: 'u', issuer: 'https://login.example', subject: 's', name: 'Ann', email: null, roles: '{}' },
    ...{ created_at: 1, seen_at: 1 },
  };
  const signIn = {
    ...{ id: 's', hash: 'h', user_id: 'u', origin: 'https://content.example', refresh_token: null, id_token: null },
    ...{ created_at: 1, checked_at: 1, claimed_at: 1, expires_at: Date.now() + 3_600_000 },
  };
  await opened(where, ({ write }) =>
    write(async (transaction) => {
      await transaction.insertInto('deletions').values(deletion).execute();
      await transaction.insertInto('purges').values(purge).execute();
      await transaction.insertInto('preview_links').values(previewLink).execute();
      await transaction.insertInto('users').values(user).execute();
      await transaction.insertInto('sign_ins').values(signIn).execute();
    }),
  );
}

test('a backup contains every table, on either database', async (t) => {
  for (const where of [{ file: join(await makeTemporaryFolder(t), 'x.db') }, { url: await server.newDatabase() }]) {
    await opened(where, async (database) => {
      const tables = (await database.read.introspection.getTables()).map(({ name }) => name);
      assert.deepEqual(
        tables.filter((name) => !/^(kysely|sqlite|shared|search)_/.test(name)).sort(),
        [...TABLE_NAMES].sort(),
      );
      await checkTables(database.read);
      await database.read.schema.createTable('novelty').addColumn('id', 'text').execute();
      await assert.rejects(checkTables(database.read), /tables that this version does not know: novelty\./);
    });
  }
});

for (const [from, to] of [
  ['embedded', 'embedded'],
  ['postgres', 'postgres'],
  ['embedded', 'postgres'],
  ['postgres', 'embedded'],
] as const) {
  test(`a backup of ${from} is restored completely in ${to}`, async (t) => {
    const place = async (kind: typeof from) => {
      const folder = await makeTemporaryFolder(t);
      const where =
        kind === 'embedded' ? { file: join(folder, '.feaas/feaas.db') } : { url: await server.newDatabase() };
      return { folder, where, environment: (where.url ? { DATABASE_URL: where.url } : {}) as Record<string, string> };
    };
    const source = await place(from);
    await fill(source.where, source.folder);
    const file = join(await makeTemporaryFolder(t), 'backup.gz');
    const done = await runCliInProcess(source.folder, ['backup', file], source.environment);
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /: \d+ rows and 13 blobs\n$/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const again = await runCliInProcess(source.folder, ['backup', file], source.environment);
    assert.match(again.err, /is there already/);

    const target = await place(to);
    const restored = await runCliInProcess(target.folder, ['restore', file, '--move'], target.environment);
    assert.equal(restored.code, 0, restored.err);
    const before = await opened(source.where, contentOf);
    // Sequence numbers of changes after the backup are not reused.
    before['sequences'] = before['sequences']!.map((row) => {
      const { last, ...rest } = row as { last: number };
      return { ...rest, last: last + 1_000_000 };
    });
    const after = await opened(target.where, contentOf);
    // Users that were signed in, or have signed out since, must sign in again.
    const signInsOf = ({ read }: Database) => read.selectFrom('sign_ins').select('id').execute();
    assert.equal((await opened(source.where, signInsOf)).length, 1);
    assert.equal((await opened(target.where, signInsOf)).length, 0);
    for (const [table, rows] of Object.entries(before))
      if (table !== 'sign_ins') assert.ok(rows.length > 0, `${table} is part of this test`);
    // Opening the content continues pending deletions, as a restore does.
    const withoutDeletions = (content: typeof before) => ({ ...content, deletions: [] });
    assert.deepEqual(withoutDeletions(after), withoutDeletions(before));
    assert.equal(
      (await runCliInProcess(target.folder, ['check'], target.environment)).out,
      'database and blobs agree\n',
    );

    const refused = await runCliInProcess(target.folder, ['restore', file], target.environment);
    assert.match(refused.err, /is not empty(: it has libraries)?\. --force replaces all it holds\.\n$/);
    assert.equal(refused.code, 1);
    assert.equal((await runCliInProcess(target.folder, ['token', 'create', 'new'], target.environment)).code, 0);
    const forced = await runCliInProcess(target.folder, ['restore', file, '--force', '--move'], target.environment);
    assert.equal(forced.code, 0, forced.err);
    assert.deepEqual(withoutDeletions(await opened(target.where, contentOf)), withoutDeletions(before));
    assert.equal((await runCliInProcess(target.folder, ['check'], target.environment)).code, 0);
  });
}

test('a backup into a folder that does not exist names the folder, and creates nothing', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  await writeFile(join(folder, 'file'), '');
  const before = (await readdir(folder)).sort();
  for (const [path, missing] of [
    ['none/b.gz', 'none'],
    ['none/deep/b.gz', 'none/deep'],
    ['file/b.gz', 'file'],
    ['file/deep/b.gz', 'file/deep'],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, ['backup', path]);
    assert.equal(code, 1);
    assert.equal(
      err,
      `feaas-host: could not write '${join(folder, path)}': there is no folder '${join(folder, missing)}'. Create it, or choose another one.\n`,
    );
  }
  assert.deepEqual((await readdir(folder)).sort(), before);
});

test('a backup of a running host under writes is a consistent snapshot, and the host keeps running', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  const host = spawnCli(t, folder, ['start', '--port', '0', '--site', '.']);
  const url = await host.waitUntilReady();
  assert.match((await runCliInProcess(folder, ['restore', 'none.gz'])).err, /there is no such file/);

  let stop = false;
  const source = join(folder, 'library');
  await mkdir(join(source, 'aurora/components/hero'), { recursive: true });
  await writeFile(join(source, 'aurora/library.json'), '{}');
  const writing = (async () => {
    for (let n = 0; !stop; n++) {
      await writeFile(join(source, 'aurora/components/hero/responsive.html'), `<p>${n}</p>`);
      // The existing content was not saved by an import.
      assert.equal((await runCliInProcess(folder, ['import', 'library', '--force'])).code, 0);
    }
  })();
  for (const name of ['a.gz', 'b.gz', 'c.gz']) assert.equal((await runCliInProcess(folder, ['backup', name])).code, 0);
  stop = true;
  await writing;
  assert.equal((await sendRequest(`${url}/components/aurora/hero/responsive/published.html`)).status, 200);
  const refused = await runCliInProcess(folder, ['restore', 'c.gz', '--force']);
  assert.match(refused.err, /is in use by process \d+/);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
  for (const name of ['a.gz', 'b.gz', 'c.gz']) {
    const restored = await runCliInProcess(folder, ['restore', name, '--data', `from-${name}`]);
    assert.equal(restored.code, 0, restored.err);
    const checked = await runCliInProcess(folder, ['check', '--data', `from-${name}`]);
    assert.equal(checked.out, 'database and blobs agree\n');
  }
});

type Line = Record<string, unknown>;

const packed = (lines: readonly unknown[]): Buffer =>
  gzipSync(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);

/** Files that are no backup of this version, with the message about each, made from a backup. */
function unusableFiles(good: Buffer): Record<string, readonly [Buffer, RegExp]> {
  const lines = gunzipSync(good)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const head = lines[0] as { migrations: string[] };
  const [rows, blobs] = [lines.filter((line) => 'table' in line), lines.filter((line) => 'blob' in line)];
  /** A backup of these lines, whose counts match. */
  const consistent = (body: readonly Line[], first: unknown = head): Buffer => {
    const counts = {
      rows: body.reduce((sum, { rows }) => sum + (Array.isArray(rows) ? rows.length : 0), 0),
      blobs: body.filter((line) => 'blob' in line).length,
    };
    return packed([first, ...body, { end: counts }]);
  };
  const withBlob = (change: Line): Buffer => consistent([...rows, { ...blobs[0], ...change }, ...blobs.slice(1)]);
  const withRow = (change: (row: Line) => unknown): Buffer => {
    const [row] = rows[0]!['rows'] as Line[];
    return consistent([{ ...rows[0], rows: [change(row!)] }, ...rows.slice(1), ...blobs]);
  };
  const flipped = (position: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes[position]! ^= 0x10;
    return bytes;
  };
  const incomplete = (why: string): RegExp =>
    new RegExp(`'\\S+' is incomplete: ${why}\\. Copy the file again, or use another backup\\.\n$`);
  const damaged = (why: string): RegExp =>
    new RegExp(`'\\S+' has damage: ${why}\\. Copy the file again, or use another backup\\.\n$`);
  const foreign =
    /'\S+' is no backup of a feaas-host\. Name a file that 'feaas-host backup' wrote, or copy it again\.\n$/;
  const refused =
    /'\S+' has rows that the tables of this version refuse: .+\. Nothing has changed\. Use another backup\.\n$/;
  return {
    empty: [Buffer.alloc(0), incomplete('it is empty')],
    'empty-gzip': [gzipSync(''), incomplete('it has no content')],
    half: [good.subarray(0, good.length / 2), incomplete('it ends too early')],
    'last-byte': [good.subarray(0, -1), incomplete('it ends too early')],
    'without-end': [packed(lines.slice(0, -1)), incomplete('its end is missing')],
    'without-row': [packed([...lines.slice(0, 3), ...lines.slice(4)]), incomplete('lines of it are missing')],
    'half-line': [gzipSync(gunzipSync(good).subarray(0, -5)), damaged('line \\d+ is no JSON')],
    'flipped-in-head': [flipped(0), foreign],
    'flipped-in-content': [flipped(good.length >> 1), damaged('.+')],
    'flipped-in-checksum': [flipped(good.length - 6), damaged('incorrect data check')],
    'flipped-in-length': [flipped(good.length - 1), damaged('incorrect length check')],
    'followed-by-others': [Buffer.concat([good, Buffer.from('more')]), damaged('incorrect header check')],
    'twice-in-one-file': [Buffer.concat([good, good]), damaged('line \\d+ is no valid record')],

    text: [Buffer.from('hello'), foreign],
    'compressed-text': [gzipSync('hello'), foreign],
    zip: [Buffer.from('PK\u0003\u0004'), foreign],
    tar: [gzipSync(Buffer.alloc(1024, '../../passwd\0')), foreign],
    sqlite: [Buffer.from('SQLite format 3\0'), foreign],
    'of-another-product': [packed([{ format: 'other-backup', version: 1 }]), foreign],
    ...Object.fromEntries([null, 5, 'text', [1]].map((json, index) => [`json-${index}`, [packed([json]), foreign]])),
    'in-uppercase': [consistent([...rows, ...blobs], { ...head, format: 'FEAAS-BACKUP' }), foreign],

    'newer-format': [
      packed([{ ...head, version: 2 }, { novelty: 1 }]),
      /'\S+' has the format 2 of backups, but this version of feaas-host reads 1\. Restore it with the version that wrote it\.\n$/,
    ],
    'newer-tables': [
      packed([{ ...head, migrations: [...head.migrations, '9999-future'], host: '9.9.9' }, { novelty: 1 }]),
      /'\S+' comes from a newer feaas-host \(version 9\.9\.9; its tables are at '9999-future', ours at '.+'\)\. Upgrade to that version, then restore\.\n$/,
    ],
    'older-tables': [
      packed([{ ...head, migrations: head.migrations.slice(0, -1), host: undefined }, ...lines.slice(1)]),
      /'\S+' comes from an older feaas-host \(its tables are at '.+', ours at '.+'\)\. Restore it with that version, then upgrade\.\n$/,
    ],
    'other-tables': [
      packed([{ ...head, migrations: ['0001-other'] }, ...lines.slice(1)]),
      /'\S+' comes from another feaas-host \(.*its tables are at '0001-other', .*Restore it with that version/,
    ],
    'without-migrations': [packed([{ ...head, migrations: undefined }]), damaged('its first line .*')],

    'unknown-line': [consistent([{ novelty: 1 }, ...rows, ...blobs]), damaged('line 2 is no valid record')],
    'null-line': [packed([head, null, ...lines.slice(1)]), damaged('line 2 is no valid record')],
    'second-head': [packed([head, ...lines]), damaged('line 2 is no valid record')],
    'after-end': [packed([...lines, rows[0]]), damaged('line \\d+ comes after the end')],
    'unknown-table': [
      consistent([{ table: 'Libraries', rows: [] }]),
      damaged("line 2 has an unknown table 'Libraries'"),
    ],
    'inherited-table': [
      consistent([{ table: 'toString', rows: [] }]),
      damaged("line 2 has an unknown table 'toString'"),
    ],
    'rows-no-list': [consistent([{ ...rows[0], rows: { length: 0 } }]), damaged('line 2 is no valid record')],
    'row-no-object': [withRow(() => null), damaged('line 2 is no valid record')],
    'boolean-value': [withRow((row) => ({ ...row, name: true })), damaged('line 2 is no valid record')],
    'object-value': [withRow((row) => ({ ...row, name: {} })), damaged('line 2 is no valid record')],
    'unknown-column': [withRow((row) => ({ ...row, novelty: 1 })), refused],
    'missing-value': [withRow((row) => ({ ...row, created_at: null })), refused],
    'row-twice': [consistent([rows[0]!, ...rows, ...blobs]), refused],
    'row-without-library': [consistent([...rows.slice(1), ...blobs]), refused],

    ...Object.fromEntries(
      ['../../evil', 'media/../../evil', '/tmp/evil', 'media\\evil', 'media/a\0b', 'media//a', 'a'.repeat(2000)].map(
        (key, index) => [
          `unsafe-key-${index}`,
          [withBlob({ blob: key }), damaged('line \\d+ .* no store can hold it: .*')],
        ],
      ),
    ),
    'mark-of-store': [withBlob({ blob: 'host/mark' }), damaged('line \\d+ .* backups contain no such blob')],
    published: [
      withBlob({ blob: 'components/a/published.html' }),
      damaged('line \\d+ .* backups contain no such blob'),
    ],
    'blob-twice': [consistent([...rows, ...blobs, blobs[0]!]), damaged('line \\d+ .* an earlier line has it, too')],
    'blob-no-text': [withBlob({ blob: 5 }), damaged('line \\d+ is no valid record')],
    'blob-without-bytes': [withBlob({ bytes: undefined }), damaged('line \\d+ is no valid record')],
    'blob-no-base64': [withBlob({ bytes: '!!!!' }), damaged('line \\d+ is no valid record')],
    'blob-with-line-break': [withBlob({ contentType: 'a\r\nb' }), damaged('line \\d+ .* no store can hold it: .*')],
    'blob-metadata': [withBlob({ metadata: 'x' }), damaged('line \\d+ is no valid record')],
  };
}

for (const kind of ['embedded', 'postgres'] as const)
  test(`a file that is no whole backup of this version is rejected by name, and nothing changes, on ${kind}`, async (t) => {
    const folder = await makeTemporaryFolder(t);
    const where = kind === 'embedded' ? { file: join(folder, '.feaas/feaas.db') } : { url: await server.newDatabase() };
    const environment: Record<string, string> = where.url === undefined ? {} : { DATABASE_URL: where.url };
    await fill(where, folder);
    await runCliInProcess(folder, ['backup', 'good.gz'], environment);
    const stateOf = async () => ({
      content: await opened(where, contentOf),
      migrations: await opened(where, ({ read }) => appliedTo(read)),
      files: (await readdir(folder, { recursive: true })).filter((name) => !/feaas\.db-|\.gz$/.test(name)).sort(),
    });
    const before = await stateOf();
    for (const [name, [bytes, message]] of Object.entries(unusableFiles(await readFile(join(folder, 'good.gz'))))) {
      await writeFile(join(folder, `${name}.gz`), bytes);
      const { code, out, err } = await runCliInProcess(folder, ['restore', `${name}.gz`, '--force'], environment);
      assert.deepEqual([code, out], [1, ''], name);
      assert.match(err, message, name);
      assert.ok(err.includes(`'${join(folder, name)}.gz'`), err);
      assert.deepEqual(await stateOf(), before, name);
    }
    await symlink('loop.gz', join(folder, 'loop.gz'));
    for (const [name, message] of [
      ['.', /as a backup: read failed: it is a folder \(EISDIR\)\. Check the path\.\n$/],
      ['none.gz', /as a backup: open '\S+' failed: there is no such file or folder \(ENOENT\)\. Check the path\.\n$/],
      ['loop.gz', /as a backup: open '\S+' failed: .+ \(ELOOP\)\. Check the path\.\n$/],
    ] as const) {
      const { code, err } = await runCliInProcess(folder, ['restore', name, '--force'], environment);
      assert.equal(code, 1);
      assert.match(err, message);
    }
    assert.deepEqual(await opened(where, contentOf), before.content);
    // A link to a backup is as good as its file.
    await symlink('good.gz', join(folder, 'link.gz'));
    const linked = await runCliInProcess(folder, ['restore', 'link.gz', '--force'], environment);
    assert.equal(linked.code, 0, linked.err);
  });

test('a damaged file is one finding of check among others, and is written again if the database has its content', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  const blobs = join(folder, '.feaas/blobs');
  const files = (await readdir(blobs, { recursive: true })).filter((name) =>
    /^(?:media\/aurora\/(?:p\/1|hero\.svg)|components\/aurora\/header\/responsive\/published)/.test(name),
  );
  for (const name of files) {
    const path = join(blobs, name);
    if ((await stat(path)).isFile()) await writeFile(path, (await readFile(path)).subarray(0, -1));
  }
  const { code, out, err } = await runCliInProcess(folder, ['check']);
  assert.deepEqual([code, /\n {4}at /.test(err)], [1, false], err);
  assert.match(
    out,
    /^components\/aurora\/header\/responsive\/published\.html: Blob file .* has an invalid form: it holds/m,
  );
  assert.match(out, /^media\/aurora\/p\/1: Blob file .* has an invalid form: it holds 2 bytes, not 3\.$/m);
  // An imported file whose content is not in the database.
  assert.match(out, /^media\/aurora\/hero\.svg: Blob file .* has an invalid form: it holds/m);
  assert.match((await runCliInProcess(folder, ['check', '--repair'])).out, /^media\/.*\nmedia\/.*\n2 disagreements\n$/);

  // The backup has all other files, names the missing ones, and is marked as incomplete.
  const backup = await runCliInProcess(folder, ['backup', 'b.gz']);
  assert.equal(backup.code, 3, backup.err);
  assert.match(backup.out, /b\.gz: \d+ rows and 11 blobs\n$/);
  const keys = ['media/aurora/hero.svg', 'media/aurora/p/1'];
  for (const key of keys)
    assert.match(backup.err, new RegExp(`^${key}: Blob file .* has an invalid form: it holds`, 'm'));
  assert.match(backup.err, /b\.gz' is incomplete: nobody could read 2 blobs, named above\. It has all others\./);
  assert.doesNotMatch(backup.err, /\n {4}at /);
  assert.deepEqual([...(await checkBackup(join(folder, 'b.gz'))).missing].sort(), keys);

  const restored = await runCliInProcess(folder, ['restore', 'b.gz', '--data', 'again']);
  assert.equal(restored.code, 0, restored.err);
  for (const key of keys) assert.match(restored.err, new RegExp(`^${key}: is not in the backup$`, 'm'));
  assert.match(restored.err, /b\.gz' is incomplete: nobody could read 2 blobs, named above, for the backup\./);
  assert.match(
    (await runCliInProcess(folder, ['check', '--data', 'again'])).out,
    /^media\/aurora\/p\/1: has no blob, but is a size of picture p\n1 disagreements\n$/,
  );
});

/** Backs up the embedded database of a folder, with other results of its store. */
async function backUpWith(
  folder: string,
  get: (read: () => Promise<Blob | undefined>, key: string) => Promise<Blob | undefined>,
) {
  const store = createFolderBlobs(join(folder, '.feaas/blobs'));
  const changed = { ...store, get: (key: string) => get(() => store.get(key), key) };
  const file = join(folder, 'changed.gz');
  const { missing } = await writeBackup(file, snapshotOfFile(join(folder, '.feaas/feaas.db')), changed);
  return { file, store, missing };
}

test('a restore of an incomplete backup keeps the blobs of the store that the backup lacks', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  const key = 'media/aurora/p/1';
  const { file, store, missing } = await backUpWith(folder, async (read, asked) => {
    if (asked === key) throw new BlobStoreError('The disk failed.');
    return read();
  });
  assert.deepEqual(missing, [{ key, reason: 'The disk failed.', isDamaged: false }]);
  const { bytes } = (await store.get(key))!;
  await store.put('media/aurora/later', { contentType: 'a/b', cacheControl: 'x', metadata: {}, bytes });
  await opened({ file: join(folder, 'new.db') }, async (database) => {
    const restored = await readBackup(file, database, store);
    const keys = missing.map((each) => each.key);
    await removeReplaced(store, restored, keys, database.read);
  });
  assert.deepEqual((await store.get(key))?.bytes, bytes);
  assert.equal(await store.get('media/aurora/later'), undefined, 'what came after the backup goes');
});

test('a backup reports a blob of another program that no restore could write, and is complete but for it', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  const key = 'media/aurora/p/1';
  const { file, missing } = await backUpWith(folder, async (read, asked) => {
    const blob = await read();
    // As other programs upload them to Azure or S3.
    return blob && asked === key ? { ...blob, cacheControl: '' } : blob;
  });
  assert.deepEqual(
    missing.map((each) => each.key),
    [key],
  );
  assert.deepEqual((await checkBackup(file)).missing, [key]);
});

test('a backup retries blobs of a busy store, and fails if the store returns nothing', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  const snapshot = snapshotOfFile(join(folder, '.feaas/feaas.db'));
  const store = createFolderBlobs(join(folder, '.feaas/blobs'));
  const asked = new Set<string>();
  const busy = {
    ...store,
    get: async (key: string) => {
      if (asked.size < 5 && !asked.has(key)) {
        asked.add(key);
        throw new BlobStoreError(`Could not read '${key}'.`);
      }
      return store.get(key);
    },
  };
  const { blobs, missing } = await writeBackup(join(folder, 'busy.gz'), snapshot, busy);
  assert.deepEqual([asked.size, blobs, missing], [5, 13, []]);
  await checkBackup(join(folder, 'busy.gz'));
  const down = {
    ...store,
    get: async (key: string) => {
      throw new BlobStoreError(`Could not read '${key}'. Check the store.`);
    },
  };
  await assert.rejects(writeBackup(join(folder, 'down.gz'), snapshot, down), /^BlobStoreError: Could not read/);
  assert.deepEqual((await readdir(folder)).sort(), ['.feaas', 'busy.gz']);
});

test('check prints inconsistencies and exits with 1', async (t: TestContext) => {
  const folder = await makeTemporaryFolder(t);
  await fill({ file: join(folder, '.feaas/feaas.db') }, folder);
  assert.equal((await runCliInProcess(folder, ['check'])).code, 0);
  const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
  await blobs.delete('media/aurora/p/1');
  const key = 'components/aurora/header/responsive/published.html';
  await blobs.put(key, { ...(await blobs.get(key))!, bytes: Buffer.from('torn') });
  const { code, out, err } = await runCliInProcess(folder, ['check']);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`^${key}: has 4 other bytes`, 'm'));
  assert.match(out, /^media\/aurora\/p\/1: has no blob, but is a size of picture p$/m);
  assert.match(out, /^2 disagreements\n$/m);
  assert.match(err, /run 'check --repair' to deliver .* again/);

  const repaired = await runCliInProcess(folder, ['check', '--repair']);
  assert.equal(repaired.code, 1);
  assert.equal(
    repaired.out,
    'media/aurora/p/1: has no blob, but is a size of picture p\n1 disagreements\n',
    'what the database has is delivered again',
  );
  assert.match(repaired.err, /restore a backup for media/);
});
