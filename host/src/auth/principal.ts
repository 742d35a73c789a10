import { ForbiddenError, UnauthenticatedError } from '../lib/domain-error.js';
import type { Actor } from './identity.js';
import { type Role, ROLES } from './roles.js';

/** Somebody with a token that holds. */
export interface KnownCaller {
  readonly kind: 'token' | 'session';
  readonly actor: Actor;
  readonly role: Role;
  /** The library that the role is for; undefined for every library. */
  readonly library: string | undefined;
  /** Milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** Who asks. Without a token a caller reads what is published, and nothing else. */
export type Caller = KnownCaller | { readonly kind: 'anonymous' };

export const ANONYMOUS: Caller = Object.freeze({ kind: 'anonymous' });

/** What the caller may do in a library; undefined for reading what is published only. */
export function roleIn(caller: Caller, library: string): Role | undefined {
  if (caller.kind === 'anonymous') return undefined;
  return caller.library === undefined || caller.library === library ? caller.role : undefined;
}

/** Each role may do what those before it may. */
export const includes = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export function allows(caller: Caller, library: string, needed: Role): boolean {
  const role = roleIn(caller, library);
  return role !== undefined && includes(role, needed);
}

/**
 * The caller, if their role in the library is enough.
 * @throws UnauthenticatedError without a token, ForbiddenError with one that is not enough.
 */
export function demand(caller: Caller, library: string, needed: Role): KnownCaller {
  if (caller.kind === 'anonymous') {
    throw new UnauthenticatedError(`This needs a token with the role ${needed} in library "${library}".`);
  }
  if (!allows(caller, library, needed)) {
    const role = roleIn(caller, library);
    throw new ForbiddenError(
      `This needs the role ${needed} in library "${library}"; this token ${role ? `has the role ${role}` : 'has none'}.`,
    );
  }
  return caller;
}

/**
 * The caller, if their role is enough in every library there is.
 * @throws as demand does.
 */
export function demandEverywhere(caller: Caller, needed: Role): KnownCaller {
  if (caller.kind === 'anonymous') throw new UnauthenticatedError(`This needs a token with the role ${needed}.`);
  if (caller.library !== undefined || !includes(caller.role, needed)) {
    throw new ForbiddenError(`This needs a token with the role ${needed} in every library.`);
  }
  return caller;
}

/**
 * The caller, unless they come with a session: who could mint or make tokens with one would never have to go.
 * @throws ForbiddenError
 */
export function demandToken(caller: KnownCaller): KnownCaller {
  if (caller.kind === 'session') throw new ForbiddenError('This needs a bearer token; a session is not enough.');
  return caller;
}
