/** Sessions that pages of one origin only may use. */
import type { IncomingHttpHeaders } from 'node:http';
import { decodeJwt } from 'jose';
import { bearerOf } from './bearer.js';
import { isSession } from './session.js';

/**
 * Whether a request may use the session in its header. A page of another origin always sends `Origin` with it; a page of the host's
 * own origin leaves it out of reads. The signature is checked later: whoever forges the claim has no session anyway.
 * @param ownOrigin of the host's pages
 */
export function isFromSessionOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const secret = bearerOf(headers.authorization);
  if (secret === undefined || !isSession(secret)) return true;
  const bound = originOf(secret);
  if (bound === undefined) return true;
  return headers.origin === undefined ? bound === ownOrigin : headers.origin === bound;
}

/** Undefined for any origin, and for what is no session. */
function originOf(session: string): unknown {
  try {
    return decodeJwt(session)['origin'];
  } catch {
    return undefined;
  }
}
