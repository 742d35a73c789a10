/** An identity provider that is down, slow or hidden by a proxy: no sign-in is rejected because of it, and signed-in users stay signed in. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import {
  type IdentityProvider,
  ProviderUnavailableError,
  reasonOf,
  SignInRefusedError,
} from '../src/auth/identity-provider.js';
import { parseRoleRule } from '../src/config/sign-in-settings.js';
import { createSealer } from '../src/auth/sealer.js';
import { createSignInService, type SignInService } from '../src/auth/sign-in-service.js';
import { createSignInStore } from '../src/auth/sign-in-store.js';
import { addAuditEntry } from '../src/content/audit/audit-repository.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import { newSigningKey, signClaims, startIssuer } from './support/stub-issuer.js';
import { recordingLog } from './support/recording-log.js';
import { silentLog } from './support/content-services.js';

const HOUR = 3_600_000;
const SHORT = { request: 1_000, attempt: 400 };

/** Faults that only a time limit ends. */
const SILENT = new Set(['no answer', 'an answer that falls silent']);

type Fault = (response: ServerResponse) => void;
const text =
  (status: number, type: string, body: string): Fault =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

const FAULTS: Readonly<Record<string, Fault>> = {
  'a connection that ends': (response) => void response.destroy(),
  'no answer': () => {},
  'an answer that falls silent': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"keys"');
  },
  'an answer that breaks off': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
    response.write('{"keys"', () => response.destroy());
  },
  '500': text(500, 'application/json', '{"error":"server_error"}'),
  '503 of a proxy': text(503, 'text/html', '<h1>Sorry</h1>'),
  '429': text(429, 'text/plain', ''),
  '403 of a firewall': text(403, 'text/html', '<h1>Blocked</h1>'),
  '404': text(404, 'text/plain', 'Not found'),
  'a redirect': (response) => void response.writeHead(302, { location: '/maintenance' }).end(),
  'a page instead of JSON': text(200, 'text/html', '<h1>Sign in to the network</h1>'),
  'broken JSON': text(200, 'application/json', '{"keys": [{'),
  'JSON of something else': text(200, 'application/json', '[]'),
};

const PLACES: Readonly<Record<string, string>> = {
  addresses: '/.well-known/openid-configuration',
  tokens: '/token',
  keys: '/keys',
  'user info': '/me',
};

const at =
  (path: string, fault: Fault, times = Infinity) =>
  ({ url }: IncomingMessage, response: ServerResponse): boolean => {
    if (url !== path || times-- <= 0) return false;
    fault(response);
    return true;
  };

for (const [place, path] of Object.entries(PLACES))
  for (const [name, fault] of Object.entries(FAULTS))
    test(`the provider is reported as unavailable, and rejects nobody: ${place}, ${name}`, async (t) => {
      const issuer = await startIssuer(t, silentLog, SILENT.has(name) ? SHORT : undefined);
      issuer.intercept = at(path, fault);
      await assert.rejects(issuer.signIn(), (error: Error) => {
        assert.ok(error instanceof ProviderUnavailableError, `${error.message} ${reasonOf(error)}`);
        assert.match(error.message, /^The issuer http:.* does not answer as expected\./);
        return true;
      });
      issuer.intercept = undefined;
      assert.equal(await issuer.signIn(), 'ann');
    });

for (const error of ['server_error', 'temporarily_unavailable'])
  test(`a provider that returns ${error} to the browser is unavailable, another error is a rejection`, async (t) => {
    const issuer = await startIssuer(t, silentLog);
    const says = (word: string) =>
      issuer.signIn(({ searchParams }) => (searchParams.delete('code'), searchParams.set('error', word)));
    await assert.rejects(says(error), ProviderUnavailableError);
    await assert.rejects(says('access_denied'), SignInRefusedError);
  });

for (const place of ['addresses', 'keys', 'user info'])
  for (const name of ['a connection that ends', '500', 'no answer', 'an answer that breaks off'])
    test(`one failed read is retried without an error: ${place}, ${name}`, async (t) => {
      const issuer = await startIssuer(t, silentLog, SILENT.has(name) ? SHORT : undefined);
      issuer.intercept = at(PLACES[place]!, FAULTS[name]!, 1);
      assert.equal(await issuer.signIn(), 'ann');
    });

test('an authorization code is sent once, because a repetition would revoke the sign-in', async (t) => {
  const issuer = await startIssuer(t, silentLog);
  issuer.intercept = at('/token', FAULTS['503 of a proxy']!);
  await assert.rejects(issuer.signIn(), ProviderUnavailableError);
  assert.equal(issuer.requestedPaths.filter((path) => path === '/token').length, 1);
});

