/** Which addresses events may be sent to: webhooks must not reach into the host's own network. */
import { isIP } from 'node:net';
import { WEBHOOK_LIMITS } from '../../content/webhook.js';
import { BadInputError } from '../../lib/domain-error.js';
import { type HostRule, hostRule } from '../../lib/guarded-fetch/allowed-hosts.js';
import { type Lookup, type Permit, resolveHost } from '../../lib/guarded-fetch/guarded-fetch.js';
import { isPublicAddress } from '../../lib/guarded-fetch/public-address.js';
import { isLoopback, isLoopbackName } from '../../lib/loopback.js';

export interface ReceiverOptions {
  /** Hosts on any address and port, also without TLS: `hooks.internal` or `*.internal`. */
  readonly hosts?: readonly string[];
  /** Allows this machine as well, without TLS. */
  readonly development?: boolean;
  readonly lookup?: Lookup;
}

export interface ReceiverRules {
  /** @throws BadInputError for what no event may be sent to, as far as its text tells */
  checkUrl(url: string): void;
  readonly lookup: Lookup;
  /** Which addresses and ports a host name may lead to. */
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
      // The address is not repeated: its path may be a secret of the receiver.
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
