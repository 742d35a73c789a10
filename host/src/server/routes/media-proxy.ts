/** `{backend}/proxy/media?url=`: makes pictures and fonts of other hosts readable for the screenshot library. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LimitTable } from '../../lib/limits.js';
import { failure, type Headers } from '../http/response.js';
import type { RawHandler } from '../../lib/node-handler.js';
import { COMMON, CORS, MEDIA_DOCUMENT } from '../../lib/http-policies.js';
import type { Log } from '../../lib/log.js';
import { hostRule } from '../../lib/guarded-fetch/allowed-hosts.js';
import {
  type Fetched,
  fetchGuarded,
  type FetchRules,
  type Lookup,
  type Permit,
  publicWeb,
  resolveHost,
} from '../../lib/guarded-fetch/guarded-fetch.js';
import { FetchRefusedError } from '../../lib/guarded-fetch/fetch-refused-error.js';
import { detectType, DETECTION_BYTES, type MediaKind } from '../../content/media/detect-type.js';

export const PROXY_LIMITS = Object.freeze({
  bytes: 10 * 1024 * 1024,
  /** Timeout of a whole response. */
  milliseconds: 10_000,
  redirects: 5,
  /** Concurrent responses; further requests get 503. */
  concurrency: 32,
  /** Maximum characters of the URL. */
  address: 4096,
});

export type ProxyLimits = LimitTable<typeof PROXY_LIMITS>;

export interface ProxyOptions {
  /** `cdn.example.com` or `*.example.com`; an empty list allows no hosts. */
  allowedHosts: readonly string[];
  lookup?: Lookup;
  /** IP addresses and ports to which the proxy may connect. By default public ones, at ports 80 and 443. */
  permit?: Permit;
  limits?: Partial<ProxyLimits>;
  log: Log;
}

/**
 * Handles GET and HEAD of `/proxy/media` and `/api/proxy/media`.
 * @throws HostError for an invalid host in `allowedHosts`.
 */
export function createMediaProxy(options: ProxyOptions): RawHandler {
  const { allowedHosts, lookup = resolveHost, permit = publicWeb, log } = options;
  const limits: ProxyLimits = { ...PROXY_LIMITS, ...options.limits };
  const rules: FetchRules = { isAllowedHost: hostRule(allowedHosts), lookup, permit, redirects: limits.redirects };
  let activeRequests = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new FetchRefusedError(405, `Method not allowed. Use GET or HEAD.`);
    const address = addressIn(url, limits);
    if (activeRequests >= limits.concurrency)
      throw new FetchRefusedError(503, 'Too many requests for media. Try again.');
    const controller = new AbortController();
    const timer = setTimeout(
      () =>
        controller.abort(
          new FetchRefusedError(
            504,
            `The address took longer than ${limits.milliseconds} ms. Try again, or upload the picture.`,
          ),
        ),
      limits.milliseconds,
    );
    const onDisconnect = (): void => controller.abort(new ClientAbortedError());
    response.once('close', onDisconnect);
    activeRequests++;
    try {
      const fetched = await fetchGuarded(address, rules, controller.signal);
      try {
        await serveMedia(fetched, request.method === 'HEAD', response, limits, controller.signal);
      } finally {
        await fetched.close();
      }
    } finally {
      activeRequests--;
      clearTimeout(timer);
      response.off('close', onDisconnect);
    }
  };

  return async (request, response, url) => {
    if (!PATHS.has(url.pathname) || request.method === 'OPTIONS') return false;
    try {
      await handle(request, response, url);
    } catch (error) {
      if (error instanceof ClientAbortedError || response.destroyed) return true;
      if (!(error instanceof FetchRefusedError)) log.error('The media proxy failed.', error);
      else if (error.status !== 400) log.warn(`The media proxy refused: ${error.message}`);
      // Once headers are sent, the connection can only be aborted.
      if (response.headersSent) response.destroy();
      else
        refuse(
          response,
          error instanceof FetchRefusedError
            ? error
            : new FetchRefusedError(502, 'The address does not respond. Try again, or upload the picture.'),
        );
    }
    return true;
  };
}

const PATHS: ReadonlySet<string> = new Set(['/proxy/media', '/api/proxy/media']);
const CACHE_SECONDS = 3600;

