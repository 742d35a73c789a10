import type { Settings } from '../../config/read-settings.js';
import { HostError } from '../../lib/host-error.js';
import { httpUrl } from '../../lib/setting-readers.js';

/**
 * Where the host is reached: the address of --url, else this machine.
 * @throws HostError for what is no address of a host.
 */
export function hostOrigin(url: string | undefined, { hostname, port }: Pick<Settings, 'hostname' | 'port'>): string {
  if (url === undefined) return new URL(`http://${localName(hostname)}:${port}`).origin;
  const { origin, pathname, search } = new URL(httpUrl(url, '--url'));
  if (pathname !== '/' || search !== '')
    throw new HostError(`--url must be the address of a host without a path, such as ${origin}, but is '${url}'.`);
  return origin;
}

/** Where a host that listens on every network is reached from its own machine. */
function localName(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
