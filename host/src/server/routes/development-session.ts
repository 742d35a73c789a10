import type { IncomingMessage } from 'node:http';
import type { Role } from '../../auth/roles.js';
import type { TokenStore } from '../../auth/token-store.js';
import type { RawHandler } from '../../lib/node-handler.js';
import type { Clock } from '../../lib/clock.js';
import { bearerOf } from '../../auth/bearer.js';
import { developmentCode } from '../../auth/development-code.js';
import { equalSecrets } from '../../auth/equal-secrets.js';
import { notLocal } from '../../auth/local-request.js';
import { signSession, SESSION_SECONDS } from '../../auth/session.js';

export interface DevelopmentSessionOptions {
  readonly tokens: TokenStore;
  readonly clock: Clock;
  /** False in production, the default. Then the path is passed to the next handler. */
  readonly development: boolean;
  readonly role?: Role;
  /** Other origins whose pages may sign in: sites in development with their own server. */
  readonly origins?: readonly string[];
}

/**
 * `GET /dev/session` signs in callers that send the code which the host printed at its start, as a bearer token, for
 * all libraries. The response is `{token, role, library, expiresAt}`; `library` is null, `expiresAt` is in milliseconds
 * since 1970. Headers cannot distinguish a local proxy from a local browser, so the code is required. In addition, the
 * page must be of the host's own origin or of one of `origins`, opened by a loopback name, without a visible proxy.
 */
export function developmentSession(options: DevelopmentSessionOptions): RawHandler {
  const { tokens, clock, development, role = 'editor', origins = [] } = options;
  return async (request, response, url) => {
    if (!development || url.pathname !== '/dev/session') return false;
    const allowedOrigin = origins.find((origin) => origin === request.headers.origin);
    const rejection = rejectionOf(request, allowedOrigin) ?? (await codeRejection(request, tokens));
    const headers = {
      ...(origins.length > 0 ? { vary: 'Origin' } : {}),
      ...(allowedOrigin === undefined ? {} : { 'access-control-allow-origin': allowedOrigin }),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    };
    if (request.method === 'OPTIONS' && allowedOrigin !== undefined && notLocal(request) === undefined) {
      // The preflight, because of the header with the code.
      response.writeHead(204, {
        ...headers,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'authorization',
      });
      response.end();
      return true;
    }
    if (rejection) {
      response.writeHead(rejection.status, { ...headers, ...rejection.headers });
      response.end(JSON.stringify({ error: rejection.reason }));
      return true;
    }
    const now = clock();
    const expiresAt = (Math.floor(now / 1000) + SESSION_SECONDS) * 1000;
    const token = await signSession(
      await tokens.signingKey(),
      { library: undefined, role, name: 'Developer', subject: 'developer', expiresAt },
      now,
    );
    response.writeHead(200, headers);
    response.end(JSON.stringify({ token, role, library: null, expiresAt }));
    return true;
  };
}

interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function codeRejection({ headers }: IncomingMessage, tokens: TokenStore): Promise<Rejection | undefined> {
  const code = bearerOf(headers.authorization);
  if (code !== undefined && equalSecrets(code, developmentCode(await tokens.signingKey()))) return undefined;
  const reason =
    'Open the address with #code=… that the host printed at its start, or send that code as a bearer token.';
  return { status: 401, reason, headers: { 'www-authenticate': 'Bearer' } };
}

function rejectionOf(request: IncomingMessage, allowedOrigin: string | undefined): Rejection | undefined {
  const forbid = (reason: string) => ({ status: 403, reason });
  const { headers } = request;
  if (request.method !== 'GET') return { status: 405, reason: 'Only GET.', headers: { allow: 'GET' } };
  const reason = notLocal(request);
  if (reason !== undefined) return forbid(reason);
  if (allowedOrigin !== undefined) return undefined;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? undefined : forbid('Only for a page of this origin.');
  // For browsers without Sec-Fetch-Site, and clients that send Origin.
  return headers.origin === `http://${headers.host}` ? undefined : forbid('Only for a page of this origin.');
}
