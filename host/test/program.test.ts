/**
 * The built host, `host/dist/cli.js`, as operators start it: its lazy imports work, too. esbuild bundles the program, so an
 * `import()` of a package can differ from that of the sources, which other tests run.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { isHostBuilt } from '../../scripts/host-built.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { startAzurite } from './support/azurite.js';
import { UNSET_ENVIRONMENT, type CliProcess, makeTemporaryFolder, trackProcess } from './support/cli.js';
import { testStores } from './support/databases.js';
import { freePort } from './support/free-port.js';
import { uploadForm, makePng } from './support/graphql-host.js';
import { CLIENT, CookieBrowser, startIdentityProvider } from './support/identity-provider.js';
import { startWebhookReceiver } from './support/webhook-receiver.js';
import { startRedis, redisSkipReason } from './support/redis.js';
import { S3_ACCESS_KEY, startS3ForFile } from './support/s3.js';
import { startStubService } from './support/stub-service.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const PROGRAM = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const HERO = 'id: "demo/hero/responsive"';

type Environment = Readonly<Record<string, string>>;

/** A folder with a library, and the program in it. */
async function program(t: TestContext, environment: Environment) {
  assert.ok(isHostBuilt(), 'npm run build comes first: the program is older than its sources');
  const folder = await makeTemporaryFolder(t);
  const library = join(folder, 'libraries/demo');
  await mkdir(join(library, 'components/hero'), { recursive: true });
  await writeFile(join(library, 'library.json'), '{"name":"Demo"}');
  await writeFile(join(library, 'components/hero/responsive.html'), '<h1>First</h1>');
  const run = (...args: string[]): CliProcess =>
    trackProcess(
      t,
      spawn(process.execPath, [PROGRAM, ...args], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, ...UNSET_ENVIRONMENT, FEAAS_DEV: '1', ...environment },
      }),
    );
  return {
    run,
    async command(...args: string[]): Promise<string> {
      const { exited, output } = run(...args);
      assert.equal(await exited, 0, output.err);
      return output.out.trim();
    },
    async start(port: number) {
      const host = run('start', '--port', String(port), '--library', 'libraries');
      await host.waitUntilReady();
      const [, token] = await host.waitForOutput(/editor token: (\S+)/);
      return { host, url: `http://127.0.0.1:${port}`, authorization: `Bearer ${token}` };
    },
  };
}

interface Answer {
  readonly uploadMedia?: { readonly variants: readonly object[] };
}

async function graphql(url: string, authorization: string, body: FormData | string): Promise<Answer> {
  const headers = { authorization, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) };
  const sent = typeof body === 'string' ? JSON.stringify({ query: body }) : body;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'apollo-require-preflight': '1' },
    body: sent,
  });
  const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown };
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

