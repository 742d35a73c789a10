import type { Settings } from '../../config/read-settings.js';
import { HostError } from '../../lib/host-error.js';
import { httpUrl } from '../../lib/setting-readers.js';

/**
 * The origin of the host: the value of --url, or this machine.
 * @throws HostError for an invalid origin.
 */
export function hostOrigin(url: string | undefined, { hostname, port }: Pick<Settings, 'hostname' | 'port'>): string {
  if (url === undefined) return new URL(`http://${localName(hostname)}:${port}`).origin;
  const { origin, pathname, search } = new URL(httpUrl(url, '--url'));
  if (pathname !== '/' || search !== '')
    throw new HostError(`--url must be the address of a host without a path, such as ${origin}, but is '${url}'.`);
  return origin;
}

/** The local name of a host that listens on all addresses. */
function localName(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
