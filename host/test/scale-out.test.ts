/**
 * Three hosts behind nginx, on PostgreSQL and S3: one is killed under load; no read fails after the retry of the proxy, and no
 * acknowledged write is lost. With FEAAS_LONG=1, it runs longer and compares the throughput with that of one host.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { startCluster, UNLIMITED_RATE_SETTINGS, nginxSkipReason } from './support/cluster.js';

const LONG = process.env['FEAAS_LONG'] === '1';
const SECONDS = LONG ? 30 : 4;
const COMPONENTS = 50;
const READERS = 12;
const QUERIES = 4;
const EDITORS = 8;

const SAVE = `mutation ($id: ID!, $view: String!, $expected: Int!, $key: String!) {
  saveVersion(id: $id, view: $view, expectedRevision: $expected, idempotencyKey: $key) { revision } }`;
const PUBLISH = `mutation ($id: ID!, $expected: Int!, $key: String!) {
  publishVersion(id: $id, expectedRevision: $expected, idempotencyKey: $key) { revision } }`;
const READ = '{ library(id: "demo") { components(first: 10) { items { id name } } } }';

interface Tally {
  seconds: number;
  reads: number;
  saves: number;
  /** Retried writes, because the connection failed or the proxy had no host for them. */
  repeated: number;
  readonly failures: string[];
  readonly readTimes: number[];
  readonly saveTimes: number[];
}

interface Acknowledged {
  readonly id: string;
  readonly number: number;
  readonly view: string;
  isPublished: boolean;
}

let runs = 0;

/** Runs readers and editors at a URL until it is stopped; acknowledged writes are added to `acknowledged`. */
async function load(url: string, secret: string, isOver: () => boolean, acknowledged: Acknowledged[]): Promise<Tally> {
  const run = `run${runs++}`;
  const pool = new Pool(url, { connections: READERS + QUERIES + EDITORS });
  const tally: Tally = { seconds: 0, reads: 0, saves: 0, repeated: 0, failures: [], readTimes: [], saveTimes: [] };
  const began = performance.now();

  const read = async (index: number): Promise<void> => {
    for (let step = index; !isOver(); step += 7) {
      const started = performance.now();
      const path = `/components/demo/card-${step % COMPONENTS}/responsive/published.html`;
      const expected = `<p>Card ${step % COMPONENTS}</p>`;
      try {
        const { statusCode, body } = await pool.request({ path, method: 'GET' });
        const text = await body.text();
        if (statusCode !== 200 || text !== expected) tally.failures.push(`${path}: ${statusCode} ${text}`);
      } catch (error) {
        tally.failures.push(`${path}: ${(error as Error).message}`);
      }
      tally.reads++;
      tally.readTimes.push(performance.now() - started);
    }
  };

  const ask = async (): Promise<void> => {
    const path = `/graphql?query=${encodeURIComponent(READ)}`;
    while (!isOver()) {
      const started = performance.now();
      try {
        const headers = { 'x-graphql-yoga-csrf': '1', 'apollo-require-preflight': '1' };
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
        const text = await body.text();
        if (statusCode !== 200 || (!text.includes('"Card') && !text.includes('card-0')))
          tally.failures.push(`query: ${statusCode} ${text.slice(0, 200)}`);
      } catch (error) {
        tally.failures.push(`query: ${(error as Error).message}`);
      }
      tally.reads++;
      tally.readTimes.push(performance.now() - started);
    }
  };

  /** Sends a write until it is acknowledged, like the editor; its idempotency key makes it happen once. */
  const write = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<void> => {
    const body = JSON.stringify({ query, variables });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
    for (let tries = 0; ; tries++) {
      try {
        const answer = await pool.request({ path: '/graphql', method: 'POST', headers, body });
        const text = await answer.body.text();
        if (answer.statusCode < 500) {
          const { errors } = JSON.parse(text) as { errors?: unknown };
          assert.equal(errors, undefined, text);
          return;
        }
      } catch (error) {
        if (error instanceof assert.AssertionError || tries > 50) throw error;
      }
      tally.repeated++;
      await sleep(50);
    }
  };

  const edit = async (editor: number): Promise<void> => {
    const id = `demo/card-0/${run}-${editor}`;
    for (let expected = 0; !isOver(); expected++) {
      const started = performance.now();
      const view = `<p>${run} ${editor} ${expected + 1}</p>`;
      await write(SAVE, { id, view, expected, key: `${id} save ${expected}` });
      const entry: Acknowledged = { id, number: expected + 1, view, isPublished: false };
      acknowledged.push(entry);
      tally.saves++;
      tally.saveTimes.push(performance.now() - started);
      if (expected % 3 === 2) {
        await write(PUBLISH, { id, expected: expected + 1, key: `${id} publish ${expected}` });
        entry.isPublished = true;
      }
    }
  };

  await Promise.all([
    ...Array.from({ length: READERS }, (_, index) => read(index)),
    ...Array.from({ length: QUERIES }, () => ask()),
    ...Array.from({ length: EDITORS }, (_, index) => edit(index)),
  ]);
  await pool.close();
  tally.seconds = (performance.now() - began) / 1000;
  return tally;
}

