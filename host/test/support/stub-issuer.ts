/** A stub OpenID Connect issuer whose responses the test controls; a real issuer never sends most of them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, type JWTPayload, SignJWT } from 'jose';
import { type Checks, createIdentityProvider, type IdentityProvider } from '../../src/auth/identity-provider.js';
import type { Log } from '../../src/lib/log.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const CLIENT_ID = 'feaas';
export const CLIENT_SECRET = 'a secret of the client, long enough';
const REDIRECT_URI = 'https://content.example/auth/callback';

export interface SigningKey extends GenerateKeyPairResult {
  readonly id: string;
}
export const newSigningKey = async (id: string): Promise<SigningKey> => ({
  ...(await generateKeyPair('RS256', { extractable: true })),
  id,
});

/** Generated once, because the generation takes longer than most tests. */
let firstKey: Promise<SigningKey> | undefined;

export interface Issuer {
  readonly origin: string;
  /** Published keys. */
  keys: readonly SigningKey[];
  /** Creates the next ID token from the claims of a correct one. */
  makeIdToken: (claims: JWTPayload) => Promise<string>;
  userInfo: Readonly<Record<string, unknown>>;
  /** Handles a request instead of the issuer if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The requested paths. */
  readonly requestedPaths: string[];
  /** The refresh token that the issuer accepts next, once. */
  refreshToken: string;
  readonly provider: IdentityProvider;
  /** The provider as a host knows it that has just started. */
  newProvider(): IdentityProvider;
  /** What callback URL of the browser, and the values to check it against. */
  begin(): Promise<{ readonly callback: URL; readonly checks: Checks }>;
  /** Signs a user in; resolves with the subject. */
  signIn(change?: (callback: URL) => void): Promise<string>;
}

export const signClaims = (claims: JWTPayload, { privateKey, id }: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey);

export async function startIssuer(
  t: TestContext,
  log?: Log,
  timeouts?: { readonly request: number; readonly attempt: number },
): Promise<Issuer> {
  const first = await (firstKey ??= newSigningKey('first'));
  let origin = '';
  let nonce = '';
  const server = createServer((request, response) => {
    issuer.requestedPaths.push(request.url!);
    const answer = async (): Promise<Record<string, unknown> & { readonly status?: number }> => {
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
      const grant = new URLSearchParams(await text(request));
      // An old refresh token may be stolen.
      if (grant.get('grant_type') === 'refresh_token' && grant.get('refresh_token') !== issuer.refreshToken)
        return { status: 400, error: 'invalid_grant' };
      issuer.refreshToken = randomUUID();
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: origin, aud: CLIENT_ID, sub: 'ann', nonce, iat: now, exp: now + 300 };
      return {
        ...{ access_token: 'access', token_type: 'bearer', expires_in: 300, refresh_token: issuer.refreshToken },
        id_token: await issuer.makeIdToken(claims),
      };
    };
    if (issuer.intercept?.(request, response)) return;
    void answer().then(({ status = 200, ...body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => void (server.closeAllConnections(), server.close()));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const newProvider = (): IdentityProvider =>
    createIdentityProvider(
      { issuer: origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scopes: 'openid', redirectUri: REDIRECT_URI },
      log,
      timeouts,
    );
  const provider = newProvider();
  const issuer: Issuer = {
    origin,
    keys: [first],
    makeIdToken: (claims) => signClaims(claims, issuer.keys[0]!),
    userInfo: { sub: 'ann' },
    intercept: undefined,
    requestedPaths: [],
    refreshToken: '',
    ...{ provider, newProvider },
    async begin() {
      const { checks } = await provider.begin();
      nonce = checks.nonce;
      const callback = new URL(REDIRECT_URI);
      callback.search = String(new URLSearchParams({ code: 'code', state: checks.state, iss: origin }));
      return { callback, checks };
    },
    async signIn(change) {
      const { callback, checks } = await issuer.begin();
      change?.(callback);
      return (await provider.complete(callback, checks)).subject;
    },
  };
  return issuer;
}
