/** A host with a streaming replica of its PostgreSQL: public reads use the replica while it is up to date. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { spawnCli, runCli, makeTemporaryFolder } from './support/cli.js';
import { openReplica } from '../src/db/dialects/postgres-replica.js';
import type { Tables } from '../src/db/schema.js';
import { recordingLog } from './support/recording-log.js';
import { startPostgres } from './support/postgres.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const LAG = 6;
const ID = 'demo/hero/responsive';

test('an unresponsive primary is not reported as a failure of the replica', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const url = await server.newDatabase();
  let asked = 0;
  class AwayDriver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      asked++;
      return Promise.reject(new Error('away'));
    }
  }
  const primary = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new AwayDriver(),
      createIntrospector: (queries) => new PostgresIntrospector(queries),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const { log, messages } = recordingLog();
  const timeouts = { statement: 5, lock: 5, idle: 5 };
  const replica = openReplica({ url, primary, lagSeconds: 5, timeouts, log });
  // The second check begins after the end of the first.
  while (asked < 2) await sleep(20);
  assert.deepEqual(messages, []);
  assert.equal(replica.isUsable(), false);
  await replica.close();
  await primary.destroy();
});

test(
  'public reads use the replica, unless it is behind or down; reads with a token use the primary',
  { timeout: 240_000 },
  async (t) => {
    const folder = await makeTemporaryFolder(t);
    await mkdir(join(folder, 'demo/components/hero'), { recursive: true });
    await writeFile(join(folder, 'demo/library.json'), '{"id":"demo","name":"Demo"}');
    await writeFile(join(folder, 'demo/components/hero/responsive.html'), '<p>1</p>');
    const server = await startPostgres();
    cleanUp(t, () => server.stop());
    const databaseUrl = await server.newDatabase();
    const replica = await server.startReplica();
    const replicaUrl = replica.urlOf(databaseUrl);
    const settings = {
      FEAAS_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: replicaUrl,
      FEAAS_REPLICA_LAG_SECONDS: String(LAG),
      FEAAS_METRICS: 'public',
    };
    assert.equal((await runCli(t, folder, ['import', 'demo'], settings)).code, 0);
    const token = (await runCli(t, folder, ['token', 'create', 'test', '--role', 'publisher'], settings)).out.trim();
    const host = spawnCli(t, folder, ['start', '--port', '0', '--site', 'demo'], settings);
    const url = (await host.waitForOutput(/feaas-host is ready at (http:\/\/[\d.:]+)/))[1]!;
    const log = (): string => host.output.out + host.output.err;

    const ask = async (query: string, as?: string): Promise<string> => {
      const headers = { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) };
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      return response.text();
    };
    const read = (as?: string) => ask(`{ versions(ids: ["${ID}"]) { view } }`, as);
    const publish = async (number: number): Promise<void> => {
      const view = `<p>${number}</p>`;
      const expected = number - 1;
      const saved = await ask(
        `mutation { saveVersion(id: "${ID}", view: "${view}", expectedRevision: ${expected}) { revision }
        publishVersion(id: "${ID}", expectedRevision: ${number}) { revision } }`,
        token,
      );
      assert.doesNotMatch(saved, /errors/);
    };
    const shows = async (number: number, seconds: number): Promise<void> => {
      const until = Date.now() + seconds * 1000;
      while (!(await read()).includes(`>${number}<`)) {
        assert.ok(Date.now() < until, `${await read()} is not ${number}\n${log()}`);
        await sleep(50);
      }
    };
    const atReplica = async (sql: string): Promise<void> => {
      const client = new pg.Client({ connectionString: replicaUrl });
      await client.connect();
      await client.query(sql);
      await client.end();
    };

    await t.test('published content is served', async () => {
      await shows(1, 20);
      await publish(2);
      await shows(2, 20);
    });

    await t.test('a system clock that jumps changes nothing', async (t) => {
      const primary = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
      });
      const { log, messages } = recordingLog();
      const timeouts = { statement: 5, lock: 5, idle: 5 };
      const opened = openReplica({ url: replicaUrl, primary, lagSeconds: LAG, timeouts, log });
      cleanUp(t, async () => {
        await opened.close();
        await primary.destroy();
      });
      await waitUntil(() => opened.isUsable());
      const { now } = Date;
      let jump = 0;
      t.mock.method(Date, 'now', () => now.call(Date) + jump);
      for (const hours of [24, -24]) {
        jump = hours * 3_600_000;
        assert.ok(opened.isUsable(), `by ${hours} h`);
      }
      assert.deepEqual(messages, []);
    });

    await t.test(
      'while replication is paused, visitors get old content and callers with a token new content; then the primary is used',
      async () => {
        // The replica is in use now: the host checks it once a second.
        await sleep(2_500);
        await atReplica('select pg_wal_replay_pause()');
        await sleep(500);
        await publish(3);
        assert.match(await read(), />2</, 'out of the replica');
        assert.match(await read(token), />3</, 'reads its own write');
        await shows(3, LAG + 20);
        await host.waitForOutput(/read replica at [\d.:]+\/\w+ is more than 6 s behind/, 'out').catch(() => {});
        assert.equal(log().match(/is more than 6 s behind/g)?.length, 1, log());
      },
    );

    await t.test('the replica is used again when it has caught up, and a host that lost it keeps working', async () => {
      await atReplica('select pg_wal_replay_resume()');
      for (const until = Date.now() + 30_000; !/uses the read replica at .* again/.test(log()) && Date.now() < until;)
        await sleep(100);
      assert.match(log(), /uses the read replica at .* again/);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      assert.match(metrics, /^feaas_database_connections\{pool="replica",state="idle"\} [1-9]/m);
      let isDone = false;
      const reading = (async () => {
        const texts = [];
        while (!isDone) texts.push(await read());
        return texts;
      })();
      await replica.pause();
      await sleep(2_000);
      isDone = true;
      for (const text of await reading) assert.match(text, />3</);
      await publish(4);
      await shows(4, 10);
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      assert.ok((log().match(/read replica at .* does not answer/g)?.length ?? 0) >= 1, log());
      assert.ok(!log().includes('password'), 'no password in the log');
    });
  },
);
