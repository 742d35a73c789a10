/** Attacks on what an identity provider answers: an issuer of this test sends tokens that a real one never would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportSPKI, type JWTPayload, SignJWT } from 'jose';
import { SignInRefusedError } from '../src/auth/identity-provider.js';
import { CLIENT, type Key, newKey, SECRET, signed, startIssuer } from './support/issuer.js';

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
