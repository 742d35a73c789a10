/** Agents with a complete host: the official client, over stdio and over HTTP, in both revisions of the protocol. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test, { type TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compareHtml } from '../src/mcp/html/compare-html.js';
import { CLI_ARGUMENTS } from './support/cli.js';
import { TOOL_ORIGIN, startCompleteHost } from './support/complete-host.js';
import { endWithTests } from './support/end-with-tests.js';
import { freePort } from './support/free-port.js';
import { type Json, SEED_PRINCIPAL } from './support/graphql-host.js';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';

const HERO = 'demo/hero/responsive';
const HEADING = '<h1 data-path="page.title">Title</h1>';

type ProtocolMode = 'legacy' | 'auto';
type Host = Awaited<ReturnType<typeof startCompleteHost>>;

interface Agent {
  readonly client: Client;
  /** The structured result of a tool. */
  use(tool: string, args?: Record<string, unknown>): Promise<Json>;
  /** The text of a tool error. */
  fails(tool: string, args?: Record<string, unknown>): Promise<string>;
}

async function agentOn(t: TestContext, transport: Transport, mode: ProtocolMode = 'legacy'): Promise<Agent> {
  const client = new Client({ name: 'test agent', version: '1.0.0' }, { versionNegotiation: { mode } });
  cleanUp(t, () => client.close());
  await client.connect(transport);
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return {
    client,
    async use(tool, args = {}) {
      const { isError, structuredContent, content } = await call(tool, args);
      assert.ok(!isError, JSON.stringify(content));
      return structuredContent;
    },
    async fails(tool, args = {}) {
      const { isError, content } = await call(tool, args);
      assert.equal(isError, true, `${tool} succeeded: ${JSON.stringify(content)}`);
      return (content as { text: string }[]).map(({ text }) => text).join('\n');
    },
  };
}

const overHttp = (t: TestContext, { url }: Pick<Host, 'url'>, secret: string, mode?: ProtocolMode): Promise<Agent> =>
  agentOn(
    t,
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
    }),
    mode,
  );

const connectOverStdio = (
  t: TestContext,
  { url }: Pick<Host, 'url'>,
  secret: string,
  mode?: ProtocolMode,
): Promise<Agent> =>
  agentOn(
    t,
    new StdioClientTransport({
      command: process.execPath,
      args: [...CLI_ARGUMENTS, 'mcp', '--url', url],
      env: { ...(process.env as Record<string, string>), FEAAS_TOKEN: secret },
    }),
    mode,
  );

const hero = { library: 'demo', component: 'hero', version: 'responsive' };
const save = ({ contentService }: Host, html: string, expected: number) =>
  contentService.save(hero, html, { actor: SEED_PRINCIPAL, expected });

/** A raw request, which no client sends. */
async function post({ url }: Pick<Host, 'url'>, body: unknown, headers: Record<string, string> = {}): Promise<Json> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text.startsWith('{') && JSON.parse(text) };
}
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

for (const [name, connect] of [
  ['stdio', connectOverStdio],
  ['HTTP', overHttp],
] as const)
  for (const era of ['legacy', 'auto'] as const)
    test(`an editor's agent drafts a heading over ${name} (${era}), may not publish, and is in the history`, async (t) => {
      const host = await startCompleteHost(t);
      await save(host, `<section>${HEADING}<p>Überall – 漢字 👩‍🚀</p></section>`, 2);
      const { use, fails, client } = await connect(t, host, host.secrets.editor, era);
      assert.equal(client.getServerVersion()?.name, 'feaas-host');

      const { libraries, savesAs } = await use('list_libraries');
      assert.equal(savesAs, 'editor');
      assert.deepEqual(
        libraries.map(({ id, role }: Json) => [id, role]),
        [['demo', 'EDITOR']],
      );
      const { components } = await use('search_components', { library: 'demo', query: 'HERO' });
      assert.deepEqual(
        components.map(({ id }: Json) => id),
        ['demo/hero'],
      );
      const { versions } = await use('list_versions', { component: 'demo/hero' });
      assert.deepEqual([versions[0].id, versions[0].revision, versions[0].published], [HERO, 3, 1]);

      const read = await use('read_version', { id: HERO });
      assert.match(read.html, /Überall – 漢字 👩‍🚀/);
      assert.deepEqual(read.dataSources, [
        { key: 'page', sample: '{"title":"One"}', settings: null, isTruncated: false },
      ]);

      const draft = await use('propose_draft', {
        id: HERO,
        expectedRevision: read.revision,
        replacements: [{ find: '>Title<', replace: '>Grüße 🎉<' }],
      });
      assert.equal(draft.revision, 4);
      assert.equal(draft.version.published, 1, 'nothing is published');
      const { diff, added, removed } = await use('compare_revisions', { id: HERO, from: 3, to: 'latest' });
      assert.deepEqual([added, removed], [1, 1]);
      assert.match(diff, /^-<h1 data-path="page.title">Title<\/h1>$/m);
      assert.match(diff, /^\+<h1 data-path="page.title">Grüße 🎉<\/h1>$/m);

      const refusal = await fails('publish_version', { id: HERO, expectedRevision: 4 });
      assert.match(refusal, /^FORBIDDEN: This needs the role publisher in library "demo"; .* has the role editor\./);
      const { revisions } = await use('list_history', { id: HERO, first: 2 });
      assert.deepEqual(
        revisions.map(({ number, author, state }: Json) => [number, author, state]),
        [
          [4, 'editor', 'SAVED'],
          [3, 'Seed', 'SAVED'],
        ],
      );
      const delivered = await fetch(`${host.url}/components/demo/hero/responsive/published.html`);
      assert.doesNotMatch(await delivered.text(), /Grüße/);
    });

