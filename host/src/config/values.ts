/** Readers of values that only the host's own settings use. Others are in lib/setting-readers.ts. */
import { Cron } from 'croner';
import ipaddr from 'ipaddr.js';
import type { Allowance } from './rate-limits.js';
import { HostError } from '../lib/host-error.js';
import { ROLES } from '../lib/roles.js';
import type { Read } from '../lib/setting.js';
import { wholeNumber, wrongValue } from '../lib/setting-readers.js';
import { isLoopbackName } from '../lib/loopback.js';
import { parseRoleRule, type RoleRule } from './sign-in-settings.js';
import { hostRule } from '../lib/guarded-fetch/allowed-hosts.js';

/** A token or session of the host. Errors do not repeat the value, because it is secret. */
export const sessionOrToken: Read<string> = (text, source) => {
  if (/^[\x21-\x7e]{16,4096}$/.test(text)) return text;
  throw new HostError(
    `${source} must be a token of the host, of 16 to 4096 characters of ASCII without spaces; it is not shown here.`,
  );
};

/** Origins as in the `Origin` header: `https://tools.example,http://localhost:6274`. */
export const origins: Read<readonly string[]> = (text, source) =>
  splitList(text).map((item) => {
    const url = URL.canParse(item) ? new URL(item) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== item.toLowerCase().replace(/\/$/, ''))
      throw wrongValue(source, 'origins separated by commas (https://tools.example,http://localhost:6274)', item);
    return url.origin;
  });

/** Origins of local pages only: pages of other machines must not sign in with the development code. */
export const loopbackOrigins: Read<readonly string[]> = (text, source) => {
  const parsed = origins(text, source);
  const foreign = parsed.find((origin) => !isLoopbackName(new URL(origin).hostname));
  if (foreign === undefined) return parsed;
  throw wrongValue(source, 'origins of this machine, such as http://localhost:5173', foreign);
};

/** `100/400`: 100 per second, with a burst of up to 400. */
export const rate: Read<Allowance> = (text, source) => {
  const [, perSecond, burst] = /^(\d{1,6}(?:\.\d{1,3})?)\/(\d{1,7})$/.exec(text) ?? [];
  const value = { perSecond: Number(perSecond), burst: Number(burst) };
  if (value.perSecond > 0 && value.burst > 0) return value;
  throw wrongValue(source, 'how many a second and how many at once (100/400), both more than 0', text);
};

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `example.org,*.example.org`: an asterisk matches one or more labels. Validated by the rules of the media proxy. */
export const hostNames: Read<readonly string[]> = (text, source) =>
  splitList(text).map((item) => {
    try {
      hostRule([item]);
    } catch {
      throw wrongValue(source, 'host names without a port, separated by commas (example.org,*.example.net)', item);
    }
    return item.toLowerCase();
  });

/** `10.0.0.0/8,::1`. */
export const addresses: Read<readonly string[]> = (text, source) =>
  splitList(text).map((item) => {
    if (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item)) {
      throw wrongValue(source, 'IP addresses or ranges separated by commas (10.0.0.0/8,::1)', item);
    }
    return item;
  });

/** Errors do not repeat the value, because it contains a password. */
export const databaseUrl: Read<string> = (text, source) => {
  // An unencoded password would end at one of these characters, and its rest would be parsed as the host name.
  if (/^postgres(ql)?:\/\//.test(text) && !/^\w+:\/\/(?:[^@/?#]*@)?[^@]*$/.test(text)) {
    throw new HostError(
      `${source}: its user or password has a character that ends it early, such as @, #, / or ?. ` +
        'Write it percent-encoded (%40, %23, %2F, %3F); the value is not shown here.',
    );
  }
  if (!/^postgres(ql)?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new HostError(
      `${source} must be like postgres://user:password@host:5432/database; its value is not (it is not shown here).`,
    );
  }
  return text;
};

/** `groups=editors:demo:editor,groups=admins:*:admin`. */
export const roleRules: Read<readonly RoleRule[]> = (text, source) => {
  const rules = splitList(text).map((item) => {
    const rule = parseRoleRule(item);
    if (!rule)
      throw wrongValue(
        source,
        `rules claim=value:library:role separated by commas, with a role of ${ROLES.join(', ')} (groups=editors:demo:editor)`,
        item,
      );
    return rule;
  });
  if (rules.length > 0) return rules;
  throw wrongValue(source, 'at least one rule claim=value:library:role', text);
};

/** Whether browsers may send secrets to a URL: https, or a local server. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));

/** The issuer URL of an identity provider, exactly as in its tokens. */
export const issuer: Read<string> = (text, source) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isSafe(url) && !url.username && !url.password && !url.search && !url.hash) return text;
  throw wrongValue(source, 'a URL with https, without a user, query or fragment', text);
};

/** The origin of the host. */
export const publicUrl: Read<string> = (text, source) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isSafe(url) && url.href === `${url.origin}/`) return url.origin;
  throw wrongValue(source, 'a URL with https and without a path (https://cms.example.com)', text);
};

/** A sufficiently long secret. Errors do not repeat it. */
export const clientSecret: Read<string> = (text, source) => {
  if (/^[\x20-\x7e]{16,1000}$/.test(text)) return text;
  throw new HostError(`${source} must have 16 to 1000 characters of ASCII. This message does not repeat it.`);
};

/** `openid profile email`. */
export const scopes: Read<string> = (text, source) => {
  const names = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (names.includes('openid')) return names.join(' ');
  throw wrongValue(source, 'scopes separated by spaces, with openid among them', text);
};

/** `0 3 * * *`: minute, hour, day, month, weekday, in the machine's time zone. Seconds are not supported. */
export const cronPattern: Read<string> = (text, source) => {
  try {
    if (new Cron(text, { mode: '5-part', paused: true }).nextRun() !== null) return text;
  } catch {
    // The error below explains it and names the setting.
  }
  throw wrongValue(
    source,
    "five fields of cron for a time that comes, such as '0 3 * * *' for each day at 03:00",
    text,
  );
};

/** Errors do not repeat the value, because it may contain a password. */
export const redisUrl: Read<string> = (text, source) => {
  // The same characters as in a database URL end a password early.
  if (/^rediss?:\/\/(?:[^@/?#]*@)?[^@/?#]+(?:\/\d{0,4})?$/.test(text) && URL.canParse(text)) return text;
  throw new HostError(
    `${source} must be like redis://user:password@host:6379/0, or rediss:// for TLS, with a percent-encoded password; ` +
      'its value is not shown here.',
  );
};

/** `5`: from 1 to 3600. */
export const positiveSeconds: Read<number> = (text, source) => {
  const value = wholeNumber(3600)(text, source);
  if (value > 0) return value;
  throw wrongValue(source, 'a whole number from 1 to 3600', text);
};
