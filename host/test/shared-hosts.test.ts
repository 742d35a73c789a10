/** Rate limits, subscriptions, persisted queries and presence of two host processes, on PostgreSQL alone and with Redis. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from './support/cluster.js';
import { MULTIPART } from './support/subscription.js';
import { startRedis, redisSkipReason } from './support/redis.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const UNLIMITED_RATE = '1000/100000';
const RATES = {
  FEAAS_RATE_TOKEN_READS: '0.001/60',
  FEAAS_RATE_TOKEN_WRITES: UNLIMITED_RATE,
  FEAAS_RATE_ADDRESS_READS: UNLIMITED_RATE,
  FEAAS_RATE_ADDRESS_WRITES: UNLIMITED_RATE,
};

type Json = Record<string, never>;

async function ask(url: string, secret: string | undefined, body: object): Promise<{ status: number; json: Json }> {
  const headers = { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, json: (await response.json()) as Json };
}

async function tokenOf({ runCommand }: Cluster, name: string): Promise<string> {
  const { code, out, err } = await runCommand('token', 'create', name, '--role', 'viewer');
  assert.equal(code, 0, err);
  return out.trim();
}

/** Opens a subscription until the end of the test. Resolves with whether it was accepted. */
async function isOpen(t: TestContext, url: string, secret: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', accept: MULTIPART, authorization: `Bearer ${secret}` };
  const sent = request(`${url}/graphql`, { method: 'POST', agent: false, headers });
  sent.on('error', () => {});
  cleanUp(t, () => sent.destroy());
  sent.end(JSON.stringify({ query: 'subscription { versionChanged(library: "demo") { id } }' }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  response.resume();
  return response.headers['content-type']?.startsWith('multipart') === true;
}

async function assertSharedLimits(t: TestContext, cluster: Cluster): Promise<void> {
  const { urls, publisherToken } = cluster;
  const [one, two] = urls as [string, string];
  await t.test('both hosts together allow sixty reads at once', async () => {
    const reader = await tokenOf(cluster, 'reader');
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) => ask(urls[index % 2]!, reader, { query: '{ viewer { name } }' })),
    );
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
      [60, 30],
    );
    for (const url of urls) assert.equal((await ask(url, reader, { query: '{ viewer { name } }' })).status, 429);
  });
  await t.test('both hosts together allow 20 subscriptions of a token', async (t) => {
    const reader = await tokenOf(cluster, 'subscriber');
    const opened = [];
    for (let index = 0; index < 22; index++) opened.push(await isOpen(t, urls[index % 2]!, reader));
    assert.deepEqual(opened, [...Array(20).fill(true), false, false]);
  });
  await t.test('a persisted query that one host registered is known to the other', async () => {
    const query = `{ library(id: "demo") { name id } } # ${Math.random()}`;
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    assert.match(JSON.stringify((await ask(two, undefined, { extensions })).json), /PERSISTED_QUERY_NOT_FOUND/);
    assert.match(JSON.stringify((await ask(one, undefined, { query, extensions })).json), /"name":"Demo"/);
    assert.match(JSON.stringify((await ask(two, undefined, { extensions })).json), /"name":"Demo"/);
  });
  await t.test('an editor at one host is visible at the other', async () => {
    const announce = (url: string, editor: string) =>
      ask(url, publisherToken, {
        query: `mutation { announcePresence(id: "demo/card-0/responsive", editorId: "${editor}") { editors { id } } }`,
      });
    await announce(one, 'first');
    let seen = '';
    for (const until = Date.now() + 10_000; !/"first"/.test(seen) && Date.now() < until; await sleep(50))
      seen = JSON.stringify((await announce(two, 'second')).json);
    assert.match(seen, /"first"/);
  });
}

test('two hosts on one PostgreSQL share their limits', { timeout: 180_000 }, async (t) => {
  const cluster = await startCluster(t, { hosts: 2, environment: RATES });
  await assertSharedLimits(t, cluster);
});

test(
  'two hosts with REDIS_URL share their limits; without Redis each continues with its own',
  { timeout: 180_000, skip: redisSkipReason },
  async (t) => {
    const redis = await startRedis(t);
    const environment = { ...RATES, REDIS_URL: redis.url, FEAAS_METRICS: 'public' };
    const cluster = await startCluster(t, { hosts: 2, environment });
    await assertSharedLimits(t, cluster);
    const [one] = cluster.urls;
    const reader = await tokenOf(cluster, 'later');
    redis.suspend();
    for (let count = 0; count < 60; count++)
      assert.equal((await ask(one!, reader, { query: '{ viewer { name } }' })).status, 200);
    assert.equal((await ask(one!, reader, { query: '{ viewer { name } }' })).status, 429, 'its own limit holds');
    assert.equal((await fetch(`${one}/readyz`)).status, 200, 'Redis is no part of readiness');
    const metrics = await (await fetch(`${one}/metrics`)).text();
    assert.match(metrics, /^feaas_shared_store_up 0$/m);
    const { out, err } = cluster.hosts[0]!.output;
    assert.equal((out + err).match(/does not answer/g)?.length, 1);
    assert.ok(!(out + err).includes(redis.password), 'no secret in the log');
  },
);
