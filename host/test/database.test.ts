/** The database alone: its lock, grouped writes, tables, named locks and notifications. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../src/db/database.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { prepared, preparedOne } from '../src/db/prepared-query.js';
import { createReadCache } from '../src/db/read-cache.js';
import { UnavailableError } from '../src/lib/domain-error.js';
import { HostError } from '../src/lib/host-error.js';
import { openContentService } from './support/content-services.js';
import { DATABASE_KINDS, testStores } from './support/databases.js';
import { endWithTests } from './support/end-with-tests.js';
import { writeOldTables } from './support/old-tables.js';
import { killAfterTest } from '../../tests/lib/clean-up.js';

const HOLDER = fileURLToPath(new URL('support/lock-holder.ts', import.meta.url));

const library = (id: string) => ({ id, name: id, description: '', settings: '{}', created_at: 5_000_000_000 });

for (const kind of DATABASE_KINDS) {
  describe(`database on ${kind}`, () => {
    const stores = testStores(kind);
    let database: Database;
    before(async () => {
      database = await openDatabase((await stores.newStore()).settings);
    });
    after(() => database.close());

    const add = (id: string) =>
      database.write((transaction) => transaction.insertInto('libraries').values(library(id)).execute());
    const has = async (id: string): Promise<boolean> =>
      (await database.read.selectFrom('libraries').selectAll().where('id', '=', id).execute()).length === 1;

    test('one of several grouped writes can fail without the others', async () => {
      const outcomes = await Promise.allSettled([
        add('one'),
        database.write(async (transaction) => {
          await transaction.insertInto('libraries').values(library('half')).execute();
          throw new Error('thought better of it');
        }),
        add('one'),
        add('two'),
      ]);
      const [one, half, same, two] = outcomes.map(({ status }) => status);
      assert.deepEqual([half, two], ['rejected', 'fulfilled']);
      assert.deepEqual([one, same].sort(), ['fulfilled', 'rejected']);
      assert.ok(await has('one'));
      assert.ok(await has('two'));
      assert.ok(!(await has('half')));
    });

    test('a value cached until the next commit is never older than a resolved write', async () => {
      let asked = 0;
      const libraryNames = createReadCache(database).keepAnswers(async (id: string) => {
        asked++;
        return database.read.selectFrom('libraries').select('name').where('id', '=', id).execute();
      });
      assert.deepEqual(await libraryNames('kept'), []);
      assert.deepEqual(await libraryNames('kept'), []);
      // On PostgreSQL, another host may have written meanwhile.
      assert.equal(asked, kind === 'postgres' ? 2 : 1);
      const reading = libraryNames('kept');
      await add('kept');
      await reading;
      assert.deepEqual(await libraryNames('kept'), [{ name: 'kept' }]);
      const rename = (name: string) =>
        database.write((transaction) =>
          transaction.updateTable('libraries').set({ name }).where('id', '=', 'kept').execute(),
        );
      for (let time = 0; time < 20; time++) {
        const before = [libraryNames('kept'), libraryNames('kept')];
        await rename(`name ${time}`);
        assert.deepEqual(await libraryNames('kept'), [{ name: `name ${time}` }]);
        await Promise.all(before);
      }
    });

    test('a commit is counted before it is visible, or counts as pending', async () => {
      if (kind === 'postgres') return assert.equal(database.commits(), undefined);
      for (let time = 0; time < 300; time++) {
        const before = database.commits();
        const name = `counted-${time}`;
        let written = false;
        const writing = add(name).then(() => (written = true));
        while (!written) {
          const commits = database.commits();
          if (await has(name)) assert.notEqual(commits, before, `${name} can be read, but its commit is not counted`);
          await new Promise(setImmediate);
        }
        await writing;
      }
    });

    test('the result of a read that ends after a commit is not cached', async () => {
      const answers = ['old', 'new', 'new'];
      let end = (): void => {};
      const held = new Promise<void>((resolve) => (end = resolve));
      const read = createReadCache(database).keepAnswers(async () => {
        const answer = answers.shift();
        if (answer === 'old') await held;
        return answer;
      });
      const first = read();
      await add('commit');
      assert.equal(await read(), 'new');
      end();
      assert.equal(await first, 'old');
      assert.equal(await read(), 'new');
    });

    test('a full disk is a temporary error', { skip: kind === 'postgres' && 'the server tells it' }, async () => {
      const full = await openDatabase((await stores.newStore()).settings);
      await full.write((transaction) => sql`pragma max_page_count = 1`.execute(transaction));
      const row = { ...library('large'), description: 'x'.repeat(1_000_000) };
      await assert.rejects(
        full.write((transaction) => transaction.insertInto('libraries').values(row).execute()),
        (error: unknown) => error instanceof UnavailableError && /disk of the database is full/.test(error.message),
      );
      await full.close();
    });

    test('numbers are returned as numbers, and names in byte order', async () => {
      await Promise.all(['order-b', 'order-B', 'order-ä', 'order-a'].map(add));
      const rows = await database.read
        .selectFrom('libraries')
        .selectAll()
        .where('id', 'like', 'order-%')
        .orderBy('id')
        .execute();
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['order-B', 'order-a', 'order-b', 'order-ä'],
      );
      assert.equal(rows[0]?.created_at, 5_000_000_000);
    });

    test('a prepared query returns the current rows', async () => {
      const { read } = database;
      const byId = (id: string) => read.selectFrom('libraries').selectAll().where('id', '=', id);
      const [one, rows] = [preparedOne(read, byId), prepared(read, byId)];
      assert.deepEqual([await one('prepared'), await rows('prepared')], [undefined, []]);
      await Promise.all(['prepared', 'prepared-2'].map(add));
      for (const id of ['prepared', 'prepared-2', 'prepared']) {
        const [row] = await byId(id).execute();
        assert.deepEqual([await one(id), await rows(id), await one('none')], [row, [row], undefined]);
      }
      await database.write((transaction) =>
        transaction.updateTable('libraries').set({ name: 'Other' }).where('id', '=', 'prepared').execute(),
      );
      assert.deepEqual([(await one('prepared'))?.name, (await rows('prepared'))[0]?.name], ['Other', 'Other']);
    });

    test('a prepared query that failed works the next time', async () => {
      const { read } = database;
      const parsed = (text: string) =>
        read.selectNoFrom([(kind === 'postgres' ? sql`${text}::json ->> 'a'` : sql`${text} ->> '$.a'`).as('a')]);
      const [one, rows] = [preparedOne(read, parsed), prepared(read, parsed)];
      for (const a of ['1', '2']) {
        assert.deepEqual([await one(`{"a":"${a}"}`), await rows(`{"a":"${a}"}`)], [{ a }, [{ a }]]);
        await assert.rejects(one('{'), /JSON|json/);
        await assert.rejects(rows('{'), /JSON|json/);
      }
    });

    test('a reference to a missing row is rejected', async () => {
      await assert.rejects(
        database.write((transaction) =>
          transaction.insertInto('collections').values({ library: 'none', id: 'a', name: 'A' }).execute(),
        ),
        /foreign key/i,
      );
    });

    test('a named lock has one holder at a time', async () => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let started = (): void => {};
      const begun = new Promise<void>((resolve) => (started = resolve));
      const first = database.withLock('name', async () => {
        started();
        await held;
      });
      await begun;
      assert.equal(await database.withLock('name', async () => assert.fail('held twice')), false);
      assert.equal(await database.withLock('other', async () => {}), true);
      release();
      assert.equal(await first, true);
      await assert.rejects(
        database.withLock('name', () => Promise.reject(new Error('within'))),
        /within/,
      );
      assert.equal(await database.withLock('name', async () => {}), true);
    });

    test('data sources from before the modification time existed get one', async () => {
      const { settings } = await stores.newStoreWithoutTables();
      await writeOldTables(settings, '0002-descriptions', async (queries) => {
        await queries.insertInto('libraries').values(library('demo')).execute();
        const row = { library: 'demo', id: 'page', sample: '{}', settings: null };
        await queries.insertInto('data_sources').values(row).execute();
      });
      const before = Date.now();
      const now = await openDatabase(settings);
      const row = await now.read.selectFrom('data_sources').selectAll().executeTakeFirstOrThrow();
      assert.equal(row.sample, '{}');
      assert.ok(row.modified_at >= before);
      await now.close();
    });

    test('components and media from before the search are found', async () => {
      const { settings } = await stores.newStoreWithoutTables();
      await writeOldTables(settings, '0003-data-source-times', async (queries) => {
        await queries.insertInto('libraries').values(library('demo')).execute();
        const thing = { library: 'demo', id: 'one', name: 'Übersicht', created_at: 0 };
        await queries
          .insertInto('components')
          .values({ ...thing, description: 'Straße', modified_at: 0 })
          .execute();
        const media = { ...thing, width: 1, height: 1, variants: '[]', author: 'Ann' };
        await queries.insertInto('media').values(media).execute();
      });
      const now = await openDatabase(settings);
      const [component] = await now.read.selectFrom('components').selectAll().execute();
      const [media] = await now.read.selectFrom('media').selectAll().execute();
      assert.deepEqual([component?.folded, media?.folded], ['one\nübersicht\nstrasse', 'übersicht']);
      await now.close();
    });

    test('search texts from before capitals of several letters are computed again, and those of earlier hosts are found', async () => {
      const { settings, folder } = await stores.newStoreWithoutTables();
      const names = ['straße', 'οδός', 'plain', 'naïve', ...Array.from({ length: 1_001 }, (_, index) => `ς${index}`)];
      await writeOldTables(settings, '0022-version-pages', async (queries) => {
        await queries.insertInto('libraries').values(library('demo')).execute();
        for (const [index, folded] of names.entries()) {
          const row = { library: 'demo', id: `i${index}`, name: folded, folded, created_at: 0, modified_at: 0 };
          await queries.insertInto('components').values(row).execute();
        }
      });
      const now = await openDatabase(settings);
      const rows = await now.read.selectFrom('components').select(['name', 'folded']).execute();
      for (const { name, folded } of rows) assert.equal(folded, name.replaceAll('ß', 'ss').replaceAll('ς', 'σ'), name);
      assert.equal(rows.length, names.length);
      // A host of the previous release writes during a rolling update.
      await now.write((transaction) =>
        transaction.updateTable('components').set({ folded: 'οδός straße' }).where('id', '=', 'i2').execute(),
      );
      await now.close();
      const service = await openContentService({ settings, folder });
      const found = await service.components('demo', { first: 9, search: 'ΟΔΌΣ Straße' });
      assert.deepEqual(
        found.items.map(({ id }) => id),
        ['i2'],
      );
      await service.close();
    });

    test('forks from before their pages were stored have an unknown page', async () => {
      const { settings } = await stores.newStoreWithoutTables();
      await writeOldTables(settings, '0004-search', async (queries) => {
        await queries.insertInto('libraries').values(library('demo')).execute();
        const address = { library: 'demo', component: 'hero', version: 'home' };
        const fork = { ...address, fork_origin: 'demo/hero/responsive', revision: 1, created_at: 5, modified_at: 7 };
        await queries.insertInto('documents').values(fork).execute();
      });
      const now = await openDatabase(settings);
      const row = await now.read.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual([row.page, row.fork_origin, row.modified_at], ['', 'demo/hero/responsive', 7]);
      await now.close();
    });

    test('data from before the access setting stays public in libraries with published content', async () => {
      const { settings } = await stores.newStoreWithoutTables();
      await writeOldTables(settings, '0009-compatibility', async (queries) => {
        await queries
          .insertInto('libraries')
          .values([library('demo'), library('drafts'), library('gone')])
          .execute();
        for (const [id, published, deleted_at] of [
          ['demo', 1, null],
          ['drafts', null, null],
          ['gone', 1, 5],
        ] as const) {
          const address = { library: id, component: 'hero', version: 'home' };
          const document = { ...address, revision: 1, published, deleted_at, created_at: 5, modified_at: 7 };
          await queries.insertInto('documents').values(document).execute();
          const source = { library: id, id: 'page', sample: '{}', settings: null, modified_at: 0 };
          await queries.insertInto('data_sources').values(source).execute();
        }
      });
      const now = await openDatabase(settings);
      const rows = await now.read.selectFrom('data_sources').select(['library', 'public']).orderBy('library').execute();
      assert.deepEqual(
        rows.map((row) => [row.library, row.public]),
        [
          ['demo', 1],
          ['drafts', 0],
          ['gone', 0],
        ],
      );
      await now.close();
    });

    test('closing waits for pending writes and rejects later ones', async () => {
      const place = await stores.newStore();
      const other = await openDatabase(place.settings);
      const written = other.write((transaction) =>
        transaction.insertInto('libraries').values(library('last')).execute(),
      );
      const all = () => other.read.selectFrom('libraries').selectAll();
      const [one, rows] = [preparedOne(other.read, all), prepared(other.read, all)];
      await one();
      await Promise.all([written, other.close()]);
      for (const read of [one, rows]) {
        if (kind === 'postgres') await assert.rejects(read());
        else await assert.rejects(read(), UnavailableError);
      }
      await assert.rejects(other.write((transaction) => transaction.selectFrom('tokens').selectAll().execute()));
      await other.close();
      const again = await openDatabase(place.settings);
      assert.equal((await again.read.selectFrom('libraries').selectAll().execute()).length, 1);
      await again.close();
    });
  });
}

describe('embedded', () => {
  const stores = testStores('libsql');
  const fileOf = async (): Promise<string> => (await stores.newStore()).settings.file ?? '';

  test('a second process is rejected within a second with the name of the first; kill -9 releases the folder', async (t) => {
    const file = await fileOf();
    const folder = dirname(file);
    const holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    endWithTests(holder);
    killAfterTest(t, holder);
    await once(holder.stdout, 'data');
    const started = performance.now();
    await assert.rejects(openDatabase({ file }), (error: unknown) => {
      assert.ok(error instanceof HostError);
      assert.equal(
        error.message,
        `the folder '${folder}' is in use by process ${holder.pid}. Stop that, or choose another folder.`,
      );
      return true;
    });
    assert.ok(performance.now() - started < 1000);
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    // The file with its process id is still there, and is ignored.
    await (await openDatabase({ file })).close();
  });

  test('a second open in the same process is rejected, a stale process id is not', async () => {
    const file = await fileOf();
    const database = await openDatabase({ file });
    await assert.rejects(openDatabase({ file }), new RegExp(`in use by this process \\(${process.pid}\\)`));
    await database.close();
    await writeFile(join(dirname(file), 'host.pid'), '1\n');
    await (await openDatabase({ file })).close();
  });

  test('a folder whose lock could not be acquired stays free', async () => {
    const file = await fileOf();
    const pidFile = join(dirname(file), 'host.pid');
    await mkdir(pidFile);
    await assert.rejects(
      openDatabase({ file }),
      /^HostError: could not write '.*host\.pid'\. Check the permissions and the space: /,
    );
    await rmdir(pidFile);
    await (await openDatabase({ file })).close();
  });

  test('commits wait for the disk', async () => {
    // 2 is FULL.
    const database = await openDatabase({ file: await fileOf() });
    const one = async (pragma: string) =>
      Object.values(
        (await database.write((transaction) => sql<object>`${sql.raw(`pragma ${pragma}`)}`.execute(transaction)))
          .rows[0] ?? {},
      )[0];
    assert.equal(await one('synchronous'), 2);
    assert.equal(await one('journal_mode'), 'wal');
    assert.equal(await one('foreign_keys'), 1);
    await database.close();
  });

  test('a file that is not a database is named in the error', async () => {
    const file = await fileOf();
    await writeFile(file, 'x'.repeat(5000));
    await assert.rejects(openDatabase({ file }), (error: unknown) => {
      assert.ok(error instanceof HostError);
      assert.match(
        error.message,
        new RegExp(`^could not open the database '${file}'\\. Check the file and its permissions: `),
      );
      return true;
    });
    await assert.rejects(openDatabase({ file: `${file}/below/host.db` }), /^HostError: could not make the folder /);
    await assert.rejects(openDatabase({ url: 'mysql://x' }), /DATABASE_URL must begin with postgres:/);
    await assert.rejects(openDatabase({}), /there is no name of a database/);
  });
});

describe('postgres', () => {
  const stores = testStores('postgres');

  test('hosts that start concurrently create the tables once', async () => {
    const { settings } = await stores.newStoreWithoutTables();
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(settings)));
    for (const database of databases) await database.close();
  });

  test('a named lock of another host is released with its connection', async () => {
    const { settings } = await stores.newStore();
    const [a, b] = await Promise.all([openDatabase(settings), openDatabase(settings)]);
    let lost: boolean | undefined;
    await a.withLock('name', async (hold) => {
      assert.equal(await b.withLock('name', async () => assert.fail('held twice')), false);
      assert.equal(hold.lost, false);
      const heard = new Promise<void>((resolve) => {
        const end = a.subscribe((subject) => {
          // Undefined after it has a connection again.
          if (subject !== undefined || !hold.lost) return;
          end();
          resolve();
        });
      });
      await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`.execute(b.read);
      await heard;
      lost = hold.lost;
      assert.equal(await b.withLock('name', async () => {}), true);
    });
    assert.equal(lost, true);
    assert.equal(await a.withLock('name', async () => {}), true);
    await a.close();
    await b.close();
  });

  test('notifications reach other hosts, and without any the changes are polled', async () => {
    const { settings } = await stores.newStore();
    const [a, b] = await Promise.all([openDatabase(settings), openDatabase(settings)]);
    const next = (wanted: (subject: string | undefined) => boolean) =>
      new Promise<void>((resolve) => {
        const end = b.subscribe((subject) => {
          if (!wanted(subject)) return;
          end();
          resolve();
        });
      });
    const heard = Promise.all(['one', 'two', 'ünï/3'].map((name) => next((subject) => subject === name)));
    for (const name of ['one', 'two', 'one', 'ünï/3']) a.publish(name);
    await heard;
    await next((subject) => subject === undefined);
    await a.close();
    await b.close();
  });

  test('a deadlock is resolved by a retry', async () => {
    const { settings } = await stores.newStore();
    const database = await openDatabase(settings);
    for (const id of ['a', 'b']) {
      await database.write((transaction) => transaction.insertInto('libraries').values(library(id)).execute());
    }
    let meet = 0;
    let both = (): void => {};
    const met = new Promise<void>((resolve) => (both = resolve));
    const cross = (first: string, second: string) =>
      database.write(async (transaction) => {
        const touch = (id: string) =>
          transaction
            .updateTable('libraries')
            .set({ name: `${first}${second}` })
            .where('id', '=', id)
            .execute();
        await touch(first);
        if (++meet === 2) both();
        await met;
        await touch(second);
      });
    await Promise.all([cross('a', 'b'), cross('b', 'a')]);
    assert.ok(meet > 2, 'one of them was run again');
    await database.close();
  });

  test('an unreachable server is named in the error, without the password', async () => {
    await assert.rejects(openDatabase({ url: 'postgres://ann:secret@127.0.0.1:1/demo' }), (error: unknown) => {
      assert.ok(error instanceof HostError);
      assert.match(
        error.message,
        /^could not use the database at 127\.0\.0\.1:1\/demo\. Check that it runs, and the URL: /,
      );
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });
});
