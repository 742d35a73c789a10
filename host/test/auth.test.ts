import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { addressOf } from '../src/auth/client-address.js';
import { isLoopback, isLoopbackName } from '../src/lib/loopback.js';
import { developmentCode } from '../src/auth/development-code.js';
import { createAuthenticator } from '../src/auth/authenticate.js';
import { allows, ANONYMOUS, type Principal, requireRole } from '../src/auth/principal.js';
import { developmentSession } from '../src/server/routes/development-session.js';
import { Buckets, createRateLimiter } from '../src/auth/rate-limiter.js';
import { signSession, readSession, type SessionClaims } from '../src/auth/session.js';
import { UnauthenticatedError } from '../src/lib/domain-error.js';
import { type Role, ROLES } from '../src/auth/roles.js';
import type { RawHandler } from '../src/lib/node-handler.js';
import { sendRequest, sendRawRequest } from './support/client.js';
import { startHost } from './support/folder-host.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const NOW = 1_700_000_000_000;
const keyOf = (id: string) => ({ id, secret: randomBytes(32), createdAt: NOW });
const KEY = keyOf('k1');
const HOUR = 3_600_000;
const claims = (more: Partial<SessionClaims> = {}): SessionClaims => ({
  ...{ library: 'demo', role: 'editor', name: 'Ann', expiresAt: NOW + HOUR },
  ...more,
});

test('a session carries the claims that it was signed with, until it expires', async () => {
  const token = await signSession(KEY, claims({ subject: 'user-7' }), NOW);
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT', kid: 'k1' });
  const session = {
    library: 'demo',
    role: 'editor',
    madeBy: undefined,
    name: 'Ann',
    subject: 'user-7',
    libraryCreatedAt: undefined,
    notBefore: NOW,
    expiresAt: NOW + HOUR,
  };
  assert.deepEqual(await readSession([KEY], token, NOW), session);
  assert.deepEqual(await readSession([KEY], token, NOW + HOUR - 1), session);
  assert.equal(await readSession([KEY], token, NOW + HOUR), undefined);
  const everywhere = await readSession([KEY], await signSession(KEY, claims({ library: undefined }), NOW), NOW);
  assert.equal(everywhere?.library, undefined);
  assert.equal(everywhere?.role, 'editor');
});

test('a session is valid from its issue time on, with 30 s of allowed clock skew', async () => {
  const token = await signSession(KEY, claims({ notBefore: NOW + 60_000 }), NOW);
  assert.equal(await readSession([KEY], token, NOW + 29_999), undefined);
  assert.ok(await readSession([KEY], token, NOW + 30_000));
});

test('the longest names fit into a session', async () => {
  const long = '\u3042'.repeat(200);
  const token = await signSession(KEY, claims({ library: long, name: long, subject: long, madeBy: randomUUID() }), NOW);
  assert.equal((await readSession([KEY], token, NOW))?.subject, long);
});

test('a session is verified with the key that its key id names, and with no other key', async () => {
  const other = keyOf('k2');
  const token = await signSession(KEY, claims(), NOW);
  assert.ok(await readSession([other, KEY], token, NOW));
  assert.equal(await readSession([other], token, NOW), undefined);
  assert.equal(await readSession([{ ...other, id: 'k1' }], token, NOW), undefined);
  assert.equal(await readSession([{ ...KEY, id: 'k2' }], token, NOW), undefined);
});

test('a session with any changed character is rejected', async () => {
  const token = await signSession(KEY, claims(), NOW);
  let accepted = 0;
  for (let at = 0; at < token.length; at++) {
    for (const other of ['A', 'z', '.', '']) {
      if (token[at] === other) continue;
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      // The last character of base64url has two bits that are not part of the bytes.
      if (at === token.length - 1 && decoded(changed) === decoded(token)) continue;
      if (await readSession([KEY], changed, NOW)) accepted++;
    }
  }
  assert.equal(accepted, 0);
  const [header, payload, signature] = token.split('.');
  const none = Buffer.from('{"alg":"none","typ":"JWT","kid":"k1"}').toString('base64url');
  const texts = ['', 'eyJ', 'eyJ..', 'eyJ.a.b', `${token}.x`, `x${token}`, 'eyJ'.padEnd(10_000, 'a')];
  for (const text of [...texts, `${none}.${payload}.`, `${none}.${payload}.${signature}`, `${header}.${payload}.`]) {
    assert.equal(await readSession([KEY], text, NOW), undefined, text);
  }
});

