/** Fetches only from listed hosts and public addresses, so that requests cannot reach the host's own network. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { HostRule } from './allowed-hosts.js';
import { isPublicAddress } from './public-address.js';
import { FetchRefusedError } from './fetch-refused-error.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Resolves all addresses of a host name. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

/** Whether a connection to an address and port is allowed. */
export type Permit = (address: string, port: number) => boolean;

export const publicWeb: Permit = (address, port) => (port === 80 || port === 443) && isPublicAddress(address);

export const resolveHost: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

export interface FetchRules {
  readonly isAllowedHost: HostRule;
  readonly lookup: Lookup;
  readonly permit: Permit;
  readonly redirects: number;
  /** Replaces the default headers, which are for media. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with a body. */
export interface GuardedRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Fetched {
  readonly url: URL;
  readonly response: Dispatcher.ResponseData;
  /** Closes the connection. */
  close(): Promise<void>;
}

const HEADERS = Object.freeze({
  accept: 'image/avif,image/webp,image/*,font/*;q=0.9,*/*;q=0.1',
  // Compressed responses could expand a thousandfold.
  'accept-encoding': 'identity',
  'user-agent': 'feaas-host media proxy',
});

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET request with fixed headers, and follows redirects. Each redirect is checked like the first URL.
 * @throws FetchRefusedError if the request is not allowed or fails.
 */
export async function fetchGuarded(address: string, rules: FetchRules, signal: AbortSignal): Promise<Fetched> {
  let url = parse(address, undefined);
  for (let hop = 0; hop <= rules.redirects; hop++) {
    check(url, rules);
    const fetched = await get(url, rules, signal);
    const { statusCode, headers } = fetched.response;
    if (!REDIRECTS.has(statusCode)) return fetched;
    await fetched.close();
    if (typeof headers.location !== 'string')
      throw new FetchRefusedError(
        502,
        `${url.host} answered ${statusCode} without one Location. Upload the picture instead.`,
      );
    url = parse(headers.location, url);
  }
  throw new FetchRefusedError(502, `${url.host} redirects more than ${rules.redirects} times. Use its last address.`);
}

/**
 * Sends one request with a body. Redirects are not followed, because the body is only for the given URL.
 * @throws FetchRefusedError if the request is not allowed or fails.
 */
export async function sendGuarded(
  address: string,
  rules: Omit<FetchRules, 'redirects' | 'headers'>,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  const url = parse(address, undefined);
  check(url, rules);
  return send(url, rules, request, signal);
}

function parse(address: string, base: URL | undefined): URL {
  try {
    return new URL(address, base);
  } catch {
    throw new FetchRefusedError(
      base ? 502 : 400,
      base
        ? `${base.host} redirects to no address. Upload the picture instead.`
        : 'url is not an address. Give one that begins with https://.',
    );
  }
}

/** Checks that need no connection. */
function check(url: URL, { isAllowedHost, permit }: Pick<FetchRules, 'isAllowedHost' | 'permit'>): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefusedError(403, `The address must be http or https, but is ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new FetchRefusedError(403, 'The address contains a user name. Remove it.');
  if (!isAllowedHost(url.hostname))
    throw new FetchRefusedError(
      403,
      `The host ${url.hostname} is not allowed. Ask the operator to add it to FEAAS_MEDIA_HOSTS.`,
    );
  const literal = literalOf(url);
  if (literal !== undefined && !permit(literal, portOf(url))) throw notPublic(url);
}

/** The URL parser normalizes IPv4 to four decimal parts, and IPv6 to brackets. */
function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) ? address : undefined;
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

const notPublic = (url: URL): FetchRefusedError =>
  new FetchRefusedError(
    403,
    `${url.host} is not fetched: its address or port is not one of the public web. Upload the picture instead.`,
  );

const get = (url: URL, rules: FetchRules, signal: AbortSignal): Promise<Fetched> =>
  send(url, rules, { method: 'GET', headers: rules.headers ?? HEADERS }, signal);

async function send(
  url: URL,
  rules: Pick<FetchRules, 'lookup' | 'permit'>,
  request: GuardedRequest | { readonly method: 'GET'; readonly headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Fetched> {
  // One client per request, so that no connection is reused that was checked for another one.
  const client = new Client(url.origin, { connect: guardedConnector(url, rules), pipelining: 1 });
  const close = async (): Promise<void> => {
    // Does not wait for an unread response.
    await client.destroy().catch(() => {});
  };
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ ...request, path, signal });
    // Destroying the client emits an error on an unread body.
    response.body.on('error', () => {});
    return { url, response, close };
  } catch (error) {
    await close();
    if (error instanceof FetchRefusedError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new FetchRefusedError(502, `${url.host} does not respond. Try again, or upload the picture.`, error);
  }
}

/** Connects only to checked addresses, and checks the connected one again. */
function guardedConnector(
  url: URL,
  { lookup, permit }: Pick<FetchRules, 'lookup' | 'permit'>,
): buildConnector.connector {
  const port = portOf(url);
  const connect = buildConnector({ lookup: guardedLookup(url, lookup, (address) => permit(address, port)) });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (permit(socket.remoteAddress ?? '', port)) return callback(null, socket);
      socket.destroy();
      return callback(notPublic(url), null);
    });
}

function guardedLookup(url: URL, lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        // One forbidden address rejects all: a mixture suggests an attack with retries.
        if (!first || !addresses.every(({ address }) => isAllowed(address))) callback(notPublic(url), '', 0);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
