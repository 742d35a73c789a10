/** Requests of this very machine. */
import type { IncomingMessage } from 'node:http';
import { isLoopback, isLoopbackName } from '../lib/loopback.js';

/** Headers that proxies add. Behind one on this machine every request comes from loopback. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Why a request is not known to come from a program or page of this machine; undefined when it is. */
export function notLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  if (!isLoopback(socket.remoteAddress) || !isLoopback(socket.localAddress)) return 'Only from this machine.';
  const proxied = PROXY_HEADERS.find((name) => headers[name] !== undefined);
  if (proxied) return `Not through a proxy (${proxied}).`;
  // Another name that leads here belongs to somebody who lets it lead here (DNS rebinding).
  return isLoopbackName(nameOf(headers.host)) ? undefined : 'Only by a loopback name, such as localhost.';
}

/** Without its port; empty for a header that is none. */
const nameOf = (host = ''): string => /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/i.exec(host)?.[1] ?? '';