const decoded = (token: string): string => Buffer.from(token.split('.')[2] ?? '', 'base64url').toString('hex');

/** Names that are invisible or misleading. */
const HIDDEN = [
  ...['\u0000', 'Ann\n', 'A\u001bnn', 'Ann\u007f', 'Ann\u0085', 'Ann\u2028', 'Ann \u202eeiL', 'Ann\u2066', '\u200b'],
  ...['\u00a0 \u3000', '\u2060\ufeff', '\u3164', '\u2800'],
];

test('signing rejects the claims that verification rejects, and the reverse', async () => {
  const wrong: [Partial<SessionClaims>, string][] = [
    [{ expiresAt: NOW + HOUR + 1000 }, 'expiresAt'],
    [{ expiresAt: NOW }, 'expiresAt'],
    [{ expiresAt: NaN }, 'expiresAt'],
    [{ role: 'owner' as Role }, 'role'],
    [{ name: '' }, 'name'],
    [{ name: ' \t' }, 'name'],
    ...HIDDEN.map((name): [Partial<SessionClaims>, string] => [{ name }, 'name']),
    [{ name: 'n'.repeat(201) }, 'name'],
    [{ subject: '' }, 'subject'],
    [{ subject: 'a\n' }, 'subject'],
    [{ subject: 's'.repeat(201) }, 'subject'],
    [{ library: '' }, 'library'],
  ];
  for (const [more, argument] of wrong) {
    await assert.rejects(signSession(KEY, claims(more), NOW), { code: 'BAD_USER_INPUT', argument });
  }
  const seconds = NOW / 1000;
  const good = {
    iss: 'feaas-host',
    sub: 'user-7',
    nbf: seconds,
    exp: seconds + 3600,
    library: 'demo',
    role: 'editor',
    name: 'Ann',
  };
  const signed = (payload: object, header = {}) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header }).sign(KEY.secret);
  assert.ok(await readSession([KEY], await signed(good), NOW));
  const wrongClaims: object[] = [
    ...[{ exp: seconds + 7200 }, { exp: undefined }, { nbf: undefined }, { nbf: seconds + 0.5 }, { iss: 'other' }],
    ...[
      { role: 'owner' },
      { role: undefined },
      { name: 7 },
      { name: ' ' },
      { name: 'a\n' },
      { sub: 7 },
      { sub: undefined },
    ],
    ...[{ sub: '' }, { library: 7 }, { token: 7 }],
  ];
  for (const more of wrongClaims)
    assert.equal(await readSession([KEY], await signed({ ...good, ...more }), NOW), undefined, JSON.stringify(more));
  for (const header of [{ typ: 'at+jwt' }, { kid: undefined }, { kid: 'k2' }, { alg: 'HS384' }]) {
    const text = await signed(good, header).catch(() => '');
    assert.equal(await readSession([KEY], text, NOW), undefined, JSON.stringify(header));
  }
});

