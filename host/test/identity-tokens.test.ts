/** Attacks on what an identity provider answers: an issuer of this test sends tokens that a real one never would. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { exportJWK, exportSPKI, generateKeyPair, type GenerateKeyPairResult, type JWTPayload, SignJWT } from 'jose';
import { createIdentityProvider, SignInRefusedError } from '../src/auth/identity-provider.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const CLIENT = 'feaas';
const SECRET = 'a secret of the client, long enough';
const REDIRECT = 'https://content.example/auth/callback';

interface Key extends GenerateKeyPairResult {
  readonly id: string;
}
const newKey = async (id: string): Promise<Key> => ({
  ...(await generateKeyPair('RS256', { extractable: true })),
  id,
});

interface Issuer {
  readonly origin: string;
  /** Published keys. */
  keys: readonly Key[];
  /** Makes the next ID token from what a correct one says. */
  token: (claims: JWTPayload) => Promise<string>;
  userInfo: object;
  /** Signs somebody in; resolves with the subject. */
  signIn(change?: (callback: URL) => void): Promise<string>;
}

const signed = (claims: JWTPayload, { privateKey, id }: Key): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey);

async function startIssuer(t: TestContext): Promise<Issuer> {
  const first = await newKey('first');
  let origin = '';
  let nonce = '';
  const server = createServer((request, response) => {
    const answer = async (): Promise<object> => {
      if (request.url === '/.well-known/openid-configuration')
        return {
          ...{ issuer: origin, authorization_endpoint: `${origin}/auth`, token_endpoint: `${origin}/token` },
          ...{ jwks_uri: `${origin}/keys`, userinfo_endpoint: `${origin}/me`, response_types_supported: ['code'] },
          ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] },
          authorization_response_iss_parameter_supported: true,
        };
      if (request.url === '/keys')
        return {
          keys: await Promise.all(
            issuer.keys.map(async ({ publicKey, id }) => ({
              ...(await exportJWK(publicKey)),
              kid: id,
              alg: 'RS256',
              use: 'sig',
            })),
          ),
        };
      if (request.url === '/me') return issuer.userInfo;
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: origin, aud: CLIENT, sub: 'ann', nonce, iat: now, exp: now + 300 };
      return { access_token: 'access', token_type: 'bearer', expires_in: 300, id_token: await issuer.token(claims) };
    };
    void answer().then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => void (server.closeAllConnections(), server.close()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createIdentityProvider({
    ...{ issuer: origin, clientId: CLIENT, clientSecret: SECRET, scopes: 'openid', redirectUri: REDIRECT },
  });
  const issuer: Issuer = {
    origin,
    keys: [first],
    token: (claims) => signed(claims, issuer.keys[0]!),
    userInfo: { sub: 'ann' },
    async signIn(change) {
      const { checks } = await provider.begin();
      nonce = checks.nonce;
      const callback = new URL(REDIRECT);
      callback.search = String(new URLSearchParams({ code: 'code', state: checks.state, iss: origin }));
      change?.(callback);
      return (await provider.complete(callback, checks)).subject;
    },
  };
  return issuer;
}

const unsigned = (claims: JWTPayload): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.';

const ATTACKS: Readonly<Record<string, (claims: JWTPayload, key: Key) => Promise<string>>> = {
  'alg none': async (claims) => unsigned(claims),
  'HS256 with the public key as its secret': async (claims, { publicKey, id }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: id })
      .sign(new TextEncoder().encode(await exportSPKI(publicKey))),
  'HS256 with the secret of the client': (claims, { id }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: id }).sign(new TextEncoder().encode(SECRET)),
  'a key that the issuer does not publish': async (claims) => signed(claims, await newKey('first')),
  'claims that were changed after the signature': async (claims, key) => {
    const [head, , signature] = (await signed(claims, key)).split('.');
    return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url'), signature].join('.');
  },
  'another nonce': (claims, key) => signed({ ...claims, nonce: 'of another sign-in' }, key),
  'no nonce': ({ nonce: _, ...claims }, key) => signed(claims, key),
  'another issuer': (claims, key) => signed({ ...claims, iss: 'https://evil.example' }, key),
  'another audience': (claims, key) => signed({ ...claims, aud: 'another client' }, key),
  'several audiences, for another client': (claims, key) =>
    signed({ ...claims, aud: [CLIENT, 'another client'], azp: 'another client' }, key),
  'a token that has ended': (claims, key) => signed({ ...claims, iat: claims.iat! - 900, exp: claims.iat! - 600 }, key),
  'no subject': ({ sub: _, ...claims }, key) => signed(claims, key),
};

test('a correct token signs in', async (t) => {
  assert.equal(await (await startIssuer(t)).signIn(), 'ann');
});

for (const [name, attack] of Object.entries(ATTACKS))
  test(`an ID token is refused: ${name}`, async (t) => {
    const issuer = await startIssuer(t);
    issuer.token = (claims) => attack(claims, issuer.keys[0]!);
    await assert.rejects(issuer.signIn(), SignInRefusedError);
  });

test('user info of somebody else, another state, and an answer of another issuer are refused', async (t) => {
  const issuer = await startIssuer(t);
  await assert.rejects(
    issuer.signIn((callback) => callback.searchParams.set('state', 'another')),
    SignInRefusedError,
  );
  for (const iss of ['https://evil.example', undefined])
    await assert.rejects(
      issuer.signIn(({ searchParams }) => (iss ? searchParams.set('iss', iss) : searchParams.delete('iss'))),
      SignInRefusedError,
    );
  issuer.userInfo = { sub: 'eve' };
  await assert.rejects(issuer.signIn(), SignInRefusedError);
});

test('the issuer rotates its keys: the new one is read when a token names it, and the old one ends', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const issuer = await startIssuer(t);
  const [old] = issuer.keys;
  await issuer.signIn();
  const next = await newKey('next');
  // At first it publishes both.
  issuer.keys = [next, old!];
  // The library reads keys again after a minute at the earliest, so that tokens with invented names cause no requests.
  t.mock.timers.tick(61_000);
  assert.equal(await issuer.signIn(), 'ann');
  issuer.token = (claims) => signed(claims, old!);
  assert.equal(await issuer.signIn(), 'ann');
  issuer.keys = [next];
  t.mock.timers.tick(301_000);
  await assert.rejects(issuer.signIn(), SignInRefusedError);
  issuer.token = (claims) => signed(claims, next);
  assert.equal(await issuer.signIn(), 'ann');
});
