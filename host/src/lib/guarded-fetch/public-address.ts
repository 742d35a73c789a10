/** Which IP addresses are of the public internet. */
import ipaddr from 'ipaddr.js';

/** Networks that a general table takes for public, or has no name for. */
const NOT_PUBLIC_4 = networks([
  // Metadata and health service of a cloud, at an address of the public range.
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
]);

/** All that is handed out; every embedding of IPv4 but 6to4 and Teredo is outside. */
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
 * Whether an address, as a resolver or socket names it, is one of the public internet. IPv4 within IPv6 never is, nor
 * is an address with a zone: whoever means a public host has no need for either.
 */
export function isPublicAddress(text: string): boolean {
  // Other spellings (decimal, octal, hexadecimal, short) are never what a resolver answers.
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