test('the built program works with webhooks, CloudFront, S3, sign-in, traces, pictures and agents', async (t) => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/auth/callback`;
  const provider = await startIdentityProvider(redirectUri);
  cleanUp(t, () => provider.stop());
  provider.accounts.set('ann', { name: 'Ann Example', groups: ['editors'] });
  const receiver = await startWebhookReceiver(t);
  const cloudFront = await startStubService(t, () => ({
    status: 201,
    headers: { 'content-type': 'text/xml' },
    body: '<?xml version="1.0"?><Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id><Status>InProgress</Status><CreateTime>2026-01-01T00:00:00Z</CreateTime></Invalidation>',
  }));
  const collector = await startStubService(t, () => ({ status: 200 }));
  const s3 = await startS3ForFile();
  const { command, start } = await program(t, {
    ...{
      FEAAS_STORAGE: s3.locationOf('program'),
      AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
    },
    FEAAS_PURGE: `cloudfront:EDFDVBD6EXAMPLE?endpoint=${cloudFront.url}`,
    ...{ FEAAS_OIDC_ISSUER: provider.issuer, FEAAS_OIDC_CLIENT_ID: CLIENT.id },
    ...{ FEAAS_OIDC_CLIENT_SECRET: CLIENT.secret, FEAAS_OIDC_SCOPES: 'openid profile groups' },
    ...{ FEAAS_OIDC_ROLES: 'groups=editors:demo:editor', FEAAS_PUBLIC_URL: `http://127.0.0.1:${port}` },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await command('import', 'libraries/demo');
  const secret = await command('webhook', 'add', 'demo', receiver.url);
  const { host, url, authorization } = await start(port);

  await graphql(
    url,
    authorization,
    `mutation { saveVersion(${HERO}, view: "<h1>Second</h1>", expectedRevision: 1) { revision } }`,
  );
  await graphql(url, authorization, `mutation { publishVersion(${HERO}, expectedRevision: 2) { revision } }`);
  await waitUntil(() => receiver.accepted().length > 0);
  const { body, headers, type } = receiver.accepted()[0]!;
  new Webhook(secret).verify(body, headers as Record<string, string>);
  assert.equal(type, 'component.published');
  const purged = (): string => cloudFront.requests.map((request) => request.body).join('');
  await waitUntil(() => purged().includes('/components/demo/hero/responsive/published.html'));
  assert.match(cloudFront.requests[0]!.headers.authorization!, /^AWS4-HMAC-SHA256 Credential=/);
  assert.ok(s3.requests.some((line) => /^PUT .*components\/demo\/hero\/responsive\/published\.html/.test(line)));
  const published = await fetch(`${url}/components/demo/hero/responsive/published.html`);
  assert.equal(await published.text(), '<h1>Second</h1>');

  const upload = 'mutation($file: File!) { uploadMedia(library: "demo", file: $file) { variants { width src } } }';
  const { uploadMedia } = await graphql(url, authorization, uploadForm(upload, await makePng(900, 600), 'teal.png'));
  assert.ok(uploadMedia!.variants.length > 1, JSON.stringify(uploadMedia));

  const agent = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  assert.match(await agent.text(), /"serverInfo":\{"name":"feaas-host"/);

  const browser = new CookieBrowser();
  const back = await browser.fetch(await browser.signIn(`${url}/auth/login`, 'ann', redirectUri));
  assert.ok(back.status < 400, await back.text());
  const session = await browser.fetch(`${url}/auth/session`, { method: 'POST', headers: { origin: url } });
  assert.match(await session.text(), /Ann Example/);

  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0, host.output.err);
  assert.ok(
    collector.requests.some(({ target, headers: sent }) => target === '/v1/traces' && sent['content-length'] !== '0'),
  );
});

test('the metrics contain the size and the hits of the read cache', async (t) => {
  const { start } = await program(t, { FEAAS_METRICS: 'public' });
  const { url, authorization } = await start(await freePort());
  for (let count = 0; count < 2; count++) await graphql(url, authorization, '{ library(id: "demo") { name } }');
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /^feaas_cache_bytes\{cache="reads"\} [1-9]/m);
  assert.match(metrics, /^feaas_cache_reads_total\{cache="reads",result="hit"\} [1-9]/m);
});

test('the built program works with PostgreSQL, Redis and Azure Blob Storage', { skip: redisSkipReason }, async (t) => {
  const { settings } = await testStores('postgres').newStore();
  const redis = await startRedis(t);
  const azurite = await startAzurite();
  const { start } = await program(t, {
    ...{ DATABASE_URL: settings.url!, REDIS_URL: redis.url, FEAAS_METRICS: 'public' },
    ...{ AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString },
  });
  const { url, authorization } = await start(await freePort());
  await graphql(
    url,
    authorization,
    `
      {
        libraries {
          id
        }
      }
    `,
  );
  assert.match(await (await fetch(`${url}/metrics`)).text(), /^feaas_shared_store_up 1$/m);
  const published = await fetch(`${url}/components/demo/hero/responsive/published.html`);
  assert.equal(await published.text(), '<h1>First</h1>');
});
