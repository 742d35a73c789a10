/** Detects requests from the local machine. */
import type { IncomingMessage } from 'node:http';
import { isLoopback, isLoopbackName } from '../lib/loopback.js';

/** Headers that proxies add. Behind a local proxy, all requests come from loopback. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Why a request is not known to come from a local program or page; undefined if it is. */
export function notLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  if (!isLoopback(socket.remoteAddress) || !isLoopback(socket.localAddress)) return 'Only from this machine.';
  const proxyHeader = PROXY_HEADERS.find((name) => headers[name] !== undefined);
  if (proxyHeader) return `Not through a proxy (${proxyHeader}).`;
  // Any other host name may be a foreign domain that resolves to this address (DNS rebinding).
  return isLoopbackName(nameOf(headers.host)) ? undefined : 'Only by a loopback name, such as localhost.';
}

/** The host name without its port; empty if the header is invalid. */
const nameOf = (host = ''): string => /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/i.exec(host)?.[1] ?? '';
