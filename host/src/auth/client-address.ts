import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The proxies whose `X-Forwarded-For` is trusted: their number in front of the host, or their addresses and ranges. */
export type TrustedProxies = number | readonly string[];

const networks = new WeakMap<IncomingMessage['socket'], string>();

/** The network of a connection's remote address. Cached for all requests of the connection. */
function networkOf(socket: IncomingMessage['socket']): string {
  const known = networks.get(socket) ?? network(peerOf(socket));
  networks.set(socket, known);
  return known;
}

const peerOf = ({ remoteAddress = '' }: IncomingMessage['socket']): string => normalized(remoteAddress) ?? 'unknown';

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
    const next = normalized(hop.trim());
    // If a proxy adds no address, its entries cannot be distinguished from those that it received.
    if (next === undefined) break;
    address = next;
  }
  return network(address);
}

/** The canonical form of an address. IPv4-mapped IPv6 becomes IPv4. Undefined for an invalid address. */
function normalized(text: string): string | undefined {
  // Some proxies include a port.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toNormalizedString() : undefined;
}

/** Whether an address equals the given one, or is in the given range (`10.0.0.0/8`). */
function matches(range: string, address: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return normalized(range) === address;
  if (!ipaddr.isValid(address)) return false;
  const [network, bits] = ipaddr.parseCIDR(range);
  const parsed = ipaddr.parse(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv6' ? `${parsed.toByteArray().slice(0, 8).join('.')}::/64` : address;
}
