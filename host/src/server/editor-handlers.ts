import type { TrustedProxies } from '../auth/client-address.js';
import type { RateLimits } from '../config/rate-limits.js';
import { developmentSession } from './routes/development-session.js';
import { signInStatusNone } from './routes/sign-in.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { ContentService } from '../content/content-service.js';
import type { Presences } from '../content/presence/presence.js';
import type { TokenStore } from '../auth/token-store.js';
import { createGraphQL } from '../graphql/server.js';
import { createMcpEndpoint } from '../mcp/http-endpoint.js';
import type { GraphQLObserver } from '../graphql/observer.js';
import type { SignIn } from './sign-in.js';
import type { RawHandler } from '../lib/node-handler.js';
import { createMedia } from '../content/media/image-uploads.js';
import { createMediaProxy } from './routes/media-proxy.js';
import { createThumbnails } from '../content/media/thumbnails.js';
import type { ReplicaReads } from '../publishing/replica-reads.js';
import type { SharedStore } from '../shared/shared-store.js';
import { type Clock, systemClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';
import type { ContentValidator } from '../validation/content-validator.js';

export interface EditorHandlersOptions {
  readonly contentService: ContentService;
  readonly tokens: TokenStore;
  readonly blobs: BlobStore;
  /** Who has versions open; `createPresences` on the database. */
  readonly presences: Presences;
  /** Checks what is saved; in this thread if left out. */
  readonly validator?: ContentValidator;
  readonly log: Log;
  readonly clock?: Clock;
  /** Hosts that the media proxy fetches from. */
  readonly mediaHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** How often a token and an address may ask. */
  readonly rates?: RateLimits;
  /** What the hosts of the database count and keep together; without it, this host counts alone. */
  readonly shared?: SharedStore | undefined;
  /** Answers queries without a token out of a replica of the database. */
  readonly replica?: ReplicaReads | undefined;
  /** Hears of GraphQL's operations and errors. */
  readonly graphqlObserver?: GraphQLObserver;
  /** Signs in whoever sits at this machine, and offers GraphiQL. */
  readonly development: boolean;
  /** Signs people in by an identity provider. */
  readonly signIn?: SignIn;
  /** Pages that may sign in with the code of development, besides the host's own. */
  readonly developmentOrigins?: readonly string[];
  /** Lets agents in at /mcp, and pages of these origins; without it there is no such endpoint. */
  readonly mcp?: { readonly origins: readonly string[] };
  /** The folder of files that are being uploaded. One of the system's, for all processes, by default. */
  readonly uploadFolder?: string;
  /** Aborted when the host stops. */
  readonly closing: AbortSignal;
}

export interface EditorHandlers {
  readonly handlers: readonly RawHandler[];
  /** For when no request is answered any more. */
  close(): Promise<void>;
}

/** What editors and agents use besides delivery: GraphQL with uploads, MCP, the sign-in of development, the media proxy. */
export function createEditorHandlers(options: EditorHandlersOptions): EditorHandlers {
  const {
    contentService,
    tokens,
    blobs,
    presences,
    log,
    clock = systemClock,
    trustedProxies,
    development,
    developmentOrigins = [],
    closing,
  } = options;
  const pictures = createMedia({ blobs, contentService, clock });
  const graphql = createGraphQL({
    ...{ contentService, tokens, presences, log, clock, trustedProxies, development, closing },
    observer: options.graphqlObserver,
    ...(options.signIn ? { signIns: options.signIn.store } : {}),
    shared: options.shared,
    replica: options.replica,
    ...(options.rates ? { rates: options.rates } : {}),
    ...(options.validator ? { validator: options.validator } : {}),
    ...(options.uploadFolder === undefined ? {} : { uploadFolder: options.uploadFolder }),
    media: {
      upload: (library, file, actor, key) => pictures.upload({ library, ...file, actor, key }),
      remove: pictures.remove,
    },
    thumbnails: createThumbnails({ blobs, contentService, clock }),
  });
  const handlers = [
    ...(options.signIn ? options.signIn.handlers(graphql.chargeAddress) : [signInStatusNone]),
    graphql.handle,
    ...(options.mcp ? [createMcpEndpoint({ graphql, origins: options.mcp.origins, log, closing })] : []),
    // Saving a customization publishes it.
    developmentSession({ tokens, clock, development, role: 'publisher', origins: developmentOrigins }),
    createMediaProxy({ allowedHosts: options.mediaHosts, log }),
  ];
  return { handlers, close: graphql.close };
}
