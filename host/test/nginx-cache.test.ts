/** The cache of `examples/nginx` in front of a host: publications reach it within seconds, although copies may be cached for an hour. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { spawnCli, makeTemporaryFolder, trackProcess } from './support/cli.js';
import { freePort } from './support/free-port.js';

const EXAMPLE = new URL('../../examples/nginx/', import.meta.url);
const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
const SECRET = 'a-secret-to-sign-with';
const PATH = '/cdn/components/demo/hero/responsive/published.html';
/** The largest delay of a publication, in seconds. It is well below one locally; tests may run on a busy machine. */
const MAX_SECONDS = 15;

const query = async (url: string, token: string, text: string): Promise<unknown> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: text }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
};

async function startAll(t: TestContext) {
  const folder = await makeTemporaryFolder(t);
  const ports = { host: await freePort(), nginx: await freePort(), hook: await freePort() };
  const library = join(folder, 'libraries/demo');
  await mkdir(join(library, 'components/hero'), { recursive: true });
  await writeFile(join(library, 'library.json'), '{"name":"Demo"}');
  await writeFile(join(library, 'components/hero/responsive.html'), '<h1>First</h1>');
  const cache = join(folder, 'nginx');
  await mkdir(cache);
  const config = (await readFile(new URL('nginx.conf', EXAMPLE), 'utf8'))
    .replace('127.0.0.1:3333', `127.0.0.1:${ports.host}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.nginx}`)
    .replace('change-this-secret', SECRET);
  await writeFile(join(cache, 'nginx.conf'), config);
  // Without a master process, no worker survives the kill of its parent.
  trackProcess(
    t,
    spawn(NGINX!, ['-p', cache, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'master_process off;'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const url = `http://127.0.0.1:${ports.nginx}`;
  const hook = trackProcess(
    t,
    spawn(process.execPath, [new URL('purge.mjs', EXAMPLE).pathname], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        FEAAS_PURGE_SECRET: SECRET,
        CACHE_SECRET: SECRET,
        CACHE_URL: url,
        PURGE_PORT: String(ports.hook),
      },
    }),
  );
  await hook.waitForOutput(/purge hook at/);
  const host = spawnCli(t, folder, ['start', '--port', String(ports.host), '--library', 'libraries'], {
    FEAAS_MAX_AGE: '3600',
    FEAAS_PURGE_URL: `http://127.0.0.1:${ports.hook}`,
    FEAAS_PURGE_SECRET: SECRET,
  });
  await host.waitUntilReady();
  const [, token] = await host.waitForOutput(/editor token: (\S+)/);
  return { url, hostUrl: `http://127.0.0.1:${ports.host}`, hookUrl: `http://127.0.0.1:${ports.hook}`, token: token! };
}

test(
  'publishing and unpublishing reach an nginx cache within seconds, by the purge hook',
  { skip: NGINX === undefined && 'nginx is not installed. On Debian: apt-get install nginx-light' },
  async (t) => {
    const { url, hostUrl, hookUrl, token } = await startAll(t);
    const ask = async () => {
      const response = await fetch(url + PATH);
      return {
        status: response.status,
        text: await response.text(),
        cache: response.headers.get('x-cache'),
        headers: response.headers,
      };
    };
    const shows = async (
      since: number,
      holds: (answer: Awaited<ReturnType<typeof ask>>) => boolean,
    ): Promise<number> => {
      while (!holds(await ask())) {
        assert.ok(Date.now() - since < MAX_SECONDS * 1000, `it does not show after ${MAX_SECONDS} s`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return (Date.now() - since) / 1000;
    };
    assert.equal((await ask()).text, '<h1>First</h1>');
    const kept = await ask();
    assert.equal(kept.cache, 'HIT');
    assert.equal(kept.headers.get('surrogate-key'), 'feaas feaas-demo feaas-demo-hero');
    assert.equal(kept.headers.get('cache-tag'), 'feaas,feaas-demo,feaas-demo-hero');

    const seconds: number[] = [];
    for (let round = 1; round <= 5; round++) {
      const change = (mutation: string): Promise<unknown> => query(hostUrl, token, `mutation { ${mutation} }`);
      const id = 'id: "demo/hero/responsive"';
      const since = Date.now();
      await change(`saveVersion(${id}, view: "<h1>Round ${round}</h1>", expectedRevision: ${round}) { revision }`);
      await change(`publishVersion(${id}, expectedRevision: ${round + 1}) { revision }`);
      seconds.push(await shows(since, ({ text, cache }) => text === `<h1>Round ${round}</h1>` && cache === 'HIT'));
    }
    t.diagnostic(`seconds from save until nginx shows it: ${seconds.map((each) => each.toFixed(2)).join(', ')}`);
    const since = Date.now();
    await query(
      hostUrl,
      token,
      'mutation { unpublishVersion(id: "demo/hero/responsive", expectedRevision: 6) { revision } }',
    );
    await shows(since, ({ status, text, cache }) => status === 410 && text === '' && cache === 'HIT');

    const forged = await fetch(hookUrl, { method: 'POST', body: JSON.stringify({ paths: [PATH] }) });
    assert.equal(forged.status, 401, 'nobody else empties the cache');
    assert.equal((await fetch(url + PATH, { headers: { 'x-cache-renew': 'wrong' } })).headers.get('x-cache'), 'HIT');
    const draft = PATH.replace('published', 'saved');
    const authorization = `Bearer ${token}`;
    assert.equal((await fetch(url + draft, { headers: { authorization } })).status, 200);
    assert.equal((await fetch(url + draft)).status, 401, 'no draft comes out of the cache');
  },
);
