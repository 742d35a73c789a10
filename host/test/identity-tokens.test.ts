/** Attacks with responses of an identity provider: a stub issuer sends tokens that a real one never would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportSPKI, type JWTPayload, SignJWT } from 'jose';
import { SignInRefusedError } from '../src/auth/identity-provider.js';
import {
  CLIENT_ID,
  type SigningKey,
  newSigningKey,
  CLIENT_SECRET,
  signClaims,
  startIssuer,
} from './support/stub-issuer.js';

const createUnsignedToken = (claims: JWTPayload): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.';

const ATTACKS: Readonly<Record<string, (claims: JWTPayload, key: SigningKey) => Promise<string>>> = {
  'alg none': async (claims) => createUnsignedToken(claims),
  'HS256 with the public key as its secret': async (claims, { publicKey, id }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: id })
      .sign(new TextEncoder().encode(await exportSPKI(publicKey))),
  'HS256 with the secret of the client': (claims, { id }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: id }).sign(new TextEncoder().encode(CLIENT_SECRET)),
  'a key that the issuer does not publish': async (claims) => signClaims(claims, await newSigningKey('first')),
  'claims that were changed after the signature': async (claims, key) => {
    const [head, , signature] = (await signClaims(claims, key)).split('.');
    return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url'), signature].join('.');
  },
  'another nonce': (claims, key) => signClaims({ ...claims, nonce: 'of another sign-in' }, key),
  'no nonce': ({ nonce: _, ...claims }, key) => signClaims(claims, key),
  'another issuer': (claims, key) => signClaims({ ...claims, iss: 'https://evil.example' }, key),
  'another audience': (claims, key) => signClaims({ ...claims, aud: 'another client' }, key),
  'several audiences, for another client': (claims, key) =>
    signClaims({ ...claims, aud: [CLIENT_ID, 'another client'], azp: 'another client' }, key),
  'a token that has ended': (claims, key) =>
    signClaims({ ...claims, iat: claims.iat! - 900, exp: claims.iat! - 600 }, key),
  'no subject': ({ sub: _, ...claims }, key) => signClaims(claims, key),
};

test('a correct token signs in', async (t) => {
  assert.equal(await (await startIssuer(t)).signIn(), 'ann');
});

for (const [name, attack] of Object.entries(ATTACKS))
  test(`an invalid ID token is rejected: ${name}`, async (t) => {
    const issuer = await startIssuer(t);
    issuer.makeIdToken = (claims) => attack(claims, issuer.keys[0]!);
    await assert.rejects(issuer.signIn(), SignInRefusedError);
  });

test('user info of another subject, a wrong state, and a response of another issuer are rejected', async (t) => {
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

test('when the issuer rotates its keys, the new key is fetched when a token names it, and the old key is rejected', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const issuer = await startIssuer(t);
  const [old] = issuer.keys;
  await issuer.signIn();
  const next = await newSigningKey('next');
  // At first the issuer publishes both keys.
  issuer.keys = [next, old!];
  // The library reads keys again after a minute at the earliest, so that tokens with invented names cause no requests.
  t.mock.timers.tick(61_000);
  assert.equal(await issuer.signIn(), 'ann');
  issuer.makeIdToken = (claims) => signClaims(claims, old!);
  assert.equal(await issuer.signIn(), 'ann');
  issuer.keys = [next];
  t.mock.timers.tick(301_000);
  await assert.rejects(issuer.signIn(), SignInRefusedError);
  issuer.makeIdToken = (claims) => signClaims(claims, next);
  assert.equal(await issuer.signIn(), 'ann');
});
