/** Signs people in through an identity provider, and creates sessions for their pages while the provider agrees. */
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import { signSession } from './session.js';
import type { SigningKeys } from './signing-keys.js';
import {
  type Checks,
  type IdentityProvider,
  ProviderUnavailableError,
  reasonOf,
  SignInRefusedError,
} from './identity-provider.js';
import { leastRole, madeBySignIn } from './person.js';
import { rolesOf } from './role-rules.js';
import type { RoleRule } from '../config/sign-in-settings.js';
import type { SignIn, SignInStore } from './sign-in-store.js';

/** The session of a page. */
export interface PageSession {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Seconds until it expires, because the browser's clock may be wrong. */
  readonly expiresIn: number;
  readonly name: string;
}

export interface SignInService {
  /** @throws ProviderUnavailableError, SignInRefusedError, NoRoleError */
  complete(
    callback: URL,
    checks: Checks,
    origin: string,
    address: string,
  ): Promise<SignIn & { readonly secret: string }>;
  /** A session for pages of the sign-in's origin; undefined if the sign-in has ended. @throws ProviderUnavailableError */
  session(secret: string, origin: string): Promise<PageSession | undefined>;
  /** Whether `session` would succeed, without asking the provider. */
  isActive(secret: string, origin: string): Promise<boolean>;
  /** Ends the sign-in with all its sessions; undefined if there was none. */
  end(secret: string, origin: string, address: string): Promise<SignIn | undefined>;
}

/** The person has no role. */
export class NoRoleError extends Error {
  constructor(readonly person: string) {
    super(`No rule of FEAAS_OIDC_ROLES gives ${person} a role. Add one that matches a claim of this person.`);
  }
}

const SESSION_MILLISECONDS = 5 * 60_000;
/** Milliseconds after which the provider is asked again about a person. */
const CHECK_AFTER = 4 * 60_000;
/** Milliseconds for which sessions continue while the provider does not respond. */
const GRACE = 15 * 60_000;

export interface SignInServiceOptions {
  readonly provider: IdentityProvider;
  readonly store: SignInStore;
  readonly keys: Pick<SigningKeys, 'signingKey'>;
  readonly rules: readonly RoleRule[];
  readonly clock: Clock;
  readonly log: Log;
}

export function createSignInService(options: SignInServiceOptions): SignInService {
  const { provider, store, keys, rules, clock, log } = options;

  /** The sign-in after a check with the provider. Undefined if the provider rejects it, or if no role is left. */
  async function check(signIn: SignIn): Promise<SignIn | undefined> {
    const { refreshToken, subject, checkedAt, claimedAt } = signIn;
    const now = clock();
    if (refreshToken === undefined || now - Math.max(checkedAt, claimedAt) < CHECK_AFTER) return signIn;
    // Another host is asking the provider.
    if (!(await store.claim(signIn))) return signIn;
    try {
      const identity = await provider.refresh(refreshToken, subject);
      const roles = rolesOf(identity.claims, rules);
      const updated = await store.update(signIn, identity, roles);
      if (Object.keys(roles).length > 0) return updated;
    } catch (error) {
      if (error instanceof ProviderUnavailableError) {
        log.warn(`The host could not renew a sign-in: ${error.message} Check the cause: ${reasonOf(error)}`);
        if (error.refreshToken !== undefined) await store.keepRefreshToken(signIn, error.refreshToken);
        return signIn;
      }
      if (!(error instanceof SignInRefusedError)) throw error;
    }
    await store.remove(signIn);
    return undefined;
  }

  return {
    async complete(callback, checks, origin, address) {
      const identity = await provider.complete(callback, checks);
      const roles = rolesOf(identity.claims, rules);
      if (Object.keys(roles).length === 0) {
        await store.refuse(identity, origin, address);
        throw new NoRoleError(identity.subject);
      }
      return store.add(identity, roles, origin, address);
    },

    async session(secret, origin) {
      const found = await store.findBySecret(secret);
      if (found?.origin !== origin) return undefined;
      const signIn = await check(found);
      // The person may have lost the last role through a check in another browser.
      if (!signIn || Object.keys(signIn.roles).length === 0) return undefined;
      const now = clock();
      if (signIn.refreshToken !== undefined && now - signIn.checkedAt > GRACE)
        throw new ProviderUnavailableError(
          'The identity provider has not answered for 15 minutes. Try again when it answers.',
        );
      const expiresAt = Math.floor(Math.min(now + SESSION_MILLISECONDS, signIn.expiresAt) / 1000) * 1000;
      if (expiresAt - now < 1000) return undefined;
      const { id, name, roles, userId } = signIn;
      const claims = { ...leastRole(roles), name, madeBy: madeBySignIn(id), subject: userId, origin, expiresAt };
      const token = await signSession(await keys.signingKey(), claims, now);
      return { token, expiresAt, expiresIn: Math.floor((expiresAt - now) / 1000), name };
    },

    async isActive(secret, origin) {
      const found = await store.findBySecret(secret);
      return found?.origin === origin && Object.keys(found.roles).length > 0;
    },

    async end(secret, origin, address) {
      const found = await store.findBySecret(secret);
      if (found?.origin !== origin) return undefined;
      await store.remove(found, { address });
      return found;
    },
  };
}