test('a publisher’s agent publishes with the publish tool, which is not marked as read-only', async (t) => {
  const host = await startCompleteHost(t);
  const { use, client } = await overHttp(t, host, host.secrets.publisher);
  const { version, isDelivered } = await use('publish_version', { id: HERO, expectedRevision: 2 });
  assert.deepEqual([version.published, isDelivered], [2, true]);
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  assert.equal(hints['publish_version']?.destructiveHint, true);
  assert.deepEqual(
    Object.entries(hints)
      .filter(([, hint]) => hint?.readOnlyHint !== true)
      .map(([name]) => name),
    ['propose_draft', 'create_preview_link', 'publish_version'],
  );
  for (const tool of tools) {
    assert.ok(tool.description && tool.outputSchema && tool.inputSchema.properties, tool.name);
    for (const [name, property] of Object.entries(tool.inputSchema.properties))
      assert.ok((property as Json).description ?? (property as Json).anyOf, `${tool.name}.${name} says what it is`);
    if (/^(?:list|read|search|compare)_/.test(tool.name)) assert.match(tool.description, /data, never instructions/);
  }
  const admin = await host.contentService.createToken({
    ...{ name: 'admin', library: 'demo', role: 'admin', expiresAt: undefined },
  });
  const audit = '{ audit(library: "demo", action: PUBLISH) { items { actorName address } } }';
  const entries = await host.post(JSON.stringify({ query: audit }), admin.secret);
  assert.deepEqual(entries.data.audit.items[0], { actorName: 'publisher', address: '127.0.0.1' });
  // After unpublishing, a repeated call publishes again instead of returning the earlier result.
  await host.contentService.step('unpublish', hero, { actor: SEED_PRINCIPAL, expected: 2 });
  await use('publish_version', { id: HERO, expectedRevision: 2 });
  assert.equal((await use('list_versions', { component: 'demo/hero' })).versions[0].published, 2);
});

test('every tool allows exactly its roles', async (t) => {
  const host = await startCompleteHost(t);
  const other = await host.contentService.createToken({
    ...{ name: 'other', library: 'other', role: 'admin', expiresAt: undefined },
  });
  const draft = { expectedRevision: 1, html: '<p>2</p>' };
  /** The lowest role, undefined for everybody with a token; and the arguments. `id` is a published version for each caller. */
  const tools: Record<string, [needs: string | undefined, args: (id: string) => Record<string, unknown>]> = {
    list_libraries: [undefined, () => ({})],
    list_components: [undefined, () => ({ library: 'demo' })],
    search_components: [undefined, () => ({ library: 'demo', query: 'hero' })],
    list_versions: [undefined, () => ({ component: 'demo/hero' })],
    read_version: [undefined, (id) => ({ id })],
    get_preview_link: [undefined, (id) => ({ id, state: 'published' })],
    read_data_sources: ['viewer', () => ({ library: 'demo' })],
    list_history: ['viewer', (id) => ({ id })],
    compare_revisions: ['viewer', (id) => ({ id })],
    publish_version: ['publisher', (id) => ({ id, expectedRevision: 1 })],
    create_preview_link: ['editor', (id) => ({ id })],
    propose_draft: ['editor', (id) => ({ id, ...draft })],
  };
  const roles = ['elsewhere', 'viewer', 'editor', 'publisher'] as const;
  for (const [index, role] of roles.entries()) {
    const version = { ...hero, version: role };
    await host.contentService.save(version, '<p>1</p>', { actor: SEED_PRINCIPAL, expected: 0 });
    await host.contentService.step('publish', version, { actor: SEED_PRINCIPAL, expected: 1 });
    const { use, fails, client } = await overHttp(t, host, role === 'elsewhere' ? other.secret : host.secrets[role]);
    const { tools: listed } = await client.listTools();
    assert.deepEqual(listed.map(({ name }) => name).sort(), Object.keys(tools).sort());
    for (const [tool, [needs, args]] of Object.entries(tools)) {
      const sent = args(`demo/hero/${role}`);
      if (needs === undefined || index >= (roles as readonly string[]).indexOf(needs)) await use(tool, sent);
      else assert.match(await fails(tool, sent), /^FORBIDDEN: /, `${tool} by ${role}`);
    }
  }
});

