/** Maps claims of an identity provider to roles in libraries. */
import type { RoleRule } from '../config/sign-in-settings.js';
import { includes } from './principal.js';
import type { Role } from './roles.js';

/** Roles by library; `*` for every library. */
export type Roles = Readonly<Record<string, Role>>;

export type Claims = Readonly<Record<string, unknown>>;

/** The highest role of all matching rules, by library. */
export function rolesOf(claims: Claims, rules: readonly RoleRule[]): Roles {
  const roles = new Map<string, Role>();
  for (const { claim, value, library, role } of rules) {
    if (!valuesOf(claims, claim).includes(value)) continue;
    const current = roles.get(library);
    if (current === undefined || includes(role, current)) roles.set(library, role);
  }
  return Object.fromEntries(roles);
}

/** The values of a claim with this exact name, or nested by dots, as in Keycloak's `realm_access.roles`. */
function valuesOf(claims: Claims, claim: string): readonly unknown[] {
  // With some providers, anybody may register another person's address, so unverified ones are ignored.
  if (claim === 'email' && claims['email_verified'] !== true) return [];
  const found = Object.hasOwn(claims, claim) ? claims[claim] : nestedValue(claims, claim.split('.'));
  return Array.isArray(found) ? found : [found];
}

function nestedValue(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? (inner as Claims)[name] : undefined,
    value,
  );
}