test('a bearer token grants its role in its library until it is revoked or expires', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  let now = Date.now();
  const authenticate = createAuthenticator(contentService, () => now);
  assert.equal(await authenticate(undefined), ANONYMOUS);
  const token = await contentService.createToken({
    name: 'CI',
    library: 'demo',
    role: 'publisher',
    expiresAt: undefined,
  });
  const principal = await authenticate(`Bearer ${token.secret}`);
  assert.deepEqual(principal, {
    kind: 'token',
    actor: { name: 'CI', id: token.id },
    token: token.id,
    role: 'publisher',
    library: 'demo',
    expiresAt: undefined,
  });
  assert.deepEqual(await authenticate(`bearer  ${token.secret} `), principal);
  const refused = [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token.secret}`,
    `Bearer ${token.secret}x`,
    'Bearer a b',
    token.secret,
  ];
  for (const header of [...refused, 'Bearer eyJ.x.y', 'Bearer eyJ9.x.y']) {
    await assert.rejects(authenticate(header), UnauthenticatedError, header);
  }
  await contentService.revokeToken(token.id);
  await assert.rejects(authenticate(`Bearer ${token.secret}`), UnauthenticatedError);

  const session = await signSession(await contentService.signingKey(), claims({ expiresAt: now + HOUR }), now);
  assert.equal((await authenticate(`Bearer ${session}`)).kind, 'session');
  // Sessions of a token end with it; sessions of an unknown token are invalid.
  for (const madeBy of [token.id, 'nobody']) {
    const of = await signSession(await contentService.signingKey(), claims({ madeBy, expiresAt: now + HOUR }), now);
    await assert.rejects(authenticate(`Bearer ${of}`), /The token of this session is no longer valid: sign in again\./);
  }
  now += HOUR;
  await assert.rejects(authenticate(`Bearer ${session}`), UnauthenticatedError);
});

test('sessions with the same name have distinct actor ids, and so do sessions of different tokens with the same subject', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  const authenticate = createAuthenticator(contentService, Date.now);
  const make = { library: 'demo', role: 'publisher', expiresAt: undefined } as const;
  const [one, two] = [
    await contentService.createToken({ name: 'one', ...make }),
    await contentService.createToken({ name: 'two', ...make }),
  ];
  const idOf = async (more: Partial<SessionClaims>) => {
    const key = await contentService.signingKey();
    const principal = await authenticate(
      `Bearer ${await signSession(key, claims({ expiresAt: Date.now() + HOUR, ...more }))}`,
    );
    assert.ok(principal.kind === 'session');
    assert.equal(principal.token, more.madeBy ?? 'signing key');
    return principal.actor.id;
  };
  const subject = 'user-7';
  const ids = [
    ...[await idOf({}), await idOf({}), await idOf({ madeBy: one.id }), await idOf({ madeBy: one.id })],
    ...[await idOf({ subject }), await idOf({ subject, madeBy: one.id }), await idOf({ subject, madeBy: two.id })],
    ...[await idOf({ subject, madeBy: one.id, library: 'other' }), await idOf({ subject: 'user-8', madeBy: one.id })],
  ];
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(await idOf({ subject, madeBy: one.id, name: 'Anna' }), ids[5], 'a renewed session is the same');
});

test('all sessions of one token together have ten times the rate limit of one session', () => {
  const one = { perSecond: 1, burst: 3 };
  const many = { perSecond: 1000, burst: 1000 };
  const rates = createRateLimiter(
    { token: { reads: one, writes: one }, address: { reads: many, writes: many } },
    () => NOW,
  );
  const session = (id: number, token: string): Principal => ({
    ...{ kind: 'session', actor: { name: 'x', id: `${token} ${id}` }, token, role: 'viewer', library: 'demo' },
    expiresAt: undefined,
  });
  let passed = 0;
  for (let id = 0; id < 100; id++)
    for (let count = 0; count < 4; count++) if (rates.take('reads', session(id, 'a'), `10.0.0.${id}`) === 0) passed++;
  assert.equal(passed, 30);
  assert.equal(rates.take('reads', session(0, 'b'), '10.1.0.0'), 0, 'others are not concerned');
});

test('each role includes the permissions of the lower roles, in its library', () => {
  for (const [index, role] of ROLES.entries()) {
    const principal: Principal = {
      kind: 'token',
      actor: { name: 'x', id: 'x' },
      token: 'x',
      role,
      library: 'demo',
      expiresAt: undefined,
    };
    for (const [needed, name] of ROLES.entries()) {
      assert.equal(allows(principal, 'demo', name), index >= needed, `${role} as ${name}`);
      assert.equal(allows(principal, 'other', name), false);
      assert.equal(allows({ ...principal, library: undefined }, 'other', name), index >= needed);
      if (index < needed) assert.throws(() => requireRole(principal, 'demo', name), { code: 'FORBIDDEN' });
    }
    assert.throws(() => requireRole(ANONYMOUS, 'demo', role), { code: 'UNAUTHENTICATED' });
  }
});

test('the client address is taken from trusted proxies only', () => {
  const of = (remoteAddress: string, forwarded: string | undefined, trusted?: number | string[]) =>
    addressOf(
      { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
      trusted,
    );
  const cases: [string, string, string | undefined, (number | string[])?][] = [
    ['9.9.9.9', '9.9.9.9', undefined],
    ['9.9.9.9', '::ffff:9.9.9.9', undefined],
    ['9.9.9.9', '9.9.9.9', '1.1.1.1'],
    ['9.9.9.9', '9.9.9.9', '1.1.1.1', 0],
    ['1.1.1.1', '9.9.9.9', '1.1.1.1', 1],
    ['1.1.1.1', '9.9.9.9', '6.6.6.6, 1.1.1.1', 1],
    ['6.6.6.6', '9.9.9.9', '6.6.6.6, 1.1.1.1', 2],
    ['6.6.6.6', '9.9.9.9', '6.6.6.6, 1.1.1.1', 5],
    ['1.1.1.1', '9.9.9.9', 'nonsense, 1.1.1.1', 2],
    ['9.9.9.9', '9.9.9.9', 'nonsense', 1],
    ['1.1.1.1', '9.9.9.9', '1.1.1.1:5000', 1],
    ['1.1.1.1', '10.0.0.2', '6.6.6.6, 1.1.1.1', ['10.0.0.0/8']],
    ['6.6.6.6', '10.0.0.2', '6.6.6.6, 10.0.0.1', ['10.0.0.0/8', '::1']],
    ['9.9.9.9', '9.9.9.9', '6.6.6.6', ['10.0.0.0/8']],
    ['1.1.1.1', '::1', '1.1.1.1', ['::1']],
  ];
  for (const [expected, ...given] of cases) assert.equal(of(...given), expected, JSON.stringify(given));
  assert.equal(of('2001:db8:1:2:3::4', undefined), of('2001:db8:1:2:ffff::1', undefined), 'one network, one client');
  assert.notEqual(of('2001:db8:1:2::1', undefined), of('2001:db8:1:3::1', undefined));
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address));
  for (const address of ['128.0.0.1', '::2', '10.0.0.1', undefined, 'localhost', '']) assert.ok(!isLoopback(address));
  for (const name of ['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '[::1]', '::1', '[::ffff:127.0.0.1]'])
    assert.ok(isLoopbackName(name), name);
  for (const name of ['', 'localhost.example', 'notlocalhost', '.localhost', '127.0.0.1.example', '0.0.0.0', '[::2]'])
    assert.ok(!isLoopbackName(name), name);
});

test('a token bucket empties, refills over time, and never exceeds its capacity', () => {
  let now = NOW;
  const buckets = new Buckets({ perSecond: 2, burst: 4 }, () => now, 10);
  const take = (amount = 1): number => {
    const wait = buckets.wait('a', amount);
    if (wait === 0) buckets.take('a', amount);
    return wait;
  };
  assert.deepEqual([take(), take(), take(), take(), take()], [0, 0, 0, 0, 1]);
  now += 499;
  assert.equal(take(), 1);
  now += 1;
  assert.deepEqual([take(), take()], [0, 1]);
  now += 3_600_000;
  assert.deepEqual([take(4), take(3)], [0, 2]);
  now -= 10_000;
  assert.equal(take(), 1, 'a clock set back gives nothing');
  now += 1000;
  assert.equal(take(), 0, 'and is believed from then on');
});

test('rate limits of a million addresses use bounded memory', () => {
  const limits = { reads: { perSecond: 1, burst: 1 }, writes: { perSecond: 1, burst: 1 } };
  const buckets = new Buckets(limits.reads, () => NOW, 100);
  for (let count = 0; count < 1_000_000; count++) buckets.take(`10.${count}`, 1);
  assert.equal(buckets.size, 100);
  const rates = createRateLimiter({ token: limits, address: limits }, () => NOW, 2);
  const known: Principal = {
    kind: 'token',
    actor: { name: 'x', id: 'x' },
    token: 'x',
    role: 'viewer',
    library: 'demo',
    expiresAt: undefined,
  };
  assert.equal(rates.take('reads', known, 'a'), 0);
  assert.equal(rates.take('writes', known, 'a'), 0, 'reads and writes apart');
  assert.equal(rates.take('reads', known, 'b'), 1, 'the token is known from another address');
  assert.equal(rates.take('reads', ANONYMOUS, 'b'), 0, 'what was refused took nothing');
  assert.equal(rates.take('reads', ANONYMOUS, 'b'), 1);
});

test('a URL of an API route that contains a token is rejected with the same response, with or without a database, before the request is handled', async (t) => {
  const read: string[] = [];
  const raw: RawHandler = async (_request, response, url) => {
    read.push(url.pathname);
    if (url.pathname !== '/graphql') return false;
    response.end('{}');
    return true;
  };
  const session = await signSession(KEY, claims(), NOW);
  const secret = `feaas_${'x'.repeat(30)}`;
  const paths = [
    ...['/graphql', '/api/graphql', '/api/site.json', '/metrics', '/dev/session', '/proxy/media'],
    ...['/components/demo/hero/responsive/published.html', '/cdn/styles/demo/published.css'],
  ];
  const parameters = [
    ...['token=x', 'x=1&ACCESS_TOKEN=x', 'Authorization=x', 'API_KEY=x', 'whatever=Bearer%20x'],
    ...[`whatever=${secret}`, `whatever=${session}`],
  ];
  const host = await startHost(t, { raw: [raw] });
  for (const path of paths) {
    for (const parameter of parameters) {
      const { status, text, headers } = await sendRequest(`${host.url}${path}?${parameter}`);
      assert.equal(status, 400, `${path}?${parameter}`);
      assert.match(JSON.parse(text).errors[0].message, /^A token does not belong in a URL: .* Authorization header/);
      assert.ok(!text.includes(secret) && !text.includes(session), 'and not repeated');
      const { 'access-control-allow-origin': origin, 'cache-control': kept } = headers;
      assert.deepEqual([origin, kept], ['*', 'no-store']);
    }
  }
  // An absolute URL, as proxies send it, even with an invalid host.
  for (const target of [
    `${host.url}/graphql?token=x`,
    'http://:x/components/demo/hero/responsive/published.html?token=x',
  ]) {
    assert.equal((await sendRawRequest(host.port, target)).status, 400, target);
  }
  assert.deepEqual(read, []);
  assert.equal((await sendRequest(`${host.url}/graphql?query=x`)).status, 200);
  // The query of a page, a script or a picture belongs to the page.
  for (const parameter of [...parameters, 'q=bearer%20of%20news']) {
    assert.equal((await sendRequest(`${host.url}/?${parameter}`)).status, 200, parameter);
    for (const path of ['/nowhere.html', '/media/demo/none.png', '/cdn/thumbnails/x.jpg'])
      assert.equal((await sendRequest(`${host.url}${path}?${parameter}`)).status, 404, `${path}?${parameter}`);
  }
});

test('development sign-in requires the printed code, a loopback client, a loopback host name and a page of the host', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  const options = { tokens: contentService, clock: () => Date.now() };
  const { ask, port } = await serve(t, developmentSession({ ...options, development: true }));
  const code = developmentCode(await contentService.signingKey());
  const authorization = `Bearer ${code}`;
  const own = { 'sec-fetch-site': 'same-origin', authorization };
  const host = `localhost:${port}`;
  const rows: [string, Record<string, string>, number][] = [
    ['a page of its own', { host, ...own }, 200],
    ['by address', { host: `127.0.0.1:${port}`, ...own }, 200],
    ['by IPv6 address', { host: `[::1]:${port}`, ...own }, 200],
    ['an origin that is its own', { host, origin: `http://${host}`, authorization }, 200],
    ['what a bare proxy on this machine passes on', { host, 'sec-fetch-site': 'same-origin' }, 401],
    ['a wrong code', { host, ...own, authorization: `${authorization}x` }, 401],
    ['a token that is no code', { host, ...own, authorization: 'Bearer x' }, 401],
    ['a page elsewhere', { host, authorization, 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this machine', { host, 'sec-fetch-site': 'same-site' }, 403],
    ['typed by hand', { host, 'sec-fetch-site': 'none' }, 403],
    ['an origin that is another', { host, origin: 'http://evil.example' }, 403],
    ['no word of where it is from', { host }, 403],
    ['a name that was made to lead here', { host: `evil.example:${port}`, ...own }, 403],
    ['a name that begins like ours', { host: `localhost.evil.example:${port}`, ...own }, 403],
    ['an address that begins like ours', { host: `127.0.0.1.evil.example:${port}`, ...own }, 403],
    ['a proxy', { host, ...own, 'x-forwarded-for': '9.9.9.9' }, 403],
    ['another proxy', { host, ...own, forwarded: 'for=9.9.9.9' }, 403],
  ];
  for (const [name, headers, status] of rows) {
    const answer = await ask('/dev/session', headers);
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
    if (status !== 200) continue;
    const { token, role, library, expiresAt } = JSON.parse(answer.text);
    const principal = await createAuthenticator(contentService, Date.now)(`Bearer ${token}`);
    assert.ok(principal.kind === 'session' && principal.library === undefined && library === null, 'for every library');
    assert.deepEqual([role, principal.role, principal.expiresAt], ['editor', 'editor', expiresAt]);
  }
  assert.equal((await ask('/dev/session', { host, ...own }, 'POST')).status, 405);
  assert.equal((await ask('/dev/sessions', { host, ...own })).status, 404);
  const production = await serve(t, developmentSession({ ...options, development: false }));
  assert.equal((await production.ask('/dev/session', { host, ...own })).status, 404);
});

