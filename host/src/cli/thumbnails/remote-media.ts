/** Fetches pictures and fonts of other hosts for a rendering, with the rules of the media proxy. */
import { hostRule } from '../../lib/guarded-fetch/allowed-hosts.js';
import { fetchGuarded, publicWeb, resolveHost } from '../../lib/guarded-fetch/guarded-fetch.js';
import { readBody } from '../../lib/guarded-fetch/read-body.js';
import { PROXY_LIMITS } from '../../server/routes/media-proxy.js';
import { detectType, DETECTION_BYTES } from '../../content/media/detect-type.js';
import type { OriginOptions } from './screenshot-origin.js';

/** @throws HostError for an invalid host in the list. */
export function remoteMedia(allowedHosts: readonly string[]): OriginOptions['fetchMedia'] {
  const { redirects, bytes: maxBytes, milliseconds } = PROXY_LIMITS;
  const rules = { isAllowedHost: hostRule(allowedHosts), lookup: resolveHost, permit: publicWeb, redirects };
  return async (address) => {
    try {
      const { response, close } = await fetchGuarded(address, rules, AbortSignal.timeout(milliseconds));
      try {
        if (response.statusCode !== 200) return undefined;
        const bytes = await readBody(response.body, maxBytes);
        if (!bytes) return undefined;
        const { kind, type } = detectType(bytes.subarray(0, DETECTION_BYTES));
        return kind === 'other' || type === undefined ? undefined : { type, bytes };
      } finally {
        await close();
      }
    } catch {
      return undefined; // rejected or missing: the rendering continues without it
    }
  };
}
