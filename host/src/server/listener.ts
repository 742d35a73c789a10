import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '../lib/host-error.js';

/** Node's own, in milliseconds. */
const HEADERS_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 300_000;
const MARGIN = 5_000;

/**
 * Timeouts of connections, for a server. One that closes an idle connection before its proxy does loses the request that the
 * proxy sends at that moment: the visitor gets a 502.
 * @param keepAliveSeconds for how long a connection may be idle; 0 for as long as the client likes
 */
export function connectionTimeouts(keepAliveSeconds: number) {
  const keepAliveTimeout = keepAliveSeconds * 1000;
  // Some versions of Node count the idle time among that of the headers.
  const headersTimeout = Math.max(HEADERS_TIMEOUT, keepAliveTimeout + MARGIN);
  return { keepAliveTimeout, headersTimeout, requestTimeout: Math.max(REQUEST_TIMEOUT, headersTimeout) };
}

/** Resolves with the URL under which the server answers. */
export function bind(server: Server, port: number, hostname: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(listenError(error, hostname, port));
    server.once('error', failed);
    server.listen(port, hostname, () => {
      server.off('error', failed);
      resolve(urlOf(hostname, (server.address() as AddressInfo).port));
    });
  });
}

/** Running answers may finish; after `timeout` milliseconds their connections are cut. */
export function stop(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), timeout);
    // Closes idle connections too.
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
}

/** An address that can be opened: 0.0.0.0 and :: mean every address, and no machine is called that. */
export function urlOf(hostname: string, port: number): string {
  const everywhere = hostname === '0.0.0.0' || hostname === '::';
  const name = everywhere ? 'localhost' : hostname.includes(':') ? `[${hostname}]` : hostname;
  return `http://${name}:${port}`;
}
