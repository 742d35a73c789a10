/** Detects local addresses and names. */
import ipaddr from 'ipaddr.js';

/** Whether an address is a loopback address, including IPv4 in IPv6. Names are not addresses. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether a name or address refers to the local machine (RFC 6761). IPv6 may have brackets, as in URLs. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(hostname) || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
