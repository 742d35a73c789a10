import { type Role, ROLES } from '../lib/roles.js';

/** Settings for the sign-in through an identity provider. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly rules: readonly RoleRule[];
  /** Origin of the host in browsers. */
  readonly publicOrigin: string;
  /** Other origins whose pages may sign in with a popup window. */
  readonly editorOrigins: readonly string[];
}

/** Gives the role in the library to everybody whose claim has the value. */
export interface RoleRule {
  readonly claim: string;
  readonly value: string;
  /** `*` for every library. */
  readonly library: string;
  readonly role: Role;
}

/**
 * Parses a rule such as `groups=editors:demo:editor`. The claim ends at the first `=`. The library and role are the
 * last two parts, because values may contain colons. Undefined for an invalid rule.
 */
export function parseRoleRule(text: string): RoleRule | undefined {
  const [, claim, value, library, role] = /^([^=\s]+)=(.+):([^:\s]+):([^:\s]+)$/.exec(text) ?? [];
  const found = ROLES.find((each) => each === role);
  return claim && value && library && found ? { claim, value, library, role: found } : undefined;
}
