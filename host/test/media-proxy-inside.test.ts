/** Addresses that the media proxy must not reach, tried with real servers that count their requests. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { INTERNAL_URLS } from './support/hostile-urls.js';
import {
  resolveToLoopback,
  isLoopback,
  servePng,
  PNG,
  startMediaProxy,
  startUpstream,
} from './support/media-proxy-host.js';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'inside.example': ['127.0.0.1'],
  'mixed.example': ['8.8.8.8', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'nowhere.example': [],
  'cdn.example': ['127.0.0.1'],
};

const named = async (hostname: string) =>
  (NAMES[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** The host of a URL as an entry of the list, if it is valid there. */
function listed(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname } = new URL(address);
  // A name with a dot at its end is a different list entry.
  return hostname === '' || hostname.includes('%') ? [] : [hostname];
}

test('no spelling of an internal address is fetched, even if its host is allowed', async (t) => {
  const seen = [await startUpstream(t, servePng), await startUpstream(t, servePng, '::1')];
  const addresses = INTERNAL_URLS.map((each) => each.replace('PORT', String(seen[0]!.port)));
  assert.ok(addresses.length >= 60);
  const allowedHosts = [...new Set(addresses.flatMap(listed)), ...Object.keys(NAMES)].filter((host) => host !== '');
  const get = await startMediaProxy(t, { allowedHosts, lookup: named });
  for (const address of [
    ...addresses,
    ...addresses.map((each) => each.replace(String(seen[0]!.port), String(seen[1]!.port))),
  ]) {
    const { status, text } = await get(address);
    assert.ok(
      status === 400 || status === 403 || (status === 502 && !/answered/.test(text)),
      `${address}: ${status} ${text}`,
    );
  }
  assert.deepEqual(
    seen.map(({ connections }) => connections.length),
    [0, 0],
  );
  // With a rule that permits loopback, the same URLs reach the server: the table tests the rule, not unreachable URLs.
  const open = await startMediaProxy(t, { allowedHosts, lookup: named, permit: isLoopback });
  const reached = await Promise.all(addresses.slice(0, 12).map((address) => open(address)));
  assert.deepEqual(
    reached.map(({ status }) => status),
    reached.map(() => 200),
  );
});

test('by default only listed hosts are fetched, and an empty list allows none', async (t) => {
  const { port, connections } = await startUpstream(t, servePng);
  const asked: string[] = [];
  const lookup = async (hostname: string) => {
    asked.push(hostname);
    return resolveToLoopback();
  };
  const hosts = [
    '127.0.0.1',
    'localhost',
    'evil.example',
    'cdn.example.evil.example',
    'xcdn.example',
    'a.cdn.example',
    'cdn.example.',
  ];
  for (const allowedHosts of [[], ['cdn.example']]) {
    const get = await startMediaProxy(t, { allowedHosts, lookup, permit: () => true });
    for (const host of hosts) {
      const { status, text } = await get(`http://${host}:${port}/`);
      assert.equal(status, 403, host);
      assert.match(text, /is not allowed/);
    }
  }
  assert.deepEqual([connections.length, asked], [0, []]);
});

test('each step of a redirect is checked, and five are followed', async (t) => {
  const inside = await startUpstream(t, servePng);
  const ways: Record<string, string> = {
    '/inside': `http://127.0.0.1:${inside.port}/`,
    '/named': `http://inside.example:${inside.port}/`,
    '/decimal': `http://2130706433:${inside.port}/`,
    '/mapped': `http://[::ffff:127.0.0.1]:${inside.port}/`,
    '/other': `http://other.example:${inside.port}/`,
    '/user': `http://user:password@inside.example:${inside.port}/`,
    '/file': 'file:///etc/passwd',
    '/data': `data:image/png;base64,${PNG.toString('base64')}`,
    '/nothing': 'http://',
    '/loop': '/loop',
    '/two': '/inside',
    '/6': '/5',
    '/5': '/4',
    '/4': '/3',
    '/3': '/2',
    '/2': '/1',
    '/1': '/picture',
  };
  const { port, requests } = await startUpstream(
    t,
    (request, response) => {
      const location = ways[request.url ?? ''];
      if (location === undefined) servePng(request, response);
      else response.writeHead(302, { location, 'set-cookie': 'a=b' }).end('<html>moved</html>');
    },
    '127.0.0.2',
  );
  const get = await startMediaProxy(t, {
    allowedHosts: ['cdn.example', 'inside.example', '127.0.0.1', '[::ffff:7f00:1]'],
    lookup: async (hostname) => [{ address: hostname === 'cdn.example' ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    permit: (address) => address === '127.0.0.2',
  });
  const at = (path: string) => get(`http://cdn.example:${port}${path}`);
  for (const path of ['/inside', '/named', '/decimal', '/mapped', '/other', '/user', '/file', '/data', '/two'])
    assert.equal((await at(path)).status, 403, path);
  for (const path of ['/nothing', '/loop', '/6']) assert.equal((await at(path)).status, 502, path);
  assert.equal((await at('/5')).status, 200);
  assert.equal(inside.connections.length, 0);
  assert.ok(requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined));
});

test('the proxy connects to the checked address, whatever the name resolves to afterwards', async (t) => {
  const outside = await startUpstream(t, servePng, '127.0.0.2');
  const inside = await startUpstream(t, servePng, '127.0.0.1', outside.port);
  const permit = (address: string) => address === '127.0.0.2';
  let asked = 0;
  const flipping = async () => [{ address: ++asked % 2 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
  const get = await startMediaProxy(t, { allowedHosts: ['cdn.example'], lookup: flipping, permit });
  const statuses: number[] = [];
  for (let each = 0; each < 10; each++) statuses.push((await get(`http://cdn.example:${outside.port}/`)).status);
  assert.deepEqual(statuses, [200, 403, 200, 403, 200, 403, 200, 403, 200, 403]);
  assert.deepEqual([asked, outside.requests.length, inside.connections.length], [10, 5, 0]);
});

test('names are resolved by the system by default', async (t) => {
  const { port, connections } = await startUpstream(t, servePng);
  const get = await startMediaProxy(t, { allowedHosts: ['localhost'] });
  assert.equal((await get(`http://localhost:${port}/`)).status, 403);
  assert.equal((await get('http://localhost/')).status, 403);
  assert.equal(connections.length, 0);
  const open = await startMediaProxy(t, {
    allowedHosts: ['localhost'],
    permit: (address) => address === '127.0.0.1' || address === '::1',
  });
  assert.equal((await open(`http://localhost:${port}/`)).status, 200);
});
