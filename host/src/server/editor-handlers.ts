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
  /** The open editors of versions; `createPresences` on the database. */
  readonly presences: Presences;
  /** Validates content on save. By default this runs in this thread. */
  readonly validator?: ContentValidator;
  readonly log: Log;
  readonly clock?: Clock;
  /** Hosts from which the media proxy may fetch. */
  readonly mediaHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** Rate limits per token and address. */
  readonly rates?: RateLimits;
  /** Counters and caches shared by the hosts of the database. If undefined, this host counts alone. */
  readonly shared?: SharedStore | undefined;
  /** Serves queries without a token from a replica of the database. */
  readonly replica?: ReplicaReads | undefined;
  /** Receives operations and errors of GraphQL. */
  readonly graphqlObserver?: GraphQLObserver;
  /** Enables the sign-in of local users with the development code, and GraphiQL. */
  readonly development: boolean;
  /** Signs people in through an identity provider. */
  readonly signIn?: SignIn;
  /** Origins besides the host's own whose pages may sign in with the development code. */
  readonly developmentOrigins?: readonly string[];
  /** Enables /mcp for agents, and for pages of these origins. */
  readonly mcp?: { readonly origins: readonly string[] };
  /** The folder for uploaded files. By default a temporary folder of the system, shared by all processes. */
  readonly uploadFolder?: string;
  /** Aborted when the host stops. */
  readonly closing: AbortSignal;
}

export interface EditorHandlers {
  readonly handlers: readonly RawHandler[];
  /** Called after the last request. */
  close(): Promise<void>;
}

/** Creates the handlers for editors and agents: GraphQL with uploads, MCP, the development sign-in, the media proxy. */
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
    // Saving a customization also publishes it, so the role is publisher.
    developmentSession({ tokens, clock, development, role: 'publisher', origins: developmentOrigins }),
    createMediaProxy({ allowedHosts: options.mediaHosts, log }),
  ];
  return { handlers, close: graphql.close };
}
