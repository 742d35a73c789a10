/** Rate limits in settings, on a host that the command line starts: n requests pass, n + 1 do not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { spawnCli, makeTemporaryFolder } from './support/cli.js';

/** Refilled too slowly for a test to notice. */
const only = (burst: number): string => `0.001/${burst}`;
const UNLIMITED_RATE = '1000/100000';
const ALL = {
  TOKEN_READS: UNLIMITED_RATE,
  TOKEN_WRITES: UNLIMITED_RATE,
  ADDRESS_READS: UNLIMITED_RATE,
  ADDRESS_WRITES: UNLIMITED_RATE,
};
const READ = '{ viewer { name } }';
const WRITE = 'mutation { saveCollection(library: "aurora", key: "c", name: "C") { id } }';

const CASES = [
  ['TOKEN_READS', READ, 'another token may'],
  ['TOKEN_WRITES', WRITE, 'another token may'],
  ['ADDRESS_READS', READ, 'nobody from there may'],
  ['ADDRESS_WRITES', WRITE, 'nobody from there may'],
] as const;

for (const [name, query, others] of CASES) {
  test(`FEAAS_RATE_${name}: five at once, and ${others}`, async (t) => {
    const settings = Object.entries({ ...ALL, [name]: only(5) }).map(([key, value]) => [`FEAAS_RATE_${key}`, value]);
    const folder = await makeTemporaryFolder(t);
    const environment = { PORT: '0', ...(Object.fromEntries(settings) as Record<string, string>) };
    const host = spawnCli(t, folder, ['start', '--site', '.'], environment);
    const url = await host.waitUntilReady();
    const [, first] = await host.waitForOutput(/^editor token: (\S+)\n/m);
    const made = spawnCli(t, folder, ['token', 'create', 'second', '--role', 'publisher']);
    assert.equal(await made.exited, 0, made.output.err);
    const second = made.output.out.trim();
    const ask = async (token: string | undefined) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      return [response.status, errors?.[0]?.extensions.code, response.headers.get('retry-after')];
    };
    for (let count = 1; count <= 5; count++) assert.deepEqual(await ask(first), [200, undefined, null], String(count));
    const [status, code, retryAfter] = await ask(first);
    assert.deepEqual([status, code], [429, 'RATE_LIMITED']);
    assert.ok(Number(retryAfter) > 900, String(retryAfter));
    const expected = name.startsWith('TOKEN') ? 200 : 429;
    assert.equal((await ask(second))[0], expected, others);
  });
}
