/** Data settings (D14), tested with requests to a real server. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setLogger, type Logger } from '../../src/global/logger';
import { DataSettings, fetchData, hasDataSettings, isDataSettings, renderHTMLContent } from '../../src/server';
import { send, startServer, type TestServer } from '../lib/server';

interface Seen {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let server: TestServer;
const seen: Seen[] = [];
const warnings: string[] = [];
let logger: Logger;

before(async () => {
  server = await startServer(async (request, response, url) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ method: request.method ?? '', url: url.pathname + url.search, headers: request.headers, body });
    if (url.pathname === '/broken.json') send(response, '{"a":', 'application/json');
    else if (url.pathname === '/page.html') send(response, '<h1>Sign in</h1>', 'text/html');
    else if (url.pathname === '/500.json') send(response, '{"a":1}', 'application/json', {}, 500);
    else if (url.pathname === '/cut.json') response.destroy();
    else send(response, JSON.stringify({ list: [{ t: 'one' }, { t: 'two' }], of: { deep: [1] } }), 'application/json');
    return true;
  });
});
after(() => server.close());
beforeEach(() => {
  seen.length = warnings.length = 0;
  logger = setLogger({ warn: (message) => warnings.push(message), error: (message) => warnings.push(message) });
});
afterEach(() => void setLogger(logger));

const at = (path: string): string => server.origin + path;

test('§5: which objects are settings', () => {
  assert.equal(isDataSettings({ url: 'x' }), true);
  assert.equal(isDataSettings({ url: 'x', method: 'GET', headers: {}, params: {}, body: {}, jsonpath: '$' }), true);
  for (const value of [null, 'x', [], {}, { url: 1 }, { url: 'x', more: 1 }, { href: 'x' }, [{ url: 'x' }]]) {
    assert.equal(isDataSettings(value), false, JSON.stringify(value));
  }
  assert.equal(hasDataSettings({ a: { url: 'x' }, b: 1 }), true);
  assert.equal(hasDataSettings({ a: { b: { url: 'x' } } }), false);
});

test('settings at the top level and per source are fetched next to plain data, in parallel, identical ones once', async () => {
  const one = { url: at('/a.json') };
  assert.deepEqual(await fetchData(one), { list: [{ t: 'one' }, { t: 'two' }], of: { deep: [1] } });
  seen.length = 0;
  const data = (await fetchData({
    a: one,
    again: { ...one },
    other: { url: at('/b.json') },
    plain: { x: 1 },
  })) as Record<string, unknown>;
  assert.deepEqual(data['plain'], { x: 1 });
  assert.deepEqual(data['a'], data['again']);
  assert.deepEqual(seen.map(({ url }) => url).sort(), ['/a.json', '/b.json']);
});

test('Accept is JSON unless set; GET sends no body; params join the query', async () => {
  await fetchData({ url: at('/a.json?x=1#part'), params: { q: 'a b', list: [1, 2], none: null }, body: { no: 1 } });
  assert.deepEqual(
    [seen[0]!.method, seen[0]!.url, seen[0]!.body, seen[0]!.headers.accept],
    ['GET', '/a.json?x=1&q=a+b&list=1&list=2', '', 'application/json'],
  );
  await fetchData({ url: at('/a.json'), headers: { Accept: 'application/ld+json', 'X-Key': 'k' } });
  assert.deepEqual([seen[1]!.headers.accept, seen[1]!.headers['x-key']], ['application/ld+json', 'k']);
});

test('bodies: JSON, form-urlencoded, multipart with its boundary; PATCH works', async () => {
  const body = { a: 'x y', list: [1, 2] };
  // A header with a null value is not sent.
  const headers = { 'x-none': null, 'x-one': 'one' } as never;
  await fetchData({ url: at('/a.json'), method: 'patch', body, headers });
  assert.deepEqual([seen[0]!.headers['x-none'], seen[0]!.headers['x-one']], [undefined, 'one']);
  assert.deepEqual(
    [seen[0]!.method, seen[0]!.headers['content-type'], seen[0]!.body],
    ['PATCH', 'application/json', JSON.stringify(body)],
  );
  await fetchData({
    url: at('/a.json'),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  assert.match(String(seen[1]!.headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(seen[1]!.body, 'a=x+y&list=1&list=2');
  await fetchData({
    url: at('/a.json'),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    params: 'q=1&q=2',
    body: 'a=1&b=2',
  });
  assert.deepEqual([seen[2]!.url, seen[2]!.body], ['/a.json?q=1&q=2', 'a=1&b=2']);
  await fetchData({ url: at('/a.json'), method: 'PUT', headers: { 'Content-Type': 'multipart/form-data' }, body });
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(String(seen[3]!.headers['content-type']))?.[1];
  assert.ok(boundary && seen[3]!.body.includes(boundary));
  assert.match(seen[3]!.body, /name="list"\r\n\r\n2/);
});

test('jsonpath yields the match list; a plain key on a list of one reads its item', async () => {
  assert.deepEqual(await fetchData({ url: at('/a.json'), jsonpath: '$.list[*].t' }), ['one', 'two']);
  const only = (await fetchData({ url: at('/a.json'), jsonpath: '$.of' })) as unknown[] & { deep: unknown };
  assert.equal(only.length, 1);
  assert.deepEqual(only.deep, [1]);
  assert.deepEqual(await fetchData({ url: at('/a.json'), jsonpath: '$.list[?@.t == "two"].t' }), ['two']);
  assert.deepEqual(await fetchData({ url: at('/a.json'), jsonpath: '$.none' }), []);
});

for (const [path, said] of [
  ['/500.json', /status 500/],
  ['/broken.json', /JSON/],
  ['/page.html', /JSON/],
  ['/cut.json', /failed/],
] as const) {
  test(`${path} is {} and says why, and what stands beside it stays`, async () => {
    const data = await fetchData({ bad: { url: at(path) }, good: { url: at('/a.json'), jsonpath: '$.list[0].t' } });
    assert.deepEqual(data, { bad: {}, good: ['one'] });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, said);
    assert.ok(warnings[0]!.includes(at(path)));
  });
}

test('invalid settings result in {}', async () => {
  for (const settings of [
    { url: 'http://[' },
    { url: at('/a.json'), method: 'NO SPACE' },
    { url: at('/a.json'), headers: { 'bad name': 'x' } },
  ]) {
    assert.deepEqual(await fetchData({ s: settings }), { s: {} });
  }
});

test('DataSettings.fetchImplementation is replaceable; a request without a response times out', async () => {
  const before = DataSettings.fetchImplementation;
  try {
    const asked: [string, RequestInit][] = [];
    DataSettings.fetchImplementation = async (url, init) => {
      asked.push([url, init]);
      return Response.json({ t: 'mine' });
    };
    assert.deepEqual(await fetchData({ url: '/relative' }), { t: 'mine' });
    assert.equal(asked[0]![0], '/relative');
    assert.ok(asked[0]![1].signal instanceof AbortSignal, 'a time-out is handed in');
    DataSettings.fetchImplementation = () =>
      Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    assert.deepEqual(await fetchData({ url: '/slow' }), {});
    assert.match(warnings.join(), /\/slow.*timeout/);
  } finally {
    DataSettings.fetchImplementation = before;
  }
});

test('DataSettings fills in defaults', () => {
  assert.deepEqual(DataSettings({ url: 'x', headers: { 'content-type': 'a' } }), {
    url: 'x',
    method: 'GET',
    headers: { 'Content-Type': 'a', Accept: 'application/json' },
    params: {},
    body: {},
    jsonpath: '$',
  });
});

test('D14: a plain key on a list of one reads its item, also if the key is the name of an array method', async () => {
  const before = DataSettings.fetchImplementation;
  try {
    DataSettings.fetchImplementation = async () =>
      new Response(
        '{"one": {"entries": [1, 2], "map": "M", "at": "now", "slice": 2, "flat": "12B", "some": "s", "a b": "c"}}',
      );
    const data = await fetchData({ s: { url: '/x', jsonpath: '$.one' } });
    assert.equal(
      renderHTMLContent(
        '<i data-path-scope="s.entries.*" data-path="s.entries.*">-</i><b data-path="s.map">-</b><b data-path="s.at">-</b>' +
          '<a><u data-path-scope="s.*" data-path-href="s.*.map">-</u></a><b data-path="s.slice">-</b><b data-path="s.flat">-</b>' +
          '<b data-path="s.some">-</b><b data-path="s[\'map\']">-</b><b data-path="s[\'a b\']">-</b>' +
          '<i data-path-scope="s[\'entries\'][?(@>1)]" data-path="s.entries.*">-</i><b data-path="s[\'0\']">-</b>',
        data,
      ).replace(/ data-path[\w-]*="[^"]*"/g, ''),
      '<i>1</i><i>2</i><b>M</b><b>now</b><a href="M"><u>-</u></a><b>2</b><b>12B</b><b>s</b><b>M</b><b>c</b><i>2</i><b>-</b>',
    );
  } finally {
    DataSettings.fetchImplementation = before;
  }
});

test('names of prototype members in a response stay data', async () => {
  const before = DataSettings.fetchImplementation;
  try {
    DataSettings.fetchImplementation = async () =>
      new Response('[{"__proto__": {"polluted": 1}, "length": 9, "map": 1}]');
    await fetchData({ s: { url: '/x', jsonpath: '$[0]' } });
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  } finally {
    DataSettings.fetchImplementation = before;
  }
});

test('D14: files are told apart; fields of a multipart body may be one text; what can not be sent is {}, and nothing beside it', async () => {
  const post = (body: unknown): object => ({
    ...{ url: at('/a.json'), method: 'POST', headers: { 'content-type': 'multipart/form-data' } },
    body,
  });
  await fetchData({ one: post({ f: new Blob(['first']) }), two: post({ f: new Blob(['second']) }) });
  assert.deepEqual(seen.map(({ body }) => /first|second/.exec(body)?.[0]).sort(), ['first', 'second']);
  await fetchData(post('a=1&b=2'));
  assert.match(seen[2]!.body, /name="a"\r\n\r\n1[^]*name="b"\r\n\r\n2/);
  const round: Record<string, unknown> = {};
  round['round'] = round;
  const settings = { url: at('/a.json'), method: 'POST' };
  assert.deepEqual(
    await fetchData({ round: { ...settings, body: round }, big: { ...settings, body: 1n }, plain: { x: 1 } }),
    { round: {}, big: {}, plain: { x: 1 } },
  );
  assert.equal(DataSettings({ method: 5 as never }).method, '5');
});

test('a signal cancels the requests of its own call, without a warning, and no others', async () => {
  const before = DataSettings.fetchImplementation;
  try {
    const settings = { url: at('/slow.json') };
    const asked: AbortSignal[] = [];
    DataSettings.fetchImplementation = (_url, { signal }) =>
      new Promise((resolve, reject) => {
        asked.push(signal!);
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
        setTimeout(() => resolve(new Response('{"a":1}')), 100);
      });
    const mine = new AbortController();
    const all = Promise.all([
      fetchData({ one: settings, same: settings }, { signal: mine.signal }),
      fetchData({ one: settings }),
      fetchData({ one: settings }, { signal: new AbortController().signal }),
    ]);
    mine.abort();
    assert.deepEqual(await all, [{ one: {}, same: {} }, { one: { a: 1 } }, { one: { a: 1 } }]);
    assert.equal(asked.length, 3, 'identical ones of a call are asked once');
    assert.deepEqual(warnings, []);
  } finally {
    DataSettings.fetchImplementation = before;
  }
});

test('a signal that a framework throws ends only its own request, and is no unhandled rejection', async () => {
  const before = DataSettings.fetchImplementation;
  const unhandled: unknown[] = [];
  const listen = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', listen);
  try {
    const signal = Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' });
    DataSettings.fetchImplementation = () => Promise.reject(signal);
    const settings = { url: at('/signal.json') };
    await assert.rejects(fetchData(settings), signal);
    await new Promise((resolve) => setTimeout(resolve));
    DataSettings.fetchImplementation = before;
    assert.deepEqual(await fetchData(settings), { list: [{ t: 'one' }, { t: 'two' }], of: { deep: [1] } });
    assert.deepEqual(unhandled, []);
  } finally {
    DataSettings.fetchImplementation = before;
    process.off('unhandledRejection', listen);
  }
});
