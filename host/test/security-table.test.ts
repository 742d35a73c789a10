/** A table of attacks against a complete host and their results: none may succeed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendRequest, sendRawRequest } from './support/client.js';
import { servePng, startUpstream } from './support/media-proxy-host.js';
import { uploadForm, makeJpeg } from './support/graphql-host.js';
import { INTERNAL_URLS, TRAVERSAL_TARGETS } from './support/hostile-urls.js';
import { startCompleteHost } from './support/complete-host.js';

interface Row {
  readonly what: string;
  readonly tried: number;
  readonly through: readonly string[];
}
const rows: Row[] = [];

/** Runs each attack; `gets` returns whether it succeeded. The control, which is harmless, must succeed. */
async function row<Item>(
  what: string,
  items: readonly Item[],
  gets: (item: Item) => Promise<boolean>,
  control: () => Promise<boolean>,
): Promise<void> {
  const through: string[] = [];
  for (const item of items) if (await gets(item)) through.push(JSON.stringify(item));
  rows.push({ what, tried: items.length, through });
  assert.deepEqual(through, [], what);
  assert.ok(await control(), `${what}: what is harmless has to pass, or nothing was tested`);
}

test('a page of another origin cannot write', async (t) => {
  const { url, secrets } = await startCompleteHost(t);
  const query = 'mutation { saveCollection(library: "demo", key: "x", name: "X") { id } }';
  const form = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query })}\r\n--x--\r\n`;
  const bodies: readonly (readonly [string, string])[] = [
    ['text/plain', JSON.stringify({ query })],
    ['application/x-www-form-urlencoded', new URLSearchParams({ query }).toString()],
    ['multipart/form-data; boundary=x', form],
    ['', JSON.stringify({ query })],
  ];
  const send = async (type: string, body: string, more: Record<string, string> = {}): Promise<boolean> => {
    // The token replaces credentials that a browser would add automatically, if there were any.
    const headers = {
      authorization: `Bearer ${secrets.publisher}`,
      ...(type ? { 'content-type': type } : {}),
      ...more,
    };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    return (await response.text()).includes('"data":{"saveCollection":{');
  };
  const origins: readonly Record<string, string>[] = [{}, { origin: 'https://evil.example' }];
  const simple = bodies.flatMap(([type, body]) => origins.map((more) => [type, body, more] as const));
  const byGet = `${url}/graphql?query=${encodeURIComponent(query)}`;
  await row(
    'CSRF: 4 types with and without Origin, and GET',
    [...simple, ['GET', byGet, {}] as const],
    async ([type, body, more]) =>
      type === 'GET'
        ? (await (await fetch(body, { headers: { authorization: `Bearer ${secrets.publisher}` } })).text()).includes(
            '"id"',
          )
        : send(type, body, more),
    () => send('application/json', JSON.stringify({ query })),
  );
});

test('agents are authenticated by their token, and pages with it are rejected', async (t) => {
  const { url, secrets } = await startCompleteHost(t);
  const call = (name: string, given: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
  const read = call('read_version', { id: 'demo/hero/responsive' });
  const draft = { id: 'demo/hero/responsive', expectedRevision: 2, html: '<p>taken</p>' };
  const send = async (body: string, headers: Record<string, string>): Promise<boolean> => {
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...json, ...headers }, body });
    return /a draft|"revision\\?":3|"published\\?":2/.test(await response.text());
  };
  const as = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const origins = [
    'https://evil.example',
    'null',
    new URL(url).origin,
    'file://',
    'https://tools.example.evil.example',
  ];
  const tries = [
    ...origins.map((origin) => [read, { origin, ...as(secrets.publisher) }] as const),
    [read, {}] as const,
    [read, as('feaas_wrong')] as const,
    [read, { cookie: `token=${secrets.publisher}` }] as const,
    [read, { ...as(secrets.publisher), 'content-type': 'text/plain' }] as const,
    [call('propose_draft', draft), as(secrets.viewer)] as const,
    [call('publish_version', { id: draft.id, expectedRevision: 2 }), as(secrets.viewer)] as const,
    [call('publish_version', { id: draft.id, expectedRevision: 2 }), as(secrets.editor)] as const,
  ];
  await row(
    'MCP: origins, tokens, roles',
    tries,
    ([body, headers]) => send(body, headers),
    () => send(read, as(secrets.viewer)),
  );
});

test('the media proxy reaches no internal address', async (t) => {
  const inside = await startUpstream(t, servePng);
  const addresses = INTERNAL_URLS.map((each) => each.replace('PORT', String(inside.port))).filter(
    // The names of the table are resolved by the unit test only; here only names that the system resolves.
    (each) => !each.includes('.example'),
  );
  const hosts = new Set(addresses.flatMap((each) => (URL.canParse(each) ? [new URL(each).hostname] : [])));
  const { url } = await startCompleteHost(
    t,
    undefined,
    [...hosts].filter((host) => host !== '' && !host.includes('%')),
  );
  const get = (address: string) => sendRequest(`${url}/api/proxy/media?url=${encodeURIComponent(address)}`);
  await row(
    'SSRF: spellings of places within, all on the list of hosts',
    addresses.filter((each) => !/8\.8\.8\.8|2606:/.test(each)),
    async (address) => (await get(address)).status === 200 || inside.connections.length > 0,
    async () => (await sendRequest(`http://127.0.0.1:${inside.port}/`)).status === 200,
  );
});

