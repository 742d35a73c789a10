import type { TrustedProxies } from '../auth/client-address.js';
import { createIdentityProvider } from '../auth/identity-provider.js';
import { createRateLimiter } from '../auth/rate-limiter.js';
import { createSealer } from '../auth/sealer.js';
import { createSharedRateLimiter } from '../auth/shared-rate-limiter.js';
import { createSignInService } from '../auth/sign-in-service.js';
import { createSignInStore, type SignInStore } from '../auth/sign-in-store.js';
import type { SigningKeys } from '../auth/signing-keys.js';
import { DEFAULT_RATES, type RateLimits } from '../config/rate-limits.js';
import type { SignInSettings } from '../config/sign-in-settings.js';
import { addAuditEntry } from '../content/audit/audit-repository.js';
import type { Database } from '../db/database.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import type { RawHandler } from '../lib/node-handler.js';
import type { SharedStore } from '../shared/shared-store.js';
import { sessionOrigin } from './middleware/session-origin.js';
import { CALLBACK_PATH, createSignInRoutes } from './routes/sign-in.js';

export interface SignIn {
  readonly store: SignInStore;
  /** Asked before all that reads a session. */
  readonly handlers: readonly RawHandler[];
  /** For when no request is answered any more. */
  close(): Promise<void>;
}

export interface SignInOptions {
  readonly database: Database;
  readonly keys: Pick<SigningKeys, 'signingKey'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustedProxies: TrustedProxies;
  /** How often one address may sign in, renew or sign out: as often as it may write. */
  readonly rates?: RateLimits | undefined;
  /** What the hosts of the database count together; without it, this host counts alone. */
  readonly shared?: SharedStore | undefined;
}

/** The provider is first asked when somebody signs in: a host starts without it. */
export function createSignIn(settings: SignInSettings, options: SignInOptions): SignIn {
  const { database, keys, clock, log, trustedProxies, rates: limits = DEFAULT_RATES, shared } = options;
  const { publicOrigin, editorOrigins, rules } = settings;
  const sealer = createSealer(settings.clientSecret);
  const provider = createIdentityProvider({ ...settings, redirectUri: `${publicOrigin}${CALLBACK_PATH}` });
  const store = createSignInStore(database, clock, sealer, addAuditEntry);
  const service = createSignInService({ provider, store, keys, rules, clock, log });
  const sharedRates = shared && createSharedRateLimiter({ limits, store: shared, clock });
  const rates = sharedRates ?? createRateLimiter(limits, clock);
  const routes = createSignInRoutes({
    ...{ service, provider, sealer, publicOrigin, editorOrigins, clock, log, rates, trustedProxies },
  });
  return {
    store,
    handlers: [sessionOrigin(publicOrigin), routes],
    close: async () => sharedRates?.close(),
  };
}
