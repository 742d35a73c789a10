/** The unchanged webhook recipes of docs/cdn.md: a host sends them events, and they purge with the APIs of hosting services. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeTemporaryFolder } from './support/cli.js';
import { writeOptions, makeLibrary, openContentService, silentLog } from './support/content-services.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERO = { library: 'aurora', component: 'hero', version: 'responsive' };
const TAG = 'feaas-aurora-hero';

interface Call {
  readonly method: string | undefined;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

interface Recipe {
  readonly settings: Readonly<Record<string, string>>;
  /** The status of the service's response to a purge. */
  readonly status: number;
  readonly call: Call;
}

/** The documented API of each service. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  Astro: {
    settings: { BUILD_HOOK: 'https://ci.example/hooks/build?key=1' },
    status: 201,
    call: { method: 'POST', url: 'https://ci.example/hooks/build?key=1', authorization: undefined, body: undefined },
  },
  Netlify: {
    settings: { NETLIFY_TOKEN: 'netlify-token', SITE_ID: 'site-1' },
    status: 202,
    call: {
      method: 'POST',
      url: 'https://api.netlify.com/api/v1/purge',
      authorization: 'Bearer netlify-token',
      body: { site_id: 'site-1', cache_tags: [TAG] },
    },
  },
  Vercel: {
    settings: { VERCEL_TOKEN: 'vercel-token', VERCEL_PROJECT_ID: 'prj_1' },
    status: 200,
    call: {
      method: 'POST',
      url: 'https://api.vercel.com/v1/edge-cache/invalidate-by-tags?projectIdOrName=prj_1',
      authorization: 'Bearer vercel-token',
      body: { tags: [TAG] },
    },
  },
};

type Endpoint = (request: Request) => Promise<Response>;

/** Builds the endpoint of a recipe from its three code blocks. */
async function endpointOf(name: string): Promise<Endpoint> {
  const guide = await readFile(`${ROOT}docs/cdn.md`, 'utf8');
  const block = (from: string, title: string): string => {
    const [, code] =
      new RegExp(`\`\`\`ts title="${title}"\n([^]*?)\`\`\``).exec(guide.slice(guide.indexOf(from))) ?? [];
    assert.ok(code, `docs/cdn.md has ${title} below ${from}`);
    return code;
  };
  const [, endpoint] = new RegExp(`^\\| ${name} .*\`(export .*)\` +\\|$`, 'm').exec(guide) ?? [];
  assert.ok(endpoint, `docs/cdn.md has the endpoint of ${name}`);
  const contents = [block('## Recipes', 'webhook.ts'), block(`### ${name}\n`, 'purge.ts'), endpoint].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, loader: 'ts', resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
  const { POST, default: endpointFunction = POST } = (await import(`data:text/javascript;base64,${code}`)) as {
    readonly POST: (input: unknown) => Promise<Response>;
    readonly default?: Endpoint;
  };
  // Astro gives an endpoint its context, the others the request itself.
  return name === 'Astro' ? (request) => POST({ request }) : endpointFunction;
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const [name, { settings, status, call }] of Object.entries(RECIPES))
  test(`${name}: a publication purges the tag of the component, and retries until the service accepts it`, async (t) => {
    const calls: Call[] = [];
    // The service fails at the first call.
    const service = await serve(t, async (request, response) => {
      const { method, headers } = request;
      const body = await text(request);
      const { authorization, 'x-service': url } = headers;
      calls.push({ method, url: String(url), authorization, body: body ? JSON.parse(body) : undefined });
      response.writeHead(calls.length === 1 ? 503 : status).end();
    });
    const { fetch } = globalThis;
    t.mock.method(globalThis, 'fetch', (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      headers.set('x-service', url);
      return fetch(service, { ...init, headers });
    });
    const endpoint = await endpointOf(name);
    const statuses: number[] = [];
    const site = await serve(t, async (request, response) => {
      const headers = Object.entries(request.headers).map(([key, value]): [string, string] => [key, String(value)]);
      const body = await text(request);
      const answer = await endpoint(new Request('https://site.example/', { method: 'POST', headers, body }));
      statuses.push(answer.status);
      response.writeHead(answer.status).end(await answer.text());
    });

    const folder = await makeTemporaryFolder(t);
    const contentService = await openContentService(
      { settings: { file: `${folder}/host.db`, log: silentLog }, folder },
      { receivers: { development: true }, webhooks: { pollInterval: 5, random: () => 0 } },
    );
    cleanUp(t, () => contentService.close());
    await makeLibrary(contentService, 'aurora');
    const { secret } = await contentService.createWebhook({ library: 'aurora', url: site });
    for (const [key, value] of Object.entries({ ...settings, WEBHOOK_SECRET: secret })) {
      process.env[key] = value;
      cleanUp(t, () => void delete process.env[key]);
    }
    await contentService.save(HERO, '<p>1</p>', writeOptions(0));
    await contentService.step('publish', HERO, writeOptions(1));
    await waitUntil(() => statuses.includes(204));
    assert.deepEqual(statuses, [502, 204]);
    assert.deepEqual(calls, [call, call]);

    const forged = await fetch(site, { method: 'POST', body: '{"data":{"tags":["feaas"]}}' });
    assert.deepEqual([forged.status, await forged.text()], [401, 'The signature is wrong']);
    assert.equal(calls.length, 2);
  });
