/** What the recipe for Next.js and the example send to whom, and whom they obey. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { transformSync } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;
const requireHere = createRequire(`${ROOT}package.json`);
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const blockOf = (title: string): string =>
  new RegExp(`\`\`\`ts [^\\n]*title="${title}"\\n([^]*?)\`\`\``).exec(read('docs/next.md'))![1]!;

/** The exports of a module that Next.js would run. */
function load<T>(code: string): T {
  const module = { exports: {} };
  const require = (name: string): unknown =>
    name === 'next/headers'
      ? { draftMode: () => Promise.resolve({ isEnabled: true }) }
      : name === 'next/cache'
        ? { revalidateTag: () => {} }
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
    t.after(() => delete process.env['FEAAS_TOKEN']);
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
  test(`${name}: a site without a secret refuses to revalidate`, async (t) => {
    const { POST } = load<Route>(code);
    const ask = async (secret: string): Promise<number> =>
      (await POST(new Request('http://site', { method: 'POST', headers: { authorization: `Bearer ${secret}` } })))
        .status;
    delete process.env['SITE_SECRET'];
    assert.equal(await ask('undefined'), 401);
    process.env['SITE_SECRET'] = 'right';
    t.after(() => delete process.env['SITE_SECRET']);
    assert.deepEqual([await ask('wrong'), await ask('right')], [401, 200]);
  });
