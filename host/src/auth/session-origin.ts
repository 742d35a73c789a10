/** Sessions that only pages of one origin may use. */
import type { IncomingHttpHeaders } from 'node:http';
import { decodeJwt } from 'jose';
import { bearerOf } from './bearer.js';
import { isSession } from './session.js';

/**
 * Whether a request may use the session in its header. Pages of another origin always send `Origin` with it; pages of
 * the host's own origin omit it in reads. The claim is not verified here, because a forged session is rejected later.
 * @param ownOrigin origin of the host's pages
 */
export function isFromSessionOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const secret = bearerOf(headers.authorization);
  if (secret === undefined || !isSession(secret)) return true;
  const sessionOrigin = originOf(secret);
  if (sessionOrigin === undefined) return true;
  return headers.origin === undefined ? sessionOrigin === ownOrigin : headers.origin === sessionOrigin;
}

/** Undefined for a session of any origin, and for an invalid one. */
function originOf(session: string): unknown {
  try {
    return decodeJwt(session)['origin'];
  } catch {
    return undefined;
  }
}
