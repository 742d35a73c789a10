import type { TrustedProxies } from '../auth/client-address.js';
import { createIdentityProvider } from '../auth/identity-provider.js';
import { createSealer } from '../auth/sealer.js';
import { createSignInService } from '../auth/sign-in-service.js';
import { createSignInStore, type SignInStore } from '../auth/sign-in-store.js';
import type { SigningKeys } from '../auth/signing-keys.js';
import type { SignInSettings } from '../config/sign-in-settings.js';
import { addAuditEntry } from '../content/audit/audit-repository.js';
import type { Database } from '../db/database.js';
import type { Clock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import type { RawHandler } from '../lib/node-handler.js';
import { sessionOrigin } from './middleware/session-origin.js';
import { CALLBACK_PATH, type ChargeAddress, createSignInRoutes } from './routes/sign-in.js';

export interface SignIn {
  readonly store: SignInStore;
  /** Must run before all handlers that read a session. */
  handlers(chargeAddress: ChargeAddress): readonly RawHandler[];
}

export interface SignInOptions {
  readonly database: Database;
  readonly keys: Pick<SigningKeys, 'signingKey'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustedProxies: TrustedProxies;
}

/** The provider is first contacted at a sign-in, so that a host can start without it. */
export function createSignIn(settings: SignInSettings, options: SignInOptions): SignIn {
  const { database, keys, clock, log, trustedProxies } = options;
  const { publicOrigin, editorOrigins, rules } = settings;
  const sealer = createSealer(settings.clientSecret);
  const provider = createIdentityProvider({ ...settings, redirectUri: `${publicOrigin}${CALLBACK_PATH}` }, log);
  const store = createSignInStore(database, clock, sealer, addAuditEntry);
  const service = createSignInService({ provider, store, keys, rules, clock, log });
  return {
    store,
    handlers: (chargeAddress) => [
      sessionOrigin(publicOrigin),
      createSignInRoutes({
        ...{ service, provider, sealer, publicOrigin, editorOrigins, chargeAddress, clock, log, trustedProxies },
      }),
    ],
  };
}
