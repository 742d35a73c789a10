import { ForbiddenError, UnauthenticatedError } from '../lib/domain-error.js';
import type { PrincipalIdentity } from './identity.js';
import { type Role, ROLES } from './roles.js';

/** A principal with a valid token or session. */
export interface AuthenticatedPrincipal {
  readonly kind: 'token' | 'session';
  readonly actor: PrincipalIdentity;
  /** Id of the token, or of the token that created the session. All sessions of a token share its limits. */
  readonly token: string;
  readonly role: Role;
  /** The library of the role; undefined for all libraries. */
  readonly library: string | undefined;
  /**
   * Roles by library (`*` for every library) of a person who signed in through an identity provider. Then `role` and
   * `library` are a lower bound.
   */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** The caller. Without a token, it may only read published content. */
export type Principal = AuthenticatedPrincipal | { readonly kind: 'anonymous' };

export const ANONYMOUS: Principal = Object.freeze({ kind: 'anonymous' });

/** The principal's role in a library; undefined if it may only read published content. */
export function roleIn(principal: Principal, library: string): Role | undefined {
  if (principal.kind === 'anonymous') return undefined;
  const { roles } = principal;
  if (roles) return highest([roles[EVERY_LIBRARY], Object.hasOwn(roles, library) ? roles[library] : undefined]);
  return principal.library === undefined || principal.library === library ? principal.role : undefined;
}

/** The key for all libraries in roles. */
export const EVERY_LIBRARY = '*';

/** The libraries in which the principal has a role; undefined for all libraries. */
export function librariesOf({ library, roles }: AuthenticatedPrincipal): readonly string[] | undefined {
  if (!roles) return library === undefined ? undefined : [library];
  return Object.hasOwn(roles, EVERY_LIBRARY) ? undefined : Object.keys(roles);
}

/** The principal's highest role in any library. */
export const highestRole = ({ role, roles = {} }: AuthenticatedPrincipal): Role =>
  highest([role, ...Object.values(roles)])!;

/** Undefined for an empty list. */
const highest = (roles: readonly (Role | undefined)[]): Role | undefined =>
  ROLES.findLast((role) => roles.includes(role));

/** Each role includes the permissions of those before it. */
export const includes = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export function allows(principal: Principal, library: string, needed: Role): boolean {
  const role = roleIn(principal, library);
  return role !== undefined && includes(role, needed);
}

/**
 * Returns the principal if its role in the library suffices.
 * @throws UnauthenticatedError without a token, ForbiddenError if the role does not suffice.
 */
export function requireRole(principal: Principal, library: string, needed: Role): AuthenticatedPrincipal {
  if (principal.kind === 'anonymous') {
    throw new UnauthenticatedError(`This needs a token with the role ${needed} in library "${library}". Send one.`);
  }
  if (!allows(principal, library, needed)) {
    const role = roleIn(principal, library);
    throw new ForbiddenError(
      `This needs the role ${needed} in library "${library}"; this token ${role ? `has the role ${role}` : 'has none'}. Use another token.`,
    );
  }
  return principal;
}

/**
 * Returns the principal if its role suffices in every library.
 * @throws like requireRole.
 */
export function requireRoleEverywhere(principal: Principal, needed: Role): AuthenticatedPrincipal {
  if (principal.kind === 'anonymous')
    throw new UnauthenticatedError(`This needs a token with the role ${needed}. Send one.`);
  if (principal.library !== undefined || !includes(principal.role, needed)) {
    throw new ForbiddenError(`This needs a token with the role ${needed} in every library. Use another token.`);
  }
  return principal;
}

/**
 * Returns the principal unless it has a session. Otherwise a session could sign new sessions or create tokens, and so
 * never expire.
 * @throws ForbiddenError
 */
export function requireToken(principal: AuthenticatedPrincipal): AuthenticatedPrincipal {
  if (principal.kind === 'session')
    throw new ForbiddenError('This needs a bearer token; a session is not enough. Send the token itself.');
  return principal;
}
