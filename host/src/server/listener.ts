import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '../lib/host-error.js';

/** Node's defaults, in milliseconds. */
const HEADERS_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 300_000;
const MARGIN = 5_000;

/**
 * Connection timeouts of a server. If a server closes an idle connection before its proxy does, a request that the
 * proxy sends at that moment fails with a 502.
 * @param keepAliveSeconds maximum idle time of a connection; 0 for no limit
 */
export function connectionTimeouts(keepAliveSeconds: number) {
  const keepAliveTimeout = keepAliveSeconds * 1000;
  // Some versions of Node include the idle time in the timeout of the headers.
  const headersTimeout = Math.max(HEADERS_TIMEOUT, keepAliveTimeout + MARGIN);
  return { keepAliveTimeout, headersTimeout, requestTimeout: Math.max(REQUEST_TIMEOUT, headersTimeout) };
}

/** Starts listening. Resolves with the server's URL. */
export function bind(server: Server, port: number, hostname: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown): void => reject(listenError(error, hostname, port));
    server.once('error', onError);
    server.listen(port, hostname, () => {
      server.off('error', onError);
      resolve(urlOf(hostname, (server.address() as AddressInfo).port));
    });
  });
}

/** Lets running requests finish. After `timeout` milliseconds, closes their connections. */
export function stop(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout);
    // Also closes idle connections.
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A URL that can be opened. 0.0.0.0 and :: mean every address, so they become localhost. */
export function urlOf(hostname: string, port: number): string {
  const isAnyAddress = hostname === '0.0.0.0' || hostname === '::';
  const name = isAnyAddress ? 'localhost' : hostname.includes(':') ? `[${hostname}]` : hostname;
  return `http://${name}:${port}`;
}
