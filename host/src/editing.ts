import type { TrustedProxies } from './auth/address.js';
import type { RateLimits } from './auth/rate-limit.js';
import { developmentSession } from './auth/development-session.js';
import type { BlobStore } from './domain/blobs.js';
import type { Ledger } from './domain/ledger.js';
import type { Presences } from './domain/presence.js';
import type { TokenStore } from './domain/tokens.js';
import { createGraphQL } from './graphql/server.js';
import type { RawHandler } from './http/raw.js';
import { createMedia } from './media/pictures.js';
import { createMediaProxy } from './media/proxy.js';
import { createThumbnails } from './media/thumbnails.js';
import { type Clock, type Log, systemClock } from './ports.js';

export interface EditingOptions {
  readonly ledger: Ledger;
  readonly tokens: TokenStore;
  readonly blobs: BlobStore;
  /** Who has versions open; `createPresences` on the database. */
  readonly presences: Presences;
  readonly log: Log;
  readonly clock?: Clock;
  /** Hosts that the media proxy fetches from. */
  readonly mediaHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** How often a token and an address may ask; counted by each process for itself. */
  readonly rates?: RateLimits;
  /** Signs in whoever sits at this machine, and offers GraphiQL. */
  readonly development: boolean;
  /** Aborted when the host stops. */
  readonly closing: AbortSignal;
}

/** What editors use besides delivery: GraphQL with uploads, the sign-in of development, the media proxy. */
export function editing(options: EditingOptions): readonly RawHandler[] {
  const { ledger, tokens, blobs, presences, log, clock = systemClock, trustedProxies, development, closing } = options;
  const pictures = createMedia({ blobs, ledger, clock });
  return [
    createGraphQL({
      ...{ ledger, tokens, presences, log, clock, trustedProxies, development, closing },
      ...(options.rates ? { rates: options.rates } : {}),
      media: { upload: (library, file, actor) => pictures.upload({ library, ...file, actor }) },
      thumbnails: createThumbnails({ blobs, ledger, clock }),
    }),
    // Saving a customization publishes it.
    developmentSession({ tokens, clock, development, role: 'publisher' }),
    createMediaProxy({ allowedHosts: options.mediaHosts, log }),
  ];
}
