import { type Role, ROLES } from '../lib/roles.js';

/** How people sign in by an identity provider. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly rules: readonly RoleRule[];
  /** Origin of the host, as browsers see it. */
  readonly publicOrigin: string;
  /** Other origins, whose pages may sign in by a popup window. */
  readonly editorOrigins: readonly string[];
}

/** Whoever has the value in the claim has the role in the library. */
export interface RoleRule {
  readonly claim: string;
  readonly value: string;
  /** `*` for every library. */
  readonly library: string;
  readonly role: Role;
}

/**
 * One rule, `groups=editors:demo:editor`. The claim ends at the first `=`; library and role are the last two parts, because values
 * may contain colons. Undefined for any other text.
 */
export function parseRoleRule(text: string): RoleRule | undefined {
  const [, claim, value, library, role] = /^([^=\s]+)=(.+):([^:\s]+):([^:\s]+)$/.exec(text) ?? [];
  const found = ROLES.find((each) => each === role);
  return claim && value && library && found ? { claim, value, library, role: found } : undefined;
}
