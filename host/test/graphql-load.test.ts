import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const SERVER = fileURLToPath(new URL('support/graphql-load-server.ts', import.meta.url));
const ROUNDS = 5;
const SECONDS = 2;

/** Against a one-field Yoga server, in turns, so that whatever else the machine does concerns both. */
test(
  'reads are at least half as many as those of a one-field Yoga server',
  { skip: !process.env['FEAAS_LONG'] },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'feaas-load-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const kit = await start(t, 'kit', folder);
    const yardstick = await start(t, 'yardstick');
    const headers = { authorization: `Bearer ${kit.secret}` };
    const lanes = [
      { name: 'one-field Yoga', url: yardstick.url, query: '{ name }', headers: {} },
      { name: 'library', url: kit.url, query: '{ library(id: "demo") { name } }', headers: {} },
      {
        name: 'version',
        url: kit.url,
        query: '{ versions(ids: ["demo/hero/responsive"]) { id view revision } }',
        headers: {},
      },
      {
        name: 'version with a token',
        url: kit.url,
        query: '{ versions(ids: ["demo/hero/responsive"]) { id view revision } }',
        headers,
      },
    ].map((lane) => ({ ...lane, rates: [] as number[], p99: [] as number[] }));
    let failures = 0;
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { url, query, headers: more, rates, p99 } of lanes) {
        const result = await autocannon({
          ...{ url, method: 'POST', connections: 16, duration: SECONDS },
          headers: { 'content-type': 'application/json', ...more },
          body: JSON.stringify({ query }),
        });
        failures += result.errors + result.non2xx;
        if (round === 0) continue;
        rates.push(result.requests.average);
        p99.push(result.latency.p99);
      }
    }
    const [base] = lanes.map(({ rates }) => median(rates));
    for (const { name, rates, p99 } of lanes) {
      const rate = median(rates);
      const share = Math.round((rate / base!) * 100);
      t.diagnostic(`${name}: ${Math.round(rate)}/s (${share}%), p99 ${median(p99)} ms`);
    }
    assert.equal(failures, 0);
    for (const { name, rates } of lanes) assert.ok(median(rates) >= base! / 2, name);
  },
);

async function start(t: TestContext, ...args: string[]): Promise<{ url: string; secret?: string }> {
  const child: ChildProcess = fork(SERVER, args, { execArgv: ['--import', 'tsx'] });
  t.after(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [{ url: string; secret?: string }];
  return message;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
