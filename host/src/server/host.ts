import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEFAULTS } from '../config/defaults.js';
import { ContentChangedError } from '../lib/content.js';
import { dropUnreadBody } from '../lib/drop-body.js';
import { LIMITS } from '../lib/limits.js';
import { storeUnavailable, UnavailableError } from '../lib/domain-error.js';
import { BlobStoreError } from '../storage/blob-store.js';
import type { DeliveryLimit } from './middleware/delivery-limit.js';
import { delays, type Delays } from './middleware/delays.js';
import { options as answerOptions, readOnly } from './middleware/method.js';
import { wellFormed } from './middleware/path.js';
import { urlTokens } from './middleware/url-tokens.js';
import { type RequestContext, createRequestContext, type Handler } from './http/request-context.js';
import type { RawHandler } from '../lib/node-handler.js';
import { failure, notFound, printable, type HostResponse, unavailable } from './http/response.js';
import { withoutPreviewToken } from './http/preview-path.js';
import { noSurrogateHeaders, surrogateHeaders } from './http/surrogate-headers.js';
import { createNegotiator } from './http/representation.js';
import { createResponder } from './http/send-response.js';
import { bind, connectionTimeouts, stop } from './listener.js';
import { METHODS } from '../lib/http-policies.js';
import { type Clock, systemClock } from '../lib/clock.js';
import { consoleLog, type Log } from '../lib/log.js';
import { api } from './routes/api.js';
import { clockRoute } from './routes/clock.js';
import { components } from './routes/components.js';
import { media } from './routes/media.js';
import { previews, type PreviewsOptions } from './routes/previews.js';
import { type Home, site } from './static/site.js';
import { styles } from './routes/styles.js';
import { thumbnails } from './routes/thumbnails.js';
import { traceRequest } from './tracing/trace-request.js';
import { createFileReader } from './static/file-reader.js';
import { folderLibrary } from './static/folder-library.js';
import type { Library } from '../publishing/delivery-source.js';

export interface HostOptions {
  /** The folder with one folder per library, or another source of content. */
  libraries?: string | Library;
  /** The folder of the built site. */
  site?: string;
  /** The start page. Default: `site`. */
  home?: Home;
  /** The folder of the kit's scripts of earlier versions, as written by `copyBuilds`. */
  builds?: string;
  /** 0 selects a free port. */
  port?: number;
  /** The address to listen on. */
  hostname?: string;
  /** Seconds for which a published component or stylesheet may be used without revalidation. */
  deliveryMaxAge?: number;
  /** Whether delivered content has the headers `Surrogate-Key` and `Cache-Tag`; false by default. */
  surrogateKeys?: boolean;
  /** Seconds until an idle connection is closed; 0 for no limit. */
  keepAliveSeconds?: number;
  delays?: Delays;
  clock?: Clock;
  log?: Log;
  /** Handlers before the routes of content, in order: for other methods, or for streaming. */
  raw?: readonly RawHandler[];
  /** The content of preview links, which are disabled without it. */
  previews?: Omit<PreviewsOptions, 'clock'>;
  /** Rate limit per address; none by default. */
  deliveryLimit?: DeliveryLimit;
  /** Called for each request before its response. */
  observe?: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Host {
  /** Resolves with the URL once the host accepts requests. */
  listen(): Promise<string>;
  /** Lets running requests finish, up to a time limit. */
  close(): Promise<void>;
  /** Defined while listening. */
  readonly url: string;
}

export function createHost(options: HostOptions = {}): Host {
  const { port = DEFAULTS.port, hostname = DEFAULTS.hostname, clock = systemClock, log = consoleLog } = options;
  const { libraries = DEFAULTS.libraries, deliveryMaxAge = DEFAULTS.deliveryMaxAge } = options;
  const { keepAliveSeconds = DEFAULTS.keepAliveSeconds } = options;
  const { raw = [], observe, deliveryLimit } = options;
  const files = createFileReader();
  const library = typeof libraries === 'string' ? folderLibrary(libraries, files) : libraries;

  const surrogates = options.surrogateKeys ? surrogateHeaders : noSurrogateHeaders;

  /** All handlers in order. The first that returns a response wins. */
  const handlers: readonly Handler[] = [
    answerOptions,
    readOnly,
    wellFormed,
    delays(options.delays ?? {}),
    clockRoute(clock),
    api(library),
    components(library, deliveryMaxAge, surrogates),
    styles(library, deliveryMaxAge, surrogates),
    media(library, surrogates),
    thumbnails(library, surrogates),
    ...(options.previews ? [previews({ ...options.previews, clock })] : []),
    site(
      { site: options.site ?? DEFAULTS.site, kit: DEFAULTS.site, home: options.home ?? 'site', builds: options.builds },
      files,
    ),
  ];

  const respond = createResponder(createNegotiator(), clock);
  let url: string | undefined;
  let isClosing = false;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const aborted = new AbortController();
    // A client with the complete response has not disconnected. Also, aborting costs as much as a small response.
    response.once('close', () => response.writableFinished || aborted.abort());
    const context = createRequestContext(request, aborted);
    try {
      observe?.(request, response);
      const rejection = urlTokens(context);
      if (!rejection && context.refused === undefined && (await handleRaw(raw, request, response))) return;
      const hostResponse = rejection ?? deliveryLimit?.refuse(request) ?? (await firstResponse(handlers, context));
      if (hostResponse.kind === 'text' && hostResponse.status === 404) deliveryLimit?.missed(request);
      dropUnreadBody(request);
      // An open connection would delay the shutdown.
      if (isClosing) response.setHeader('connection', 'close');
      await respondUnchanged(context, hostResponse, response);
    } catch (thrown) {
      // The client has disconnected, which needs no response or log entry.
      if (aborted.signal.aborted) return;
      const error = thrown instanceof BlobStoreError ? noteStoreFailure(context, thrown) : thrown;
      if (error instanceof UnavailableError && !response.headersSent) {
        await respond(context, unavailable(error), response);
        return;
      }
      log.error(`${describeRequest(context)} failed.`, error);
      if (response.headersSent) response.destroy();
      else await respond(context, failure(500, 'Internal error. See the log of the host.'), response);
    }
  };