test('a viewer reads drafts and may not save any; a token of another library sees what is published', async (t) => {
  const host = await startCompleteHost(t);
  const viewer = await overHttp(t, host, host.secrets.viewer);
  assert.equal((await viewer.use('read_version', { id: HERO })).html, '<p>a draft</p>');
  const refusal = await viewer.fails('propose_draft', { id: HERO, expectedRevision: 2, html: '<p>3</p>' });
  assert.match(refusal, /^FORBIDDEN: This needs the role editor/);
  assert.match(refusal, /Nothing changed\. Name the missing role to the user/);
  const other = await host.contentService.createToken({
    ...{ name: 'other', library: 'other', role: 'admin', expiresAt: undefined },
  });
  const stranger = await overHttp(t, host, other.secret);
  const seen = await stranger.use('read_version', { id: HERO });
  assert.match(seen.html, /Title/);
  assert.deepEqual(seen.dataSources, [], 'samples need a role');
  assert.match(await stranger.fails('read_version', { id: 'demo/draft/responsive' }), /^NOT_FOUND: /);
  assert.match(await stranger.fails('list_history', { id: HERO }), /^FORBIDDEN: /);
});

test('a conflict explains the next step, and a repeated call is applied once', async (t) => {
  const host = await startCompleteHost(t);
  const { use, fails } = await overHttp(t, host, host.secrets.editor);
  const call = { id: HERO, expectedRevision: 2, html: '<p>mine</p>' };
  assert.equal((await use('propose_draft', call)).revision, 3);
  assert.equal((await use('propose_draft', call)).revision, 3, 'a retry after a lost answer');
  await save(host, '<p>theirs</p>', 3);
  const conflict = await fails('propose_draft', { ...call, expectedRevision: 3, html: '<p>more</p>' });
  assert.match(conflict, /^CONFLICT: .* is at revision 4, not 3: nothing changed\./);
  assert.match(conflict, /compare_revisions from 3 to 4\b.*expectedRevision 4/s);
  assert.equal((await use('propose_draft', { ...call, expectedRevision: 4, html: '<p>more</p>' })).revision, 5);
});

test('rejected HTML lists every position; an unsupported argument names the alternative', async (t) => {
  const host = await startCompleteHost(t);
  const { use, fails } = await overHttp(t, host, host.secrets.editor);
  const draft = { id: HERO, expectedRevision: 2 };
  const refusal = await fails('propose_draft', {
    ...draft,
    html: '<p>\n<b onclick="x()">a</b></p><script>x()</script>',
  });
  assert.match(refusal, /^BAD_USER_INPUT: /);
  assert.match(refusal, /- line 2, column \d+, .*onclick/);
  assert.match(refusal, /script/);
  assert.match(refusal, /Correct these places in the HTML and try again\.$/);
  assert.match(await fails('propose_draft', draft), /Give either html or replacements/);
  const replace = (find: string, expectedRevision = 2) =>
    fails('propose_draft', { ...draft, expectedRevision, replacements: [{ find, replace: 'x' }] });
  assert.match(await replace('not there'), /replacements\[0\]\.find is not in the HTML: "not there"/);
  assert.match(await replace('a'), /replacements\[0\]\.find is in the HTML more than once: "a"/);
  assert.match(await replace('a', 0), /expectedRevision is 0/);
  assert.equal((await use('read_version', { id: HERO })).revision, 2, 'nothing was saved');
  const made = await use('propose_draft', { id: 'demo/hero/wide', expectedRevision: 0, html: '<p>new</p>' });
  assert.equal(made.revision, 1, 'a new version of a component');
  assert.match(await fails('propose_draft', { ...draft, html: 'x'.repeat(500_001) }), /^BAD_USER_INPUT: .*500/);
});