/** The client has disconnected. */
class ClientAbortedError extends Error {}

function addressIn({ searchParams }: URL, limits: ProxyLimits): string {
  const [address, ...rest] = searchParams.getAll('url');
  if (!address || rest.length > 0) throw new FetchRefusedError(400, 'The query must have exactly one url.');
  if (address.length > limits.address)
    throw new FetchRefusedError(400, `url has more than ${limits.address} characters. Shorten it.`);
  return address;
}

/** The kind of a declared type, for comparison with the content. */
function kindOf(declaredType: string): MediaKind {
  if (/^image\/svg\+xml$/.test(declaredType)) return 'drawing';
  if (/^image\//.test(declaredType)) return 'picture';
  return /^(?:font\/(?:woff2?|ttf|otf|sfnt)|application\/(?:x-)?font-(?:woff2?|ttf|otf|opentype|truetype|sfnt))$/.test(
    declaredType,
  )
    ? 'font'
    : 'other';
}

async function serveMedia(
  { url, response: source }: Fetched,
  isHead: boolean,
  response: ServerResponse,
  limits: ProxyLimits,
  signal: AbortSignal,
): Promise<void> {
  if (source.statusCode !== 200)
    throw new FetchRefusedError(502, `${url.host} answered ${source.statusCode}. Check the address.`);
  const coding = headerText(source.headers['content-encoding']);
  if (coding !== '' && coding !== 'identity')
    throw new FetchRefusedError(502, `${url.host} answered in the coding ${coding}. Upload the picture instead.`);
  const length = Number(headerText(source.headers['content-length']) || Number.NaN);
  if (length > limits.bytes) throw tooLong(url, limits);
  const declaredType = headerText(source.headers['content-type']).split(';', 1)[0]!.trim().toLowerCase();
  const chunks = source.body[Symbol.asyncIterator]();
  try {
    const { start, ended } = await readStart(chunks, signal);
    const detected = detectType(start);
    if (detected.kind === 'other' || kindOf(declaredType) !== detected.kind || detected.type === undefined)
      throw new FetchRefusedError(
        415,
        `${url.host} answered with '${declaredType}' that is ${detected.name}; only pictures and fonts pass. Check the address.`,
      );
    const headers: Headers = {
      ...COMMON,
      ...CORS,
      ...MEDIA_DOCUMENT,
      'content-type': detected.type,
      'cache-control': `public, max-age=${CACHE_SECONDS}`,
      ...(ended
        ? { 'content-length': String(start.byteLength) }
        : length > 0
          ? { 'content-length': String(length) }
          : {}),
    };
    response.writeHead(200, headers);
    if (isHead) response.end();
    else await pipeline(joinChunks(start, chunks), limitBytes(url, limits), response, { signal });
  } catch (error) {
    if (error instanceof FetchRefusedError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new FetchRefusedError(502, `${url.host} did not answer to its end. Try again.`, error);
  }
}

const headerText = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');

const tooLong = (url: URL, { bytes }: ProxyLimits): FetchRefusedError =>
  new FetchRefusedError(502, `${url.host} answered with more than ${bytes} bytes. Use a smaller file.`);

/** Reads enough bytes to detect the type. */
async function readStart(
  chunks: AsyncIterator<Buffer>,
  signal: AbortSignal,
): Promise<{ start: Buffer; ended: boolean }> {
  const parts: Buffer[] = [];
  for (let length = 0; length < DETECTION_BYTES;) {
    signal.throwIfAborted();
    const { done, value } = await chunks.next();
    if (done) return { start: Buffer.concat(parts), ended: true };
    parts.push(value);
    length += value.byteLength;
  }
  return { start: Buffer.concat(parts), ended: false };
}

async function* joinChunks(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Passes bytes through until they exceed the limit. */
function limitBytes(url: URL, limits: ProxyLimits): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      length += chunk.byteLength;
      if (length > limits.bytes) callback(tooLong(url, limits));
      else callback(null, chunk);
    },
  });
}

function refuse(response: ServerResponse, { status, message }: FetchRefusedError): void {
  const { headers, body } = failure(
    status,
    message,
    status === 405 ? { allow: 'GET, HEAD' } : status === 503 ? { 'retry-after': '1' } : {},
  );
  response.writeHead(status, { ...COMMON, ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body);
}
