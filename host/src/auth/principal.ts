import { ForbiddenError, UnauthenticatedError } from '../lib/domain-error.js';
import type { PrincipalIdentity } from './identity.js';
import { type Role, ROLES } from './roles.js';

/** Somebody with a token that holds. */
export interface AuthenticatedPrincipal {
  readonly kind: 'token' | 'session';
  readonly actor: PrincipalIdentity;
  /** The token itself, or the one that gave the session: what counts for all of its sessions together counts for this. */
  readonly token: string;
  readonly role: Role;
  /** The library that the role is for; undefined for every library. */
  readonly library: string | undefined;
  /**
   * Of somebody whom an identity provider signed in: role by library, `*` for every library. `role` and `library` are then what
   * holds at least.
   */
  readonly roles?: Readonly<Record<string, Role>>;
  /** Milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** Who asks. Without a token a principal reads what is published, and nothing else. */
export type Principal = AuthenticatedPrincipal | { readonly kind: 'anonymous' };

export const ANONYMOUS: Principal = Object.freeze({ kind: 'anonymous' });

/** What the principal may do in a library; undefined for reading what is published only. */
export function roleIn(principal: Principal, library: string): Role | undefined {
  if (principal.kind === 'anonymous') return undefined;
  const { roles } = principal;
  if (roles) return highest([roles[EVERY_LIBRARY], Object.hasOwn(roles, library) ? roles[library] : undefined]);
  return principal.library === undefined || principal.library === library ? principal.role : undefined;
}

/** Stands for every library, in roles. */
export const EVERY_LIBRARY = '*';

/** The libraries that the principal has a role in; undefined for every library. */
export function librariesOf({ library, roles }: AuthenticatedPrincipal): readonly string[] | undefined {
  if (!roles) return library === undefined ? undefined : [library];
  return Object.hasOwn(roles, EVERY_LIBRARY) ? undefined : Object.keys(roles);
}

/** The highest role that the principal has anywhere. */
export const highestRole = ({ role, roles = {} }: AuthenticatedPrincipal): Role =>
  highest([role, ...Object.values(roles)])!;

/** Undefined without any. */
const highest = (roles: readonly (Role | undefined)[]): Role | undefined =>
  ROLES.findLast((role) => roles.includes(role));

/** Each role may do what those before it may. */
export const includes = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export function allows(principal: Principal, library: string, needed: Role): boolean {
  const role = roleIn(principal, library);
  return role !== undefined && includes(role, needed);
}

/**
 * The principal, if their role in the library is enough.
 * @throws UnauthenticatedError without a token, ForbiddenError with one that is not enough.
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
 * The principal, if their role is enough in every library there is.
 * @throws as requireRole does.
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
 * The principal, unless they come with a session: who could sign sessions or create tokens with one would never have to go.
 * @throws ForbiddenError
 */
export function requireToken(principal: AuthenticatedPrincipal): AuthenticatedPrincipal {
  if (principal.kind === 'session')
    throw new ForbiddenError('This needs a bearer token; a session is not enough. Send the token itself.');
  return principal;
}
