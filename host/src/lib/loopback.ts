/** Addresses and names of this machine. */
import ipaddr from 'ipaddr.js';

/** True for an address of this machine, also for IPv4 in IPv6. Names are no addresses. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** True for a name or address that leads to this machine (RFC 6761), as URLs write it: IPv6 may be in brackets. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(hostname) || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
