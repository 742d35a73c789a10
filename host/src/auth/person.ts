/** A person whom an identity provider has signed in, as sessions and principals name them. */
import { isDisplayName } from '../validation/check-input.js';
import { type AuthenticatedPrincipal, EVERY_LIBRARY } from './principal.js';
import type { Role } from './roles.js';
import type { Claims, Roles } from './role-rules.js';

export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly roles: Roles;
}

/** In place of the id of a token: hosts of an earlier version know no such token, and refuse the session. */
const PREFIX = 'sign-in:';

export const madeBySignIn = (id: string): string => PREFIX + id;

/** The sign-in that gave a session; undefined where a token gave it. */
export const signInOf = (madeBy: string): string | undefined =>
  madeBy.startsWith(PREFIX) ? madeBy.slice(PREFIX.length) : undefined;

/** What the roles hold at least, for what knows one role in one library or in every library. */
export function leastRole(roles: Roles): { readonly library: string | undefined; readonly role: Role } {
  const everywhere = roles[EVERY_LIBRARY];
  if (everywhere !== undefined) return { library: undefined, role: everywhere };
  const [library = '', role = 'viewer'] = Object.entries(roles)[0] ?? [];
  return { library, role };
}

/** How audit logs and histories name a user: the name may change, this does not. */
export const userActor = (userId: string): string => `user:${userId}`;

export function personPrincipal({ userId, name, roles }: Person, expiresAt: number): AuthenticatedPrincipal {
  const id = userActor(userId);
  return { kind: 'session', actor: { name, id }, token: id, ...leastRole(roles), roles, expiresAt };
}

/** The name that histories show: what the provider calls the person, or else whatever names them. */
export function nameOf(claims: Claims, subject: string): string {
  const names = [claims['name'], claims['preferred_username'], claims['email']];
  return names.find(isDisplayName) ?? (isDisplayName(subject) ? subject : 'Unknown');
}
