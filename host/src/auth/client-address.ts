import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The proxies whose `X-Forwarded-For` is trusted: their number in front of the host, or their addresses and ranges. */
export type TrustedProxies = number | readonly string[];

const networks = new WeakMap<IncomingMessage['socket'], string>();

/** The network of a connection's remote address. Cached for all requests of the connection. */
function networkOf(socket: IncomingMessage['socket']): string {
  const cached = networks.get(socket) ?? toNetwork(peerOf(socket));
  networks.set(socket, cached);
  return cached;
}

const peerOf = ({ remoteAddress = '' }: IncomingMessage['socket']): string => normalize(remoteAddress) ?? 'unknown';

/**
 * The client's address for rate limits: IPv4 unchanged, IPv6 as its /64 network, because one customer usually has all
 * of that. Clients can forge `X-Forwarded-For`, so it is read from its end, and only the entries of trusted proxies
 * count.
 */
export function addressOf(request: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: TrustedProxies = 0): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return networkOf(request.socket);
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').reverse();
  let address = peerOf(request.socket);
  for (const [index, hop] of hops.entries()) {
    if (!(typeof trusted === 'number' ? index < trusted : trusted.some((proxy) => matches(proxy, address)))) break;
    const next = normalize(hop.trim());
    // If a proxy adds no address, its entries cannot be distinguished from those that it received.
    if (next === undefined) break;
    address = next;
  }
  return toNetwork(address);
}

/** The canonical form of an address. IPv4-mapped IPv6 becomes IPv4. Undefined for an invalid address. */
function normalize(text: string): string | undefined {
  // Some proxies include a port.
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(host) ? ipaddr.process(host).toNormalizedString() : undefined;
}

/** Whether an address equals the given one, or is in the given range (`10.0.0.0/8`). */
function matches(range: string, address: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return normalize(range) === address;
  if (!ipaddr.isValid(address)) return false;
  const [rangeAddress, bits] = ipaddr.parseCIDR(range);
  const parsed = ipaddr.parse(address);
  return parsed.kind() === rangeAddress.kind() && parsed.match(rangeAddress, bits);
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.parse(address);
  return ip.kind() === 'ipv6' ? `${ip.toByteArray().slice(0, 8).join('.')}::/64` : address;
}
