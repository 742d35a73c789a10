import { databaseUnavailable, UnauthenticatedError } from '../lib/domain-error.js';
import type { TokenStore } from './token-store.js';
import { within } from '../lib/timeout.js';
import type { Clock } from '../lib/clock.js';
import { bearerOf } from './bearer.js';
import { ANONYMOUS, type Principal } from './principal.js';
import { personPrincipal, signInOf } from './person.js';
import type { SignInStore } from './sign-in-store.js';
import { isForLibrary, isSession, keyIdOf, readSession } from './session.js';

/**
 * Returns the principal of an `Authorization` header with a Bearer token or session; anonymous without the header.
 * @throws UnauthenticatedError for an unknown, revoked or expired token, for a session of such a token, and for any
 * other scheme; UnavailableError while the database, which stores the tokens, does not respond.
 */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

/** The `token` of sessions that no token created. No token has this id. */
const SIGNING_KEY = 'signing key';

/** Timeout of the database in milliseconds. */
const TIMEOUT = 5_000;

/** @param signIns sign-ins of people through an identity provider; without it their sessions are rejected */
export function createAuthenticator(
  tokens: TokenStore,
  clock: Clock,
  signIns?: Pick<SignInStore, 'find'>,
): Authenticate {
  return async (authorization) => {
    if (authorization === undefined) return ANONYMOUS;
    const secret = bearerOf(authorization);
    if (secret === undefined) throw new UnauthenticatedError('Authorization must be "Bearer" and a token.');
    if (isSession(secret)) {
      const keys = await within(TIMEOUT, tokens.acceptedKeys(keyIdOf(secret)), databaseUnavailable);
      const session = await readSession(keys, secret, clock());
      if (!session) throw new UnauthenticatedError('This session is not valid, or is over: ask for a new one.');
      const { library, role, madeBy, name, subject, expiresAt } = session;
      const signInId = madeBy === undefined ? undefined : signInOf(madeBy);
      if (signInId !== undefined) {
        const found = await (signIns && within(TIMEOUT, signIns.find(signInId), databaseUnavailable));
        if (!found) throw new UnauthenticatedError('This sign-in is over: sign in again.');
        return personPrincipal(found, expiresAt);
      }
      const basis = await within(TIMEOUT, tokens.sessionBasis({ madeBy, library }), databaseUnavailable);
      if (!basis.isActive)
        throw new UnauthenticatedError('The token of this session is no longer valid: sign in again.');
      // The library of this id may be a later one, for which the session is not valid.
      if (basis.libraryCreatedAt !== undefined && !isForLibrary(session, basis.libraryCreatedAt))
        throw new UnauthenticatedError(
          `This session is for an earlier library ${JSON.stringify(library)} that no longer exists: ask for a new one.`,
        );
      const token = madeBy ?? SIGNING_KEY;
      // By subject, not by session, so that a retry with a renewed session is still the same write. Not by name, which
      // two people may share. Subjects of different tokens are different people.
      const id = `session:${token}:${library ?? '*'}:${subject}`;
      return { kind: 'session', actor: { name, id }, token, library, role, expiresAt };
    }
    const token = await within(TIMEOUT, tokens.tokenOf(secret), databaseUnavailable);
    if (!token)
      throw new UnauthenticatedError('This token is unknown, revoked or expired. Use another token, or create one.');
    const { id, name, library, role, expiresAt } = token;
    return { kind: 'token', actor: { name, id }, token: id, library, role, expiresAt };
  };
}
