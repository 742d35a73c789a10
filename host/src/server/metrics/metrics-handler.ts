import type { IncomingMessage } from 'node:http';
import type { Registry } from 'prom-client';
import type { Authenticate } from '../../auth/authenticate.js';
import { bearerOf } from '../../auth/bearer.js';
import { equalSecrets } from '../../auth/equal-secrets.js';
import { requireRoleEverywhere, requireToken } from '../../auth/principal.js';
import { DomainError } from '../../lib/domain-error.js';
import type { RawHandler } from '../../lib/node-handler.js';
import { sendText, rejectMethod } from '../health/text-response.js';

export interface MetricsHandlerOptions {
  readonly registry: Registry;
  /** Whether anybody may read the metrics. */
  readonly open: boolean;
  /** A bearer token only for metrics. */
  readonly token?: string | undefined;
  /** If undefined, no other token is accepted. */
  readonly authenticate?: Authenticate;
}

/** Serves `/metrics` for Prometheus. Unless `open` is set, requires the metrics token or an admin token. */
export function metricsHandler({ registry, open, token, authenticate }: MetricsHandlerOptions): RawHandler {
  return async (request, response, { pathname }) => {
    if (pathname !== '/metrics') return false;
    if (rejectMethod(request, response)) return true;
    if (!open && !isMetricsToken(request, token)) {
      const error = await authorizationError(request, authenticate);
      if (error) return sendText(request, response, error.status, `${error.reason}\n`, error.headers);
    }
    const body = await registry.metrics();
    return sendText(request, response, 200, body, { 'content-type': registry.contentType });
  };
}

interface HttpError {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function authorizationError(
  request: IncomingMessage,
  authenticate: Authenticate | undefined,
): Promise<HttpError | undefined> {
  try {
    const principal = await authenticate?.(request.headers.authorization);
    requireToken(requireRoleEverywhere(principal ?? { kind: 'anonymous' }, 'admin'));
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isAnonymous = error.code === 'UNAUTHENTICATED';
    const headers: HttpError['headers'] = isAnonymous ? { 'www-authenticate': 'Bearer' } : {};
    return { status: isAnonymous ? 401 : 403, reason: error.message, headers };
  }
}

function isMetricsToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const bearerToken = bearerOf(headers.authorization);
  return token !== undefined && bearerToken !== undefined && equalSecrets(bearerToken, token);
}
