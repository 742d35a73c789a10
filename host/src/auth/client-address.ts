import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Whose `X-Forwarded-For` is believed: how many proxies stand before the host, or their addresses and ranges. */
export type TrustedProxies = number | readonly string[];

const networks = new WeakMap<IncomingMessage['socket'], string>();

/** Network of the other end of a connection. It stays the same for all requests that come by it. */
function networkOf(socket: IncomingMessage['socket']): string {
  const known = networks.get(socket) ?? network(peerOf(socket));
  networks.set(socket, known);
  return known;
}

const peerOf = ({ remoteAddress = '' }: IncomingMessage['socket']): string => normalized(remoteAddress) ?? 'unknown';

/**
 * Address of the client, as rate limits count it: IPv4 as it is, IPv6 as its /64 network, since one customer has all of
 * that. `X-Forwarded-For` is written by anybody; read from its end, only what trusted proxies added counts.
 */
export function addressOf(request: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: TrustedProxies = 0): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return networkOf(request.socket);
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').reverse();
  let address = peerOf(request.socket);
  for (const [index, hop] of hops.entries()) {
    if (!(typeof trusted === 'number' ? index < trusted : trusted.some((proxy) => matches(proxy, address)))) break;
    const next = normalized(hop.trim());
    // A proxy that adds no address has broken the chain: what it adds cannot be told from what it was sent.
    if (next === undefined) break;
    address = next;
  }
  return network(address);
}

/** One spelling per address; IPv4 in IPv6 is IPv4. Undefined for what is no address. */
function normalized(text: string): string | undefined {
  // Some proxies add a port.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toNormalizedString() : undefined;
}

/** Whether an address is the one named, or in the range (`10.0.0.0/8`). */
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
