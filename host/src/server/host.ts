import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEFAULTS } from '../config/defaults.js';
import { ContentChangedError } from '../lib/content.js';
import { dropUnreadBody } from '../lib/drop-body.js';
import { LIMITS } from '../lib/limits.js';
import { UnavailableError } from '../lib/domain-error.js';
import type { DeliveryLimit } from './middleware/delivery-limit.js';
import { delays, type Delays } from './middleware/delays.js';
import { options as answerOptions, readOnly } from './middleware/method.js';
import { wellFormed } from './middleware/path.js';
import { urlTokens } from './middleware/url-tokens.js';
import { type RequestContext, createRequestContext, type Handler } from './http/request-context.js';
import type { RawHandler } from '../lib/node-handler.js';
import { failure, notFound, printable, type HostResponse, unavailable } from './http/response.js';
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
  /** The folder that holds one folder per library, or another source of content. */
  libraries?: string | Library;
  /** The folder of the built site. */
  site?: string;
  /** What `/` shows. Default: `site`. */
  home?: Home;
  /** The folder of the kit's scripts of former versions, as `copyBuilds` writes it. */
  builds?: string;
  /** 0 takes a free one. */
  port?: number;
  /** The address to listen on. */
  hostname?: string;
  /** Seconds for which a published component or stylesheet may be shown without asking. */
  deliveryMaxAge?: number;
  /** Whether delivered content has the headers `Surrogate-Key` and `Cache-Tag`; it has none by default. */
  surrogateKeys?: boolean;
  /** Seconds for which an idle connection is kept; 0 for as long as the client likes. */
  keepAliveSeconds?: number;
  delays?: Delays;
  clock?: Clock;
  log?: Log;
  /** Asked before the routes of content, in order: what takes other methods, or streams. */
  raw?: readonly RawHandler[];
  /** What preview links show; without it there are none. */
  previews?: Omit<PreviewsOptions, 'clock'>;
  /** How often one address may ask; without it, as often as it likes. */
  deliveryLimit?: DeliveryLimit;
  /** Called with each request before it is answered. */
  observe?: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Host {
  /** Resolves with the URL once requests are answered. */
  listen(): Promise<string>;
  /** Lets running answers finish, up to a limit. */
  close(): Promise<void>;
  /** Known while listening. */
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

  /** The whole host, in order: the first that answers has answered. */
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
  let closing = false;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const aborted = new AbortController();
    // Whoever has the whole answer has not gone; aborting costs as much as a small answer.
    response.once('close', () => response.writableFinished || aborted.abort());
    const context = createRequestContext(request, aborted);
    try {
      observe?.(request, response);
      const refusal = urlTokens(context);
      if (!refusal && context.refused === undefined && (await handledRaw(raw, request, response))) return;
      const hostResponse = refusal ?? deliveryLimit?.refuse(request) ?? (await firstResponse(handlers, context));
      if (hostResponse.kind === 'text' && hostResponse.status === 404) deliveryLimit?.missed(request);
      dropUnreadBody(request);
      // A connection that is kept would hold up the shutdown.
      if (closing) response.setHeader('connection', 'close');
      await respondUnchanged(context, hostResponse, response);
    } catch (error) {
      // A client that has left needs no answer, and is not worth a line.
      if (aborted.signal.aborted) return;
      if (error instanceof UnavailableError && !response.headersSent) {
        await respond(context, unavailable(error), response);
        return;
      }
      log.error(`${printable(context.method)} ${printable(context.path)} failed.`, error);
      if (response.headersSent) response.destroy();
      else await respond(context, failure(500, 'Internal error. See the log of the host.'), response);
    }
  };

  /** Content that was exchanged before the first byte is looked up again. */
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
  // CONNECT never reaches the handlers; without this the client would see a cut connection.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${METHODS}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });

  return {
    async listen() {
      closing = false;
      return (url = await bind(server, port, hostname));
    },
    async close() {
      if (!server.listening) return;
      closing = true;
      url = undefined;
      await stop(server, LIMITS.shutdownMilliseconds);
    },
    get url() {
      if (url === undefined) throw new Error('The host has no URL while it does not listen: await listen() first.');
      return url;
    },
  };
}

/** How often content that changes all the time is looked up for one answer. */
const ATTEMPTS = 3;

async function handledRaw(
  raw: readonly RawHandler[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = parsed(request.url ?? '/');
  if (!url) return false;
  for (const handle of raw) if (await handle(request, response, url)) return true;
  return false;
}

/** Undefined for what is no URL. */
function parsed(target: string): URL | undefined {
  try {
    return new URL(target, BASE);
  } catch {
    return undefined;
  }
}

/** Only path and query count: by which name the host is called is the network's business. */
const BASE = 'http://localhost';

async function firstResponse(handlers: readonly Handler[], context: RequestContext): Promise<HostResponse> {
  for (const handle of handlers) {
    const hostResponse = await handle(context);
    if (hostResponse) return hostResponse;
  }
  return notFound(context.path);
}
