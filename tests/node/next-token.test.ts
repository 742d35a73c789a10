/** Requests of the Next.js recipe and the example: the targets of their tokens, and the senders that they accept. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { cleanUp } from '../lib/clean-up';

const ROOT = new URL('../../', import.meta.url).pathname;
const requireHere = createRequire(`${ROOT}package.json`);
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const blockOf = (title: string): string =>
  new RegExp(`\`\`\`ts [^\\n]*title="${title}"\\n([^]*?)\`\`\``).exec(read('docs/next.md'))![1]!;

/** Tags and paths that the tested module has revalidated. */
const revalidated: unknown[] = [];

/** Evaluates the code of a Next.js module and returns its exports. */
function load<T>(code: string): T {
  const module = { exports: {} };
  const require = (name: string): unknown =>
    name === 'next/headers'
      ? { draftMode: () => Promise.resolve({ isEnabled: true }) }
      : name === 'next/cache'
        ? { revalidateTag: (...args: unknown[]) => void revalidated.push(args) }
        : name.startsWith('.')
          ? { TAG: 'feaas' }
          : requireHere(name);
  const { code: script } = transformSync(code, { loader: 'ts', format: 'cjs' });

  new Function('module', 'exports', 'require', script)(module, module.exports, require);
  return module.exports as T;
}

interface ContentModule {
  readonly HOST: string;
  readonly content: () => Promise<{
    options: { fetch: (url: string, init: RequestInit) => Promise<Response> };
  }>;
}
interface Route {
  readonly POST: (request: Request) => Promise<Response>;
}

for (const [name, code] of [
  ['the recipe', blockOf('lib/content.ts')],
  ['the example', read('examples/next/lib/content.ts')],
] as const)
  test(`${name}: drafts send the token to the host alone`, async (t) => {
    const sent: (string | null)[] = [];
    t.mock.method(globalThis, 'fetch', (_url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('authorization'));
      return Promise.resolve(new Response());
    });
    process.env['FEAAS_TOKEN'] = 'secret-token';
    cleanUp(t, () => delete process.env['FEAAS_TOKEN']);
    const { HOST, content } = load<ContentModule>(code);
    const { options } = await content();
    for (const url of [`${HOST}/cdn/a.json`, 'https://other.example/data', 'http://127.0.0.1:4444/data'])
      await options.fetch(url, { headers: { accept: 'application/json' } });
    assert.deepEqual(sent, ['Bearer secret-token', null, null]);
  });

for (const [name, code] of [
  ['the recipe', blockOf('app/api/revalidate/route.ts')],
  ['the example', read('examples/next/app/api/revalidate/route.ts')],
] as const)
  test(`${name}: only a signed event of the host revalidates, by its last tag, and only while it is new`, async (t) => {
    revalidated.length = 0;
    const { POST } = load<Route>(code);
    const secret = `whsec_${Buffer.from('a secret of 24 bytes or more').toString('base64')}`;
    const tags = ['feaas', 'feaas-aurora', 'feaas-aurora-hero'];
    const data = { library: 'aurora', component: 'hero', version: 'responsive', revision: 4, tags };
    const body = JSON.stringify({ type: 'component.published', timestamp: new Date().toISOString(), data });
    const ask = async (signedBy: string, { sent = body, at = new Date() } = {}): Promise<number> => {
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(signedBy).sign('msg_1', at, body),
      };
      return (await POST(new Request('http://site', { method: 'POST', headers, body: sent }))).status;
    };
    cleanUp(t, () => delete process.env['WEBHOOK_SECRET']);
    delete process.env['WEBHOOK_SECRET'];
    assert.equal(await ask(secret), 401, 'a site without a secret');
    process.env['WEBHOOK_SECRET'] = secret;
    const other = `whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`;
    assert.equal(await ask(other), 401);
    assert.equal(await ask(secret, { sent: body.replace('hero', 'zero') }), 401, 'a changed body');
    assert.equal(await ask(secret, { at: new Date(Date.now() - 3_600_000) }), 401, 'an old event');
    assert.equal((await POST(new Request('http://site', { method: 'POST', body }))).status, 401, 'no signature');
    assert.deepEqual(revalidated, []);
    assert.equal(await ask(secret), 200);
    assert.deepEqual(revalidated, [['feaas-aurora-hero', { expire: 0 }]]);
  });