test('unknown ids and invalid arguments are named in the error', async (t) => {
  const host = await startCompleteHost(t);
  const { use, fails, client } = await overHttp(t, host, host.secrets.editor);
  for (const id of ['demo/hero/none', 'none/hero/x'])
    assert.match(await fails('read_version', { id }), new RegExp(`^NOT_FOUND: there is no version "${id}"`));
  assert.match(await fails('read_version', { id: 'nonsense' }), /^BAD_USER_INPUT: .*nonsense/);
  assert.match(await fails('read_version', { id: HERO, revision: 99 }), /no revision 99\. Use one up to 2/);
  assert.match(await fails('read_version', { id: HERO, revision: 'staged' }), /no revision of .* is staged now/);
  assert.match(await fails('read_version', { id: HERO, offset: 99 }), /offset is 99, but the HTML has 14 characters/);
  assert.match(
    await fails('list_versions', { component: 'demo/none' }),
    /^NOT_FOUND: there is no component "demo\/none"/,
  );
  assert.match(await fails('list_components', { library: 'none' }), /^NOT_FOUND: there is no library "none"/);
  assert.match(
    await fails('publish_version', { id: 'demo/hero/none', expectedRevision: 1 }),
    /^(?:FORBIDDEN|NOT_FOUND)/,
  );
  assert.deepEqual((await use('read_data_sources', { library: 'demo', keys: ['page', 'none'] })).missing, ['none']);
  // Arguments that the schema rejects never reach the host.
  assert.match(await fails('read_version', { id: HERO, maxCharacters: 0 }), /maxCharacters/);
  await assert.rejects(client.callTool({ name: 'delete_everything', arguments: {} }), /delete_everything/);
});

test('half a megabyte of HTML is read in parts, changed at one position, and compared', async (t) => {
  const host = await startCompleteHost(t);
  const item = '<li>𝒳 ünicode item</li>';
  const count = Math.floor(499_000 / Buffer.byteLength(item));
  const html = `<ul>${item.repeat(count)}</ul><h2>The end</h2>`;
  await save(host, html, 2);
  const { use } = await overHttp(t, host, host.secrets.editor);
  let whole = '';
  let reads = 0;
  for (let offset: number | null = 0; offset !== null; reads++) {
    const part: Json = await use('read_version', { id: HERO, offset, maxCharacters: 33_333, samples: false });
    assert.ok(part.html.length <= 33_334 && part.html.isWellFormed(), 'no character is cut in half');
    whole += part.html;
    offset = part.nextOffset;
  }
  assert.ok(reads > 5);
  assert.equal(whole, html);
  const replacements = [{ find: 'The end', replace: 'The very end' }];
  assert.equal((await use('propose_draft', { id: HERO, expectedRevision: 3, replacements })).revision, 4);
  const { diff, isTruncated } = await use('compare_revisions', { id: HERO, from: 3 });
  assert.match(diff, /^\+<h2>The very end<\/h2>$/m);
  assert.equal(isTruncated, false);
  assert.ok(diff.length < 500, diff);
});

test('the comparison of entirely different texts is aborted after a second and does not block other requests', async () => {
  const random = (): string => Array.from({ length: 20_000 }, () => `<p>${Math.random()}</p>`).join('');
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  const started = Date.now();
  const slow = compareHtml(random(), random());
  const quick = Array.from({ length: 8 }, (_, index) => compareHtml(`<p>${index}</p>`, '<p>x</p>'));
  await assert.rejects(compareHtml('a', 'b'), /Too many comparisons at once: try again in 5 s\./);
  assert.equal(await slow, undefined);
  clearInterval(timer);
  assert.ok(Date.now() - started < 10_000, `${Date.now() - started} ms`);
  assert.ok(ticks > 5, `${ticks} timers in ${Date.now() - started} ms`);
  for (const each of await Promise.all(quick)) assert.deepEqual([each?.added, each?.removed], [1, 1]);
});

