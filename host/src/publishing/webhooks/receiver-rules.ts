/** The rules for receivers of events. They protect the host's own network against webhooks. */
import { isIP } from 'node:net';
import { WEBHOOK_LIMITS } from '../../content/webhook.js';
import { BadInputError } from '../../lib/domain-error.js';
import { type HostRule, hostRule } from '../../lib/guarded-fetch/allowed-hosts.js';
import { type Lookup, type Permit, resolveHost } from '../../lib/guarded-fetch/guarded-fetch.js';
import { isPublicAddress } from '../../lib/guarded-fetch/public-address.js';
import { isLoopback, isLoopbackName } from '../../lib/loopback.js';

export interface ReceiverOptions {
  /** Host names allowed at any address and port, even without TLS: `hooks.internal` or `*.internal`. */
  readonly hosts?: readonly string[];
  /** Also allows the local machine, without TLS. */
  readonly development?: boolean;
  readonly lookup?: Lookup;
}

export interface ReceiverRules {
  /** @throws BadInputError for a forbidden URL, as far as its text shows */
  checkUrl(url: string): void;
  readonly lookup: Lookup;
  /** The rule for IP addresses and ports that a host name may resolve to. */
  permitOf(hostname: string): Permit;
}

const HTTPS = 443;

export function createReceiverRules({
  hosts = [],
  development = false,
  lookup = resolveHost,
}: ReceiverOptions = {}): ReceiverRules {
  const isListed: HostRule = hostRule(hosts);
  const permitOf =
    (hostname: string): Permit =>
    (address, port) =>
      isListed(hostname) ||
      (port === HTTPS && isPublicAddress(address)) ||
      (development && isLoopbackName(hostname) && isLoopback(address));

  return {
    lookup,
    permitOf,
    checkUrl(text) {
      if (text.length > WEBHOOK_LIMITS.url)
        throw new BadInputError(`url has more than ${WEBHOOK_LIMITS.url} characters. Shorten it.`, 'url');
      const url = URL.canParse(text) ? new URL(text) : undefined;
      // The message does not contain the URL, because its path may be a secret.
      if (!url || !/^https?:$/.test(url.protocol))
        throw new BadInputError('url is no address of the web. Give one that begins with https://.', 'url');
      if (url.username !== '' || url.password !== '' || url.hash !== '')
        throw new BadInputError('url holds a user, a password or a fragment. Remove it.', 'url');
      const { hostname } = url;
      const isTrusted = isListed(hostname) || (development && isLoopbackName(hostname));
      if (url.protocol !== 'https:' && !isTrusted)
        throw new BadInputError(`url must begin with https://, but begins with ${url.protocol}//.`, 'url');
      const literal = hostname.replace(/^\[(.*)\]$/, '$1');
      const port = url.port === '' ? HTTPS : Number(url.port);
      const isRefused =
        isIP(literal) !== 0 ? !permitOf(hostname)(literal, port) : port !== HTTPS || isLoopbackName(hostname);
      if (isRefused && !isTrusted) {
        throw new BadInputError(
          `url leads to ${url.host}, which is not public or has another port than 443. Ask the operator to add the host to FEAAS_WEBHOOK_HOSTS.`,
          'url',
        );
      }
    },
  };
}
