/** State that ends when a database is restored to an earlier time, and state that continues if nothing has happened since. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { signSession } from '../src/auth/session.js';
import { createAuthenticator } from '../src/auth/authenticate.js';
import { COMMAND_LINE } from '../src/auth/identity.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { errorLog } from './support/complete-host.js';
import { DATABASE_KINDS } from './support/databases.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const HOUR = 3_600_000;
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };

let server: PostgresServer;
before(async () => void (server = await startPostgres()));
after(() => server.stop());

for (const kind of DATABASE_KINDS) {
  describe(`a database that is restored, on ${kind}`, () => {
    interface Place {
      readonly folder: string;
      readonly where: { readonly file: string } | { readonly url: string };
      readonly environment: Record<string, string>;
    }
    const placeIn = async (folder: string): Promise<Place> => {
      const url = kind === 'postgres' ? await server.newDatabase() : undefined;
      return url === undefined
        ? { folder, where: { file: join(folder, '.feaas/feaas.db') }, environment: {} }
        : { folder, where: { url }, environment: { DATABASE_URL: url } };
    };
    const open = async ({ where, folder }: Place, clock = Date.now) => {
      const database = await openDatabase(where);
      const blobs = createFolderBlobs(join(folder, '.feaas/blobs'));
      return { database, ...createContentService({ database, blobs, clock, log: errorLog }) };
    };

    /** The state of just stopped hosts: work of each kind is pending. */
    async function begin(place: Place) {
      // Two hours ago, so that one schedule is due.
      const content = await open(place, () => Date.now() - 2 * HOUR);
      await content.putLibrary({ id: 'demo', name: 'Demo' });
      await content.putComponent({ library: 'demo', id: 'hero', name: 'Hero' });
      const write = { actor: COMMAND_LINE };
      await content.save(HERO, '<p>one</p>', { ...write, expected: 0 });
      const { webhook } = await content.createWebhook({ library: 'demo', url: 'https://hooks.example/' });
      await content.step('publish', HERO, { ...write, expected: 1 });
      const publish = { kind: 'publish', address: HERO, revision: 1 } as const;
      const overdue = await content.addSchedule(publish, { at: Date.now() - HOUR }, COMMAND_LINE);
      const future = await content.addSchedule(publish, { at: Date.now() + HOUR }, COMMAND_LINE);
      const link = await content.createPreviewLink({ library: 'demo', versions: [HERO] });
      const kept = await content.createToken({ name: 'kept', library: 'demo', role: 'editor', expiresAt: undefined });
      const leaked = await content.createToken({
        name: 'leaked',
        library: 'demo',
        role: 'admin',
        expiresAt: undefined,
      });
      const claims = { role: 'editor', name: 'Ann', madeBy: kept.id, expiresAt: Date.now() + HOUR / 2 } as const;
      const session = await signSession(await content.signingKey(), claims, Date.now());
      await content.delivered();
      await content.close();
      return { webhook, overdue, future, link, kept, leaked, session };
    }
    type Begun = Awaited<ReturnType<typeof begin>>;

    async function stateIn(place: Place, { webhook, overdue, future, link, kept, leaked, session }: Begun) {
      const content = await open(place);
      const isAccepted = (secret: string): Promise<boolean> =>
        createAuthenticator(
          content,
          Date.now,
        )(`Bearer ${secret}`).then(
          () => true,
          () => false,
        );
      const { items } = await content.webhookDeliveries(webhook, { first: 10 });
      const failed = await content.schedule(overdue.id);
      const shown = await content.previewLinkOf(link.token);
      const state = {
        deliveries: items.map(({ state }) => state),
        overdue: failed?.state,
        future: (await content.schedule(future.id))?.state,
        link: shown === undefined ? 'unknown' : shown.revokedAt === null ? 'valid' : 'revoked',
        session: await isAccepted(session),
        kept: await isAccepted(kept.secret),
        leaked: await isAccepted(leaked.secret),
      };
      await content.close();
      return { ...state, reasons: [items[0]?.error, failed?.error] };
    }
    const ENDED = { deliveries: ['failed'], overdue: 'failed', future: 'pending', session: false, kept: true };
    const REASONS = [
      'not sent after the database was restored',
      'Its time passed before the database was restored. Schedule it again if it is still wanted.',
    ];

    test('restore ends deliveries, schedules and tokens that may have been sent, run or revoked since, and keeps known revocations', async (t) => {
      const place = await placeIn(await makeTemporaryFolder(t));
      const begun = await begin(place);
      const run = (...args: string[]) => runCliInProcess(place.folder, args, place.environment);
      const saved = await run('backup', 'b.gz');
      assert.equal(saved.code, 0, saved.err);
      assert.equal((await run('token', 'revoke', begun.leaked.id)).code, 0);
      const restored = await run('restore', 'b.gz', '--force');
      assert.equal(restored.code, 0, restored.err);
      assert.match(
        restored.err,
        /^Ended: all sessions, 1 preview links, 1 overdue schedules, 1 pending webhook deliveries\. Still valid: 1 tokens, 1 pending schedules\./m,
      );
      const { link, reasons, ...state } = await stateIn(place, begun);
      assert.deepEqual(state, { ...ENDED, leaked: false });
      assert.notEqual(link, 'valid');
      assert.deepEqual(reasons, REASONS);
      const audited = await run('audit', '--action', 'failSchedule');
      assert.match(audited.out, new RegExp(begun.overdue.id));
    });

    test('restore --move keeps deliveries, schedules and tokens', async (t) => {
      const place = await placeIn(await makeTemporaryFolder(t));
      const begun = await begin(place);
      assert.equal((await runCliInProcess(place.folder, ['backup', 'b.gz'], place.environment)).code, 0);
      const other = await placeIn(await makeTemporaryFolder(t));
      const file = join(place.folder, 'b.gz');
      const restored = await runCliInProcess(other.folder, ['restore', file, '--move'], other.environment);
      assert.deepEqual([restored.code, restored.err], [0, '']);
      const { reasons, ...state } = await stateIn(other, begun);
      const all = { overdue: 'pending', future: 'pending', link: 'valid', session: true, kept: true, leaked: true };
      assert.deepEqual(state, { deliveries: ['pending'], ...all });
      assert.deepEqual(reasons, [undefined, null]);
    });

    for (const back of ['check --recovered', 'restore --force', 'restore --move'])
      test(`earlier subscribers are told after ${back} that their sequence is unknown`, async (t) => {
        const place = await placeIn(await makeTemporaryFolder(t));
        await begin(place);
        const run = (...args: string[]) => runCliInProcess(place.folder, args, place.environment);
        assert.equal((await run('backup', 'b.gz')).code, 0);
        // Two changes were made before the backup; the restored database does not have those that followed.
        const seen = 5;
        const [command, option] = back.split(' ') as [string, string];
        const other = command === 'check' ? place : await placeIn(await makeTemporaryFolder(t));
        const args = command === 'check' ? [command, option] : [command, join(place.folder, 'b.gz'), option];
        const done = await runCliInProcess(other.folder, args, other.environment);
        assert.equal(done.code, 0, done.err);
        const content = await open(other);
        cleanUp(t, () => content.close());
        for (let expected = 1; expected < 6; expected++)
          await content.save(HERO, `<p>other ${expected}</p>`, { actor: COMMAND_LINE, expected });
        const { signal } = new AbortController();
        await assert.rejects(
          content.changes('demo', { after: seen, signal }),
          /does not know all changes .* after 5: /,
        );
        const [row] = await content.database.read.selectFrom('sequences').select('last').execute();
        assert.equal(row?.last, 1_000_007, 'once, after two changes of before');
      });

    test('check --recovered ends the same in a database that another tool has restored', async (t) => {
      const place = await placeIn(await makeTemporaryFolder(t));
      const begun = await begin(place);
      const checked = await runCliInProcess(place.folder, ['check', '--recovered'], place.environment);
      assert.equal(checked.code, 0, checked.err);
      assert.equal(checked.out, 'database and blobs agree\n');
      assert.match(checked.err, /Still valid: 2 tokens, 1 pending schedules\./);
      const { link, reasons, ...state } = await stateIn(place, begun);
      assert.deepEqual(state, { ...ENDED, leaked: true });
      assert.notEqual(link, 'valid');
      assert.deepEqual(reasons, REASONS);
    });
  });
}