/** Makes both clocks pass: the library of the provider reads the system clock. */
function passTime(t: TestContext): (milliseconds: number) => void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const now = performance.now.bind(performance);
  let passed = 0;
  t.mock.method(performance, 'now', () => now() + passed);
  return (milliseconds) => {
    passed += milliseconds;
    t.mock.timers.tick(milliseconds);
  };
}

const NO_KEYS = text(200, 'application/json', '{"keys":[]}');
for (const [name, fault] of Object.entries({ ...FAULTS, 'no keys': NO_KEYS }).filter(([each]) =>
  /no|page|500/.test(each),
))
  test(`cached endpoints and keys of the provider are used for a day, with a warning: ${name}`, async (t) => {
    const { log, messages } = recordingLog();
    const pass = passTime(t);
    const issuer = await startIssuer(t, log, SILENT.has(name) ? SHORT : undefined);
    await issuer.signIn();
    issuer.intercept = ({ url }, response) => /^\/(?:keys|\.well)/.test(url!) && (fault(response), true);
    for (let hour = 1; hour <= 20; hour += 6) {
      pass(6 * HOUR - 60_000);
      if (hour < 19) assert.equal(await issuer.signIn(), 'ann');
    }
    for (const path of ['/keys', '/.well-known/openid-configuration'])
      assert.ok(
        messages.some(
          (line) => line.includes(`could not read ${issuer.origin}${path} (`) && line.includes('its copy of'),
        ),
        messages.join('\n'),
      );
    // A token with a key that could not be fetched yet is not treated as forged.
    const [old] = issuer.keys;
    const next = await newSigningKey('next');
    issuer.makeIdToken = (claims) => signClaims(claims, next);
    await assert.rejects(issuer.signIn(), ProviderUnavailableError);
    issuer.makeIdToken = (claims) => signClaims(claims, old!);
    pass(HOUR);
    await assert.rejects(issuer.signIn(), ProviderUnavailableError);
    issuer.intercept = undefined;
    pass(HOUR);
    issuer.makeIdToken = (claims) => signClaims(claims, next);
    issuer.keys = [next];
    assert.equal(await issuer.signIn(), 'ann');
    issuer.makeIdToken = (claims) => signClaims(claims, old!);
    await assert.rejects(issuer.signIn(), SignInRefusedError, 'the keys are new, so the old one is refused');
  });

for (const kind of DATABASE_KINDS)
  test(`a provider that fails after it has rotated a refresh token signs nobody out (${kind})`, async (t) => {
    const { settings, folder } = await testStores(kind).newStore();
    const database = await openDatabase(settings);
    const content = createContentService({ database, blobs: createFolderBlobs(folder), log: silentLog });
    cleanUp(t, () => content.close());
    const issuer = await startIssuer(t, silentLog, SHORT);
    issuer.userInfo = { sub: 'ann', groups: ['all'] };
    const time = { now: Date.now() };
    const clock = (): number => time.now;
    const store = createSignInStore(database, clock, createSealer('a secret'), addAuditEntry);
    const serviceOf = (provider: IdentityProvider): SignInService =>
      createSignInService({
        ...{ provider, keys: content, rules: [parseRoleRule('groups=all:*:editor')!], clock, log: silentLog, store },
      });
    const { callback, checks } = await issuer.begin();
    const origin = 'https://content.example';
    const { secret } = await serviceOf(issuer.provider).complete(callback, checks, origin, '203.0.113.1');
    issuer.makeIdToken = ({ nonce: _, ...claims }) => signClaims(claims, issuer.keys[0]!);
    const other = await newSigningKey('other');
    const broken: Record<string, () => void> = {
      'user info: 500': () => (issuer.intercept = at('/me', FAULTS['500']!)),
      'user info: 404': () => (issuer.intercept = at('/me', FAULTS['404']!)),
      'keys: 500': () => (issuer.intercept = at('/keys', FAULTS['500']!)),
      'keys: a connection that ends': () => (issuer.intercept = at('/keys', FAULTS['a connection that ends']!)),
      'keys: they lack the new one': () =>
        (issuer.makeIdToken = ({ nonce: _, ...claims }) => signClaims(claims, other)),
      'an ID token of the future': () =>
        (issuer.makeIdToken = ({ nonce: _, iat, ...claims }) =>
          signClaims({ ...claims, iat, nbf: iat! + 3600 }, issuer.keys[0]!)),
    };
    for (const [name, breakIt] of Object.entries(broken))
      // A host that has just started has read neither addresses nor keys.
      for (const service of [serviceOf(issuer.provider), serviceOf(issuer.newProvider())]) {
        breakIt();
        for (let attempt = 0; attempt < 2; attempt++) {
          time.now += 300_000;
          assert.ok(await service.session(secret, origin), `still signed in: ${name}`);
          issuer.intercept = undefined;
          issuer.makeIdToken = ({ nonce: _, ...claims }) => signClaims(claims, issuer.keys[0]!);
        }
      }
  });
