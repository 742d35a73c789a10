/** Which claims of an identity provider give which role in which library. */
import type { RoleRule } from '../config/sign-in-settings.js';
import { includes } from './principal.js';
import type { Role } from './roles.js';

/** Role by library; `*` for every library. */
export type Roles = Readonly<Record<string, Role>>;

export type Claims = Readonly<Record<string, unknown>>;

/** The highest role of all rules that match, by library. */
export function rolesOf(claims: Claims, rules: readonly RoleRule[]): Roles {
  const roles = new Map<string, Role>();
  for (const { claim, value, library, role } of rules) {
    if (!valuesOf(claims, claim).includes(value)) continue;
    const before = roles.get(library);
    if (before === undefined || includes(role, before)) roles.set(library, role);
  }
  return Object.fromEntries(roles);
}

/** The claim of this very name; else each dot leads into an object, as in Keycloak's `realm_access.roles`. */
function valuesOf(claims: Claims, claim: string): readonly unknown[] {
  // Anybody may register somebody else's address at some providers. What the provider has not checked says nothing.
  if (claim === 'email' && claims['email_verified'] !== true) return [];
  const found = Object.hasOwn(claims, claim) ? claims[claim] : nested(claims, claim.split('.'));
  return Array.isArray(found) ? found : [found];
}

function nested(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? (inner as Claims)[name] : undefined,
    value,
  );
}