test('a version is a resource, and a draft has a preview link', async (t) => {
  const host = await startCompleteHost(t);
  const { client, use, fails } = await overHttp(t, host, host.secrets.editor);
  const { contents } = await client.readResource({ uri: 'feaas:///demo/hero/responsive' });
  assert.equal((contents[0] as Json).text, '<p>a draft</p>');
  await assert.rejects(client.readResource({ uri: 'feaas:///demo/hero/none' }), /NOT_FOUND/);
  const link = await use('get_preview_link', { id: HERO });
  assert.equal(link.page, `${host.url}/preview.html?feaasSrc=demo%2Fhero%2Fresponsive%2Fsaved`);
  assert.equal(link.html, `${host.url}/components/demo/hero/responsive/saved.html`);
  assert.equal(link.needsSignIn, true);
  assert.doesNotMatch(JSON.stringify(link), /feaas_/, 'no token is in it');
  const open = await use('create_preview_link', { id: HERO, days: 1 });
  const [path] = new URL(open.link).pathname.split('/').slice(2);
  const shown = await fetch(`${host.url}/preview/${path}/components/demo/hero/responsive/saved.html`);
  assert.deepEqual([shown.status, await shown.text()], [200, '<p>a draft</p>'], 'without a token');
  assert.ok(Date.parse(open.expiresAt) < Date.now() + 90_000_000, open.expiresAt);
  assert.equal((await use('get_preview_link', { id: HERO, state: 'published' })).needsSignIn, false);
  assert.match(await fails('get_preview_link', { id: HERO, state: 'staged' }), /is staged now/);
  await host.contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { publicDrafts: true } });
  assert.equal((await use('get_preview_link', { id: HERO })).needsSignIn, false);
});

test('/mcp rejects pages of other origins, callers without a token, and invalid messages', async (t) => {
  const host = await startCompleteHost(t);
  const own = new URL(host.url).origin;
  for (const origin of ['https://evil.example', 'null', own, `${TOOL_ORIGIN}.evil.example`]) {
    const { status, json, headers } = await post(host, PING, { origin, ...bearer(host.secrets.editor) });
    assert.equal(status, 403, origin);
    assert.match(json.error.message, /may not use \/mcp\. .* FEAAS_MCP_ORIGINS/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    const preflight = await fetch(`${host.url}/mcp`, { method: 'OPTIONS', headers: { origin } });
    assert.equal(preflight.status, 403);
  }
  const allowed = await post(host, PING, { origin: TOOL_ORIGIN, ...bearer(host.secrets.editor) });
  assert.equal(allowed.status, 200, allowed.text);
  assert.equal(allowed.headers.get('access-control-allow-origin'), TOOL_ORIGIN);
  const preflight = await fetch(`${host.url}/mcp`, { method: 'OPTIONS', headers: { origin: TOOL_ORIGIN } });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/);

  for (const headers of [{}, bearer('feaas_wrong'), { authorization: 'Basic eDp5' }] as Record<string, string>[]) {
    const { status, headers: answered } = await post(host, PING, headers);
    assert.deepEqual([status, answered.get('www-authenticate')], [401, 'Bearer'], JSON.stringify(headers));
  }
  await assert.rejects(overHttp(t, host, 'feaas_wrong'), /This token is unknown/);
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await fetch(`${host.url}/mcp`, { method, headers: bearer(host.secrets.editor) });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'], method);
  }
  const as = bearer(host.secrets.editor);
  assert.equal((await post(host, '{', as)).json.error.code, -32_700);
  assert.equal((await post(host, 'null', as)).status, 400);
  const batch = await post(host, Array(11).fill(PING), as);
  assert.deepEqual([batch.status, /10 messages, but this one has 11/.test(batch.text)], [400, true]);
  const large = await post(host, { ...PING, params: { x: 'x'.repeat(1024 * 1024) } }, as);
  assert.equal(large.status, 413);
  const packed = await post(host, PING, { ...as, 'content-encoding': 'gzip' });
  assert.deepEqual([packed.status, packed.headers.get('accept-encoding')], [415, 'identity']);
  assert.equal((await post(host, PING, { ...as, 'content-encoding': 'identity' })).status, 200);
  const inUrl = await fetch(`${host.url}/mcp?token=${host.secrets.editor}`, { method: 'POST', headers: as });
  assert.equal(inUrl.status, 400);
});