test('a site under development signs in with the code from its own origin, if that origin is configured', async (t) => {
  const { contentService } = await startGraphQLHost(t);
  const site = 'http://localhost:5173';
  const { ask, port } = await serve(
    t,
    developmentSession({ tokens: contentService, clock: Date.now, development: true, origins: [site] }),
  );
  const authorization = `Bearer ${developmentCode(await contentService.signingKey())}`;
  const page = { host: `127.0.0.1:${port}`, origin: site, 'sec-fetch-site': 'cross-site' };
  const preflight = await ask('/dev/session', page, 'OPTIONS');
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], site);
  assert.equal(preflight.headers['access-control-allow-headers'], 'authorization');
  const answer = await ask('/dev/session', { ...page, authorization });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.headers['access-control-allow-origin'], answer.headers['vary']], [site, 'Origin']);
  assert.ok(JSON.parse(answer.text).token);
  assert.equal((await ask('/dev/session', page)).status, 401, 'without the code');
  for (const strange of [
    { ...page, authorization, origin: 'http://localhost:5174' },
    { ...page, authorization, origin: 'null' },
    { ...page, authorization, host: `evil.example:${port}` },
    { ...page, authorization, 'x-forwarded-for': '9.9.9.9' },
  ]) {
    assert.equal((await ask('/dev/session', strange)).status, 403, JSON.stringify(strange));
    assert.notEqual((await ask('/dev/session', strange, 'OPTIONS')).status, 204);
  }
});

/** Starts a server with the handler; it responds with 404 to unhandled requests. */
async function serve(t: TestContext, handler: RawHandler) {
  const server = createServer((asked, response) => {
    void handler(asked, response, new URL(asked.url ?? '/', 'http://localhost')).then((answered) => {
      if (!answered) response.writeHead(404, { 'cache-control': 'no-store' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      new Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
        });
        sent.on('error', reject);
        sent.end();
      }),
  };
}