  let storeFailureLoggedAt = -Infinity;
  /** Limits the log entries while a store is unreachable: one per request would hide all others. */
  const noteStoreFailure = (context: RequestContext, error: BlobStoreError): UnavailableError => {
    const now = performance.now();
    if (now - storeFailureLoggedAt >= STORE_FAILURE_INTERVAL) {
      storeFailureLoggedAt = now;
      log.error(
        `${describeRequest(context)} failed, because the blob store failed. ` +
          'Further failures within a minute get no line. Check the store.',
        error,
      );
    }
    return storeUnavailable(error);
  };

  /** If the content was replaced before the first byte was sent, the handlers run again. */
  const respondUnchanged = async (context: RequestContext, first: HostResponse, response: ServerResponse) => {
    for (let attempt = 1, hostResponse = first; ; attempt++, hostResponse = await firstResponse(handlers, context)) {
      try {
        return await respond(context, hostResponse, response);
      } catch (error) {
        if (!(error instanceof ContentChangedError) || response.headersSent || attempt === ATTEMPTS) throw error;
      }
    }
  };

  const timeouts = connectionTimeouts(keepAliveSeconds);
  const server = createServer(
    timeouts,
    (request, response) => void traceRequest(request, response, () => serve(request, response)),
  );
  // Node does not pass CONNECT to request handlers. Without this, the client would see a closed connection.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${METHODS}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });

  return {
    async listen() {
      isClosing = false;
      return (url = await bind(server, port, hostname));
    },
    async close() {
      if (!server.listening) return;
      isClosing = true;
      url = undefined;
      await stop(server, LIMITS.shutdownMilliseconds);
    },
    get url() {
      if (url === undefined) throw new Error('The host has no URL while it does not listen: await listen() first.');
      return url;
    },
  };
}

/** A request as it is logged. The log may belong to a program that embeds the host. */
const describeRequest = ({ method, path }: RequestContext): string =>
  `${printable(method)} ${printable(withoutPreviewToken(path))}`;

/** Milliseconds between log entries about an unreachable store. */
const STORE_FAILURE_INTERVAL = 60_000;
/** Maximum attempts per response for content that changes constantly. */
const ATTEMPTS = 3;

async function handleRaw(
  raw: readonly RawHandler[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = parseUrl(request.url ?? '/');
  if (!url) return false;
  for (const handle of raw) if (await handle(request, response, url)) return true;
  return false;
}

/** Undefined for an invalid URL. */
function parseUrl(target: string): URL | undefined {
  try {
    return new URL(target, BASE);
  } catch {
    return undefined;
  }
}

/** Only path and query matter. The name of the host depends on the network. */
const BASE = 'http://localhost';

async function firstResponse(handlers: readonly Handler[], context: RequestContext): Promise<HostResponse> {
  for (const handle of handlers) {
    const hostResponse = await handle(context);
    if (hostResponse) return hostResponse;
  }
  return notFound(context.path);
}
