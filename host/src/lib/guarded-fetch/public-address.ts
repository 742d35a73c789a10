/** Determines which IP addresses are public. */
import ipaddr from 'ipaddr.js';

/** Networks that ipaddr.js treats as public, or does not know. */
const NOT_PUBLIC_4 = networks([
  // The metadata and health service of a cloud, at a public address.
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
]);

/** All allocated addresses. All embeddings of IPv4 except 6to4 and Teredo are outside. */
const GLOBAL_6 = networks(['2000::/3']);
const NOT_PUBLIC_6 = networks([
  // Protocols (Teredo, ORCHID, benchmarks, AS112), 6to4, documentation.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

function networks(list: readonly string[]): readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  return list.map((each) => ipaddr.parseCIDR(each));
}

/**
 * Whether an address of a resolver or socket is public. IPv4 in IPv6 and addresses with a zone are rejected, because
 * public hosts need neither.
 */
export function isPublicAddress(text: string): boolean {
  // Resolvers never return other notations (decimal, octal, hexadecimal, short).
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return address.range() === 'unicast' && !NOT_PUBLIC_4.some(([base, bits]) => matches(address, base, bits));
  }
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return (
    address.range() === 'unicast' &&
    GLOBAL_6.some(([base, bits]) => matches(address, base, bits)) &&
    !NOT_PUBLIC_6.some(([base, bits]) => matches(address, base, bits))
  );
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, base: ipaddr.IPv4 | ipaddr.IPv6, bits: number): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