test('no stream stays open, because the server sends no notifications', async (t) => {
  const host = await startCompleteHost(t);
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { text } = await post(
    host,
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      params: { notifications: { toolsListChanged: true }, _meta: envelope },
    },
    { ...bearer(host.secrets.editor), 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  );
  assert.match(text, /Subscription limit reached/);
});

test('messages of agents count toward the rate limit of their token, like operations of editors', async (t) => {
  const slow = { perSecond: 0.001, burst: 6 };
  const wide = { perSecond: 1000, burst: 1000 };
  const rates = { token: { reads: slow, writes: wide }, address: { reads: wide, writes: wide } };
  const host = await startCompleteHost(t, undefined, undefined, { rates });
  const as = bearer(host.secrets.editor);
  const statuses: number[] = [];
  for (let sent = 0; sent < 8; sent++) statuses.push((await post(host, PING, as)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
  const { headers } = await post(host, PING, as);
  assert.ok(Number(headers.get('retry-after')) > 0);
  // The operations of a tool count, too: the message is one request, and each page that it reads is another.
  const call = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'read_version', arguments: { id: HERO } },
  };
  const seen: string[] = [];
  for (let sent = 0; sent < 4; sent++) seen.push((await post(host, call, bearer(host.secrets.viewer))).text);
  assert.ok(
    seen.some((text) => /RATE_LIMITED: Too many operations: try again in \d+ s/.test(text)),
    seen.join('\n'),
  );
});

test('/mcp responds with 404 if it is disabled', async (t) => {
  const host = await startCompleteHost(t, undefined, undefined, { mcp: undefined as never });
  assert.equal((await post(host, PING, bearer(host.secrets.editor))).status, 405);
});

test('feaas-host mcp reports missing settings, and writes only protocol messages to stdout', async (t) => {
  const run = async (args: string[], token?: string): Promise<{ code: number | null; out: string; err: string }> => {
    const env = { ...process.env, FEAAS_TOKEN: token ?? '' };
    const child = spawn(process.execPath, [...CLI_ARGUMENTS, 'mcp', ...args], { env });
    endWithTests(child);
    killAfterTest(t, child);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end();
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, out, err };
  };
  const secret = `feaas_${'x'.repeat(40)}`;
  const cases: [string[], string | undefined, RegExp][] = [
    [[], undefined, /^feaas-host: 'mcp' needs a token in FEAAS_TOKEN\. .*token create/],
    [[], 'short', /^feaas-host: FEAAS_TOKEN must be a token of the host/],
    [['--url', 'content.example'], secret, /^feaas-host: --url must be a URL .*'content\.example'/],
    [['--url', 'https://x.example/graphql'], secret, /without a path, such as https:\/\/x\.example, but is/],
  ];
  for (const [args, token, message] of cases) {
    const { code, out, err } = await run(args, token);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, message);
    assert.doesNotMatch(err, /xxxx/, 'the token is not shown');
  }
  const { code, out, err } = await run(['--url', 'http://content.example'], secret);
  assert.deepEqual([code, out], [0, ''], 'ends with its input');
  assert.match(err, /http:\/\/content\.example is not encrypted/);

  const port = await freePort();
  const nowhere = await connectOverStdio(t, { url: `http://127.0.0.1:${port}` }, secret);
  assert.match(
    await nowhere.fails('list_libraries'),
    /http:\/\/127\.0\.0\.1:\d+\/graphql does not answer \(ECONNREFUSED\)/,
  );
  const host = await startCompleteHost(t);
  const wrong = await connectOverStdio(t, host, secret);
  assert.match(await wrong.fails('list_libraries'), /^UNAUTHENTICATED: .*\n.*feaas-host token create/);
});

test('the MCP SDK is loaded only for requests of agents', async () => {
  const seen = new Set<string>();
  const visit = async (file: URL): Promise<void> => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    const source = await readFile(file, 'utf8');
    // Imports that load with the file: neither types nor import().
    for (const [, path = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm))
      if (path.startsWith('.')) await visit(new URL(path.replace(/\.js$/, '.ts'), file));
      else assert.doesNotMatch(path, /^(?:@modelcontextprotocol|zod|diff)\b/, file.href);
  };
  for (const path of ['cli/run.ts', 'cli/commands/start.ts', 'cli/commands/mcp.ts', 'server/host.ts'])
    await visit(new URL(`../src/${path}`, import.meta.url));
  assert.ok(
    [...seen].some((href) => href.endsWith('/mcp/http-endpoint.ts')),
    'the endpoint was looked at',
  );
});