const p99 = (times: number[]): number =>
  times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? NaN;
const after = (seconds: number): (() => boolean) => {
  const until = performance.now() + seconds * 1000;
  return () => performance.now() >= until;
};
const figures = ({ seconds, reads, saves, repeated, readTimes, saveTimes }: Tally): string =>
  `${Math.round(reads / seconds)} reads/s (p99 ${Math.round(p99(readTimes))} ms), ${Math.round(saves / seconds)} saves/s ` +
  `(p99 ${Math.round(p99(saveTimes))} ms), ${repeated} writes repeated`;

test(
  'three hosts behind nginx: one killed under load costs no read and no acknowledged write',
  { skip: nginxSkipReason, timeout: 600_000 },
  async (t) => {
    const cluster = await startCluster(t, {
      hosts: 3,
      durable: true,
      components: COMPONENTS,
      environment: UNLIMITED_RATE_SETTINGS,
    });
    const { publisherToken, urls, hosts } = cluster;
    const acknowledged: Acknowledged[] = [];
    const all = await cluster.startNginx(urls);
    if (LONG) {
      const one = await cluster.startNginx(urls.slice(0, 1));
      // The first round is a warm-up.
      for (const label of ['warm-up', 'measured']) {
        t.diagnostic(
          `one host, ${label}: ${figures(await load(one, publisherToken, after(SECONDS / 2), acknowledged))}`,
        );
        t.diagnostic(
          `three hosts, ${label}: ${figures(await load(all, publisherToken, after(SECONDS / 2), acknowledged))}`,
        );
      }
    }
    const before = acknowledged.length;
    // Each editor writes before and after the kill, however slow the machine is.
    const isLong = after(SECONDS);
    let atKill = Infinity;
    const loaded = load(
      all,
      publisherToken,
      () => isLong() && acknowledged.length >= atKill + 2 * EDITORS,
      acknowledged,
    );
    const isHalf = after(SECONDS / 2);
    while (!isHalf() || acknowledged.length < before + 2 * EDITORS) await sleep(20);
    atKill = acknowledged.length;
    hosts[1]!.process.kill('SIGKILL');
    const tally = await loaded;
    t.diagnostic(`three hosts, one killed: ${figures(tally)}`);
    assert.equal(await hosts[1]!.exited, 'SIGKILL');
    assert.deepEqual(tally.failures.slice(0, 5), [], 'reads');
    assert.ok(atKill > before && acknowledged.length > atKill, 'writes before and after');

    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    const { rows } = await database.query<{ id: string; number: string; content: string }>(
      "select library || '/' || component || '/' || version as id, number, content from revisions where component = 'card-0'",
    );
    await database.end();
    const kept = new Map(rows.map(({ id, number, content }) => [`${id} ${number}`, content]));
    for (const { id, number, view } of acknowledged) assert.equal(kept.get(`${id} ${number}`), view, `${id} ${number}`);

    // The remaining hosts all serve the last publication.
    const last = new Map(acknowledged.filter(({ isPublished }) => isPublished).map((each) => [each.id, each.view]));
    assert.ok(last.size > 0);
    for (const url of [urls[0]!, urls[2]!])
      for (const [id, view] of last) {
        let text = '';
        for (const until = Date.now() + 20_000; text !== view && Date.now() < until; await sleep(50))
          text = await (await fetch(`${url}/components/${id}/published.html`)).text();
        assert.equal(text, view, `${id} at ${url}`);
      }
  },
);
