/** A person who signed in through an identity provider, in the form of sessions and principals. */
import { isDisplayName } from '../validation/check-input.js';
import { type AuthenticatedPrincipal, EVERY_LIBRARY } from './principal.js';
import type { Role } from './roles.js';
import type { Claims, Roles } from './role-rules.js';

export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly roles: Roles;
}

/** Prefix in place of a token's id. Hosts of an earlier version find no such token and reject the session. */
const PREFIX = 'sign-in:';

export const madeBySignIn = (id: string): string => PREFIX + id;

/** The id of the sign-in that created a session; undefined if a token created it. */
export const signInOf = (madeBy: string): string | undefined =>
  madeBy.startsWith(PREFIX) ? madeBy.slice(PREFIX.length) : undefined;

/** A lower bound of the roles, for code that supports only one role in one library or in all. */
export function leastRole(roles: Roles): { readonly library: string | undefined; readonly role: Role } {
  const everywhere = roles[EVERY_LIBRARY];
  if (everywhere !== undefined) return { library: undefined, role: everywhere };
  const [library = '', role = 'viewer'] = Object.entries(roles)[0] ?? [];
  return { library, role };
}

/** The id of a user in audit logs and histories. Unlike the name, it never changes. */
export const userActor = (userId: string): string => `user:${userId}`;

export function personPrincipal({ userId, name, roles }: Person, expiresAt: number): AuthenticatedPrincipal {
  const id = userActor(userId);
  return { kind: 'session', actor: { name, id }, token: id, ...leastRole(roles), roles, expiresAt };
}

/** The name shown in histories: the first valid display name of the claims, or else the subject. */
export function nameOf(claims: Claims, subject: string): string {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  return names.find(isDisplayName) ?? (isDisplayName(subject) ? subject : 'Unknown');
}
