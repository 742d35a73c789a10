import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '../lib/host-error.js';

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
