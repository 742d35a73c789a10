/** The identity provider: OpenID Connect with an authorization code and PKCE, through `openid-client`. */
import type { Configuration, IDToken } from 'openid-client';
import { monotonicClock } from '../lib/clock.js';
import { consoleLog, type Log } from '../lib/log.js';
import { createProviderFetch, NoAnswerError, type ProviderFetch } from './provider-fetch.js';
import { CLOCK_SKEW_SECONDS } from './session.js';
import type { Claims } from './role-rules.js';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** The URL to which the provider redirects the browser. */
  readonly redirectUri: string;
}

/** Values for the checks of a provider's redirect. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
}

/** A person whom the provider has authenticated. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Claims;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

export interface IdentityProvider {
  /** Returns the URL of the provider's page, and the values to check its redirect. @throws ProviderUnavailableError */
  begin(): Promise<{ url: URL; checks: Checks }>;
  /** @throws ProviderUnavailableError, SignInRefusedError */
  complete(callback: URL, checks: Checks): Promise<Identity>;
  /** Refreshes claims. @throws ProviderUnavailableError, SignInRefusedError if the provider rejects the person */
  refresh(refreshToken: string, subject: string): Promise<Identity>;
  /** The provider's URL that ends its session; undefined if it has none. @throws ProviderUnavailableError */
  endSessionUrl(idToken: string | undefined, returnTo: string): Promise<URL | undefined>;
}

/** The provider does not respond, or its response is invalid. */
export class ProviderUnavailableError extends Error {
  /** The new refresh token, if it issued one before it failed: it may no longer accept the old one. */
  refreshToken?: string | undefined;
}
/** The provider rejects the sign-in, or its or the browser's data fails a check. */
export class SignInRefusedError extends Error {}

/** The messages of all causes, for the log. */
export function reasonOf(error: Error): string {
  const messages: string[] = [];
  for (let cause = error.cause; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    const { error: code, error_description: description } = cause as { error?: unknown; error_description?: unknown };
    messages.push([cause.message, code, description].filter((part) => typeof part === 'string').join(' '));
  }
  // Removes control characters and line breaks, so that a provider or browser cannot forge log lines.
  return (
    messages
      .join(': ')
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, 500) || 'unknown'
  );
}

/** Milliseconds for a request, and for each of the two attempts of a read. */
const TIMEOUTS = { request: 8_000, attempt: 3_500 };
/** Milliseconds for which the provider's metadata is cached. The library refreshes keys by itself. */
const METADATA_TTL = 3_600_000;

export function createIdentityProvider(
  settings: ProviderSettings,
  log: Log = consoleLog,
  timeouts: Readonly<typeof TIMEOUTS> = TIMEOUTS,
): IdentityProvider {
  const providerFetch = createProviderFetch(timeouts.attempt, log);
  let cached: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;

  const loadConfiguration = async (): Promise<Configuration> => {
    if (!cached || monotonicClock() - cached.at > METADATA_TTL)
      cached = { configuration: discover(settings, providerFetch, timeouts.request), at: monotonicClock() };
    try {
      return await cached.configuration;
    } catch (error) {
      // The next call tries again.
      cached = undefined;
      throw new ProviderUnavailableError(
        `The issuer ${settings.issuer} does not answer as expected. Check FEAAS_OIDC_ISSUER and the network.`,
        {
          cause: error,
        },
      );
    }
  };

  return {
    async begin() {
      const configuration = await loadConfiguration();
      const client = await import('openid-client');
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        // Providers give a refresh token only after the user consents.
        ...(settings.scopes.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
      });
      return { url, checks };
    },

    async complete(callback, { state, nonce, verifier }) {
      const configuration = await loadConfiguration();
      const client = await import('openid-client');
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        });
        const claims = tokens.claims()!;
        return await identityOf(configuration, tokens.access_token, claims, claims.sub, tokens);
      } catch (error) {
        if (isNoAnswer(error, providerFetch)) throw unavailable(settings, error);
        throw new SignInRefusedError(
          'The host refused the answer of the identity provider. Sign in again, and check the cause if that fails.',
          { cause: error },
        );
      }
    },

    async refresh(refreshToken, subject) {
      const configuration = await loadConfiguration();
      const client = await import('openid-client');
      return providerFetch.grant(async (newRefreshToken) => {
        try {
          const tokens = await client.refreshTokenGrant(configuration, refreshToken);
          const claims = tokens.claims();
          if (claims && claims.sub !== subject)
            throw new SignInRefusedError('The identity provider answered for another person. Sign in again.');
          return await identityOf(configuration, tokens.access_token, claims, subject, tokens);
        } catch (error) {
          if (error instanceof SignInRefusedError) throw error;
          if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
            throw new SignInRefusedError(
              'The identity provider no longer signs this person in. Check the account there.',
              { cause: error },
            );
          throw Object.assign(unavailable(settings, error), { refreshToken: newRefreshToken() });
        }
      });
    },

    async endSessionUrl(idToken, returnTo) {
      const configuration = await loadConfiguration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      const client = await import('openid-client');
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === undefined ? {} : { id_token_hint: idToken }),
      });
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  { fetch }: ProviderFetch,
  timeout: number,
): Promise<Configuration> {
  const client = await import('openid-client');
  const url = new URL(issuer);
  return client.discovery(
    url,
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: CLOCK_SKEW_SECONDS },
    undefined,
    {
      timeout: timeout / 1000,
      [client.customFetch]: fetch,
      execute: [
        // Verifies the signature of the ID token, instead of trusting the connection.
        client.enableNonRepudiationChecks,
        // The settings allow http only for the local machine.
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

/** Combines the claims of the ID token and of the user info, because some providers include groups in only one of them. */
async function identityOf(
  configuration: Configuration,
  accessToken: string,
  idClaims: IDToken | undefined,
  subject: string,
  tokens: { refresh_token?: string; id_token?: string },
): Promise<Identity> {
  const client = await import('openid-client');
  const { userinfo_endpoint, issuer } = configuration.serverMetadata();
  const userInfo =
    userinfo_endpoint === undefined ? {} : await client.fetchUserInfo(configuration, accessToken, subject);
  return {
    ...{ issuer, subject, claims: { ...idClaims, ...userInfo } },
    ...{ refreshToken: tokens.refresh_token, idToken: tokens.id_token },
  };
}

const unavailable = ({ issuer }: ProviderSettings, cause: unknown): ProviderUnavailableError =>
  new ProviderUnavailableError(
    `The issuer ${issuer} does not answer as expected. Check FEAAS_OIDC_ISSUER and the network.`,
    { cause },
  );

/** Error codes of `openid-client` for responses with another status or type, as from a proxy. */
const NO_ANSWER = new Set<unknown>(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);
/** Error codes in redirects that correspond to the statuses 500 and 503 (RFC 6749, 4.1.2.1). */
const UNAVAILABLE = new Set<unknown>(['server_error', 'temporarily_unavailable']);

/** Whether there was no connection (`fetch` throws a TypeError), no response in time, or no response of the provider. */
function isNoAnswer(thrown: unknown, providerFetch: ProviderFetch): boolean {
  if (thrown instanceof TypeError && !('code' in thrown)) return true;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code, status, error: oauthError } = error as { code?: unknown; status?: unknown; error?: unknown };
    if (
      error instanceof NoAnswerError ||
      NO_ANSWER.has(code) ||
      UNAVAILABLE.has(oauthError) ||
      (typeof status === 'number' && status >= 500) ||
      (code === 'OAUTH_KEY_SELECTION_FAILED' && providerFetch.usesOldKeys())
    )
      return true;
  }
  return false;
}
