/**
 * Queries and saves over a link that drops 10 %, delays 10 % and corrupts 5 % of what passes, while the host is killed and
 * started again twice: every promise settles, no write happens twice, nothing that was acknowledged is lost, and nothing is
 * thrown where nobody hears it. `npm run test:long -- gateway` runs 1,000 operations; else a twentieth. The seed is
 * printed; `FEAAS_SEED` repeats what the link does.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeaasError } from '../../src/global/errors';
import { ConflictError, createGateway, type Gateway, type Revision } from '../../src/utils/gateway';
import { randomGenerator, seed } from '../lib/fuzz';
import { startRealHost } from '../lib/real-host';
import { type Fault, tcpProxy } from '../lib/tcp-proxy';
import { cleanUp } from '../lib/clean-up';

const COUNT = process.env['FEAAS_LONG'] ? 1000 : 50;
const WRITERS = 8;
/** Timeout in seconds. It is short, because a corrupted byte can block a request forever. */
const TIMEOUT = 3;
/** Numbers of operations after which the host is killed. */
const KILLS = [COUNT / 3, (COUNT * 2) / 3].map(Math.floor);
const ORIGIN = 'aurora/hero/responsive';

interface Outcomes {
  answered: number;
  failed: Record<string, number>;
  /** Errors that are not errors of the kit. */
  strange: unknown[];
}

test(`${COUNT} queries and saves over a bad link, with the host killed twice`, { timeout: 600_000 }, async (t) => {
  console.log(`# seed ${seed}`);
  const next = randomGenerator(seed);
  const unheard: unknown[] = [];
  const note = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', note);
  cleanUp(t, () => void process.off('unhandledRejection', note));

  const host = await startRealHost(t);
  const fault = (): Fault => {
    const roll = next();
    return roll < 0.1 ? 'drop' : roll < 0.2 ? 'delay' : roll < 0.25 ? 'corrupt' : undefined;
  };
  const proxy = await tcpProxy(t, { port: () => host.port, fault, random: next });
  const gatewayOf = (url: string, auth: string): Gateway => {
    const gateway = createGateway({ url: `${url}/graphql`, library: 'aurora', auth, timeout: TIMEOUT });
    cleanUp(t, () => gateway.close());
    return gateway;
  };

  const outcomes: Outcomes = { answered: 0, failed: {}, strange: [] };
  const settled = async <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
    try {
      const value = await promise;
      outcomes.answered++;
      return value;
    } catch (error) {
      if (error instanceof ConflictError) throw error;
      if (!(error instanceof FeaasError)) outcomes.strange.push(error);
      const { name } = error as Error;
      outcomes.failed[name] = (outcomes.failed[name] ?? 0) + 1;
      return undefined;
    }
  };

  let started = 0;
  let restarts = 0;
  let restarting = Promise.resolve();
  const begin = (): boolean => {
    if (started >= COUNT) return false;
    if (KILLS.includes(started)) {
      restarting = restarting.then(async () => {
        await host.kill();
        await host.start();
        restarts++;
      });
    }
    started++;
    return true;
  };

  /** Markers of acknowledged saves, and of all sent saves, by document. */
  const acknowledged = new Map<string, string[]>();
  const sent = new Map<string, string[]>();

  /** A writer that shares its document with another one: it saves and queries, and reloads after a conflict. */
  const write = async (at: number): Promise<void> => {
    const { versions, client } = gatewayOf(proxy.url, secrets[at]!);
    const instance = `writer-${Math.floor(at / 2)}`;
    const id = `aurora/hero/${instance}`;
    const [mine, all] = [acknowledged, sent].map((map) => map.set(id, map.get(id) ?? []).get(id)!) as [
      string[],
      string[],
    ];
    let revision: number | undefined;
    for (let count = 0; begin(); count++) {
      // Wait for the restart: operations that were pending have met the outage, further ones would only count as failures.
      await restarting;
      if (revision === undefined || count % 2 === 1) {
        const found = await settled(versions.find([id, ORIGIN]));
        if (found) revision = found[0]?.revision ?? 0;
        if (count % 4 === 1 && begin())
          await settled(client.query({ query: history(id), fetchPolicy: 'network-only' }));
        continue;
      }
      const marker = `${instance}-${at}-${count}-${Math.floor(next() * 2 ** 32).toString(16)}`;
      all.push(marker);
      try {
        const saved = await settled(
          versions.save(id, `<p class="${marker}">${marker}</p>`, { expectedRevision: revision }),
        );
        // A client can not detect a corrupted byte in a response that is still valid JSON.
        if (String(saved?.view).includes(marker)) mine.push(marker);
        revision = saved?.revision;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        outcomes.failed[error.name] = (outcomes.failed[error.name] ?? 0) + 1;
        revision = undefined;
      }
    }
  };
  const parse = await import('@apollo/client').then(({ gql }) => gql);
  const history = (id: string) => parse(`query Recent { history(id: ${JSON.stringify(id)}, first: 3) { next } }`);
  const secrets: string[] = [];
  for (let at = 0; at < WRITERS; at++) secrets.push(await host.token(`writer ${at}`));

  await Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at)));
  await restarting;
  await new Promise((resolve) => setImmediate(resolve));

  // Read the final state directly from the host.
  const { versions } = gatewayOf(host.url, secrets[0]!);
  let revisions = 0;
  let certain = 0;
  for (const [id, markers] of sent) {
    const all: Revision[] = [];
    for (let after: string | undefined; ;) {
      const page: { items: readonly Revision[]; next: string | null } = await versions
        .history(id, { first: 100, ...(after === undefined ? {} : { after }) })
        .catch(() => ({ items: [], next: null }));
      all.push(...page.items);
      if (page.next === null) break;
      after = page.next;
    }
    revisions += all.length;
    const timesOf = (marker: string): number => all.filter(({ content }) => content.includes(marker)).length;
    for (const marker of markers)
      assert.ok(timesOf(marker) <= 1, `${id}: ${marker} was written ${timesOf(marker)} times`);
    for (const marker of acknowledged.get(id)!) assert.equal(timesOf(marker), 1, `${id}: ${marker} is lost`);
    certain += acknowledged.get(id)!.length;
    assert.deepEqual(
      all.map(({ number }) => number),
      all.map((_, at) => all.length - at),
    );
  }
  const failures = Object.entries(outcomes.failed).map(([name, count]) => `${count} ${name}`);
  console.log(`# ${started} operations, ${outcomes.answered} answered; failed: ${failures.join(', ') || 'none'}`);
  console.log(`# ${revisions} revisions, ${certain} acknowledged: none twice, none lost; restarts ${restarts}`);
  console.log(`# link: ${JSON.stringify(proxy.faults)}; unhandled rejections: ${unheard.length}`);
  assert.deepEqual(outcomes.strange, []);
  assert.deepEqual(unheard, []);
  assert.equal(started, COUNT);
  assert.equal(outcomes.answered + Object.values(outcomes.failed).reduce((sum, count) => sum + count, 0), COUNT);
  assert.equal(restarts, 2);
  assert.ok(outcomes.answered > COUNT / 2 && certain > COUNT / 10, 'most goes through');
  assert.ok(proxy.faults.drop > 0 && proxy.faults.delay > 0 && proxy.faults.corrupt > 0, 'the link was bad');
});