test('no path reaches files outside of the served folders', async (t) => {
  const { url, contentService } = await startCompleteHost(t);
  const port = Number(new URL(url).port);
  await contentService.delivered();
  await row(
    'path traversal, raw',
    TRAVERSAL_TARGETS,
    async (path) => {
      const { status, all } = await sendRawRequest(port, path);
      return (status !== 400 && status !== 404) || /root:|feaas\.db|SQLite/.test(all);
    },
    async () => (await sendRawRequest(port, '/components/demo/hero/responsive/published.html')).status === 200,
  );
});

test('every API route rejects a token in a URL', async (t) => {
  const { url, secrets } = await startCompleteHost(t);
  const paths = [
    '/graphql?query=%7B__typename%7D',
    '/components/demo/hero/responsive/saved.html?',
    '/styles/demo/saved.css?',
  ];
  const more = ['/proxy/media?url=x', '/api/page.json?', '/api/graphql?', '/dev/session?', '/metrics?', '/mcp?'];
  const names = ['token', 'access_token', 'Authorization', 'api_key', 'whatever'];
  const all = [...paths, ...more].flatMap((path) => names.map((name) => `${path}&${name}=${secrets.editor}`));
  await row(
    'token in the URL',
    all,
    async (path) => {
      const { status, text } = await sendRequest(url + path);
      return status !== 400 || text.includes(secrets.editor);
    },
    async () => (await sendRequest(`${url}/graphql?query=%7B__typename%7D`)).status === 200,
  );
});

test('only pictures can be uploaded, and only their pixels are stored', async (t) => {
  const { url, blobs, secrets } = await startCompleteHost(t);
  const jpeg = await makeJpeg(40, 30);
  const files: readonly (readonly [string, Blob])[] = [
    ['a.svg', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'])],
    ['a.jpg', new Blob(['<html><script>x()</script></html>'])],
    ['a.jpg', new Blob(['GIF89a<script>x()</script>'])],
    ['a.png', new Blob(['\x89PNG\r\n\x1a\n<script>x()</script>'])],
    ['a.pdf', new Blob(['%PDF-1.7'])],
    ['a.jpg', new Blob([])],
    ['a.jpg', jpeg.slice(0, 200)],
    ['a.jpg\r\nX-Injected: 1', jpeg],
  ];
  const media = 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file) { src } }';
  const thumbnail =
    'mutation ($file: File!) { uploadThumbnail(versionId: "demo/hero/responsive", file: $file, renderedAt: "2024-01-01T00:00:00Z", expectedRevision: 2) { src } }';
  const send = async (query: string, file: Blob, name: string): Promise<boolean> => {
    const headers = { 'apollo-require-preflight': 'x', authorization: `Bearer ${secrets.editor}` };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: uploadForm(query, file, name) });
    return (await response.text()).includes('"src"');
  };
  const tries = [media, thumbnail].flatMap((query) => files.map(([name, file]) => [query, file, name] as const));
  await row(
    'hostile uploads, as pictures and as thumbnails',
    tries,
    async ([query, file, name]) => {
      const kept = await send(query, file, name);
      // A hostile name is harmless if nothing of it is stored.
      if (!name.includes('\n')) return kept;
      for (const prefix of ['media/', 'thumbnails/'])
        for await (const key of blobs.list(prefix))
          if (/[\r\n]|Injected/.test(key + JSON.stringify(await blobs.get(key)))) return true;
      return false;
    },
    () => send(thumbnail, jpeg, 'a.jpg'),
  );
});

test('no name or header can inject another header', async (t) => {
  const { url, contentService, post, blobs, secrets } = await startCompleteHost(t);
  const names = [
    'a\r\nX-Injected: 1',
    'a\nX-Injected: 1',
    'a\rX-Injected: 1',
    'a\u0000b',
    'a\u2028X-Injected: 1',
    'ä\u010d\u010aX-Injected: 1',
  ];
  const by = { actor: { name: 'x', id: 'x' }, expected: 0 };
  const injected = async (path: string): Promise<boolean> => {
    const { headers } = await sendRequest(url + path);
    return headers['x-injected'] !== undefined || Object.values(headers).some((value) => /[\r\n]/.test(String(value)));
  };
  const tries = names.flatMap((name) =>
    ['component', 'version', 'blob', 'thumbnail'].map((where) => [where, name] as const),
  );
  await row(
    'headers smuggled into blobs and answers',
    tries,
    async ([where, name]) => {
      const path = (kind: string) => `/${kind}/demo/${encodeURIComponent(name)}`;
      if (where === 'blob') {
        const blob = {
          bytes: Buffer.from('x'),
          contentType: 'text/html',
          cacheControl: 'no-cache',
          metadata: { versionid: name },
        };
        return blobs.put('components/demo/x/y/published.html', blob).then(
          () => true,
          () => false,
        );
      }
      if (where === 'thumbnail') {
        const id = JSON.stringify(`demo/hero/${name}`);
        const query = `mutation ($file: File!) { uploadThumbnail(versionId: ${id}, file: $file, renderedAt: "2024-01-01T00:00:00Z", expectedRevision: 1) { src } }`;
        await post(uploadForm(query, await makeJpeg(4, 4), 'a.jpg'), secrets.editor);
        return injected(`${path('thumbnails/demo/hero')}.jpg`);
      }
      const component = where === 'component' ? name : 'hero';
      const version = where === 'version' ? name : 'responsive';
      const address = { library: 'demo', component, version };
      await contentService.putComponent({ library: 'demo', id: component, name: 'x', collections: [] }).catch(() => {});
      const saved = await contentService.save(address, '<p>x</p>', by).catch(() => undefined);
      if (saved) await contentService.step('publish', address, { ...by, expected: saved.revision }).catch(() => {});
      await contentService.delivered();
      return injected(
        `/components/demo/${encodeURIComponent(component)}/${encodeURIComponent(version)}/published.html`,
      );
    },
    async () =>
      (await sendRequest(`${url}/components/demo/hero/responsive/published.html`)).headers['x-ms-meta-versionid'] ===
      'responsive',
  );
});

after(() => {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(`${'tried against a whole host'.padEnd(width)}  tried  through`);
  for (const { what, tried, through } of rows)
    console.log(`${what.padEnd(width)}  ${String(tried).padStart(5)}  ${String(through.length).padStart(7)}`);
});
