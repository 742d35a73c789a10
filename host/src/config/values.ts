/** Readers of values that only the host's own settings have; lib/setting-readers.ts has the others. */
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

/** A token or a session of the host. A wrong one is not quoted: it is a secret. */
export const sessionOrToken: Read<string> = (text, source) => {
  if (/^[\x21-\x7e]{16,4096}$/.test(text)) return text;
  throw new HostError(
    `${source} must be a token of the host, of 16 to 4096 characters of ASCII without spaces; it is not shown here.`,
  );
};

/** `https://tools.example,http://localhost:6274`: as browsers send them in `Origin`. */
export const origins: Read<readonly string[]> = (text, source) =>
  listed(text).map((item) => {
    const url = URL.canParse(item) ? new URL(item) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== item.toLowerCase().replace(/\/$/, ''))
      throw wrongValue(source, 'origins separated by commas (https://tools.example,http://localhost:6274)', item);
    return url.origin;
  });

/** The same, of pages on this machine: another machine's page is not signed in by a code. */
export const loopbackOrigins: Read<readonly string[]> = (text, source) => {
  const all = origins(text, source);
  const strange = all.find((origin) => !isLoopbackName(new URL(origin).hostname));
  if (strange === undefined) return all;
  throw wrongValue(source, 'origins of this machine, such as http://localhost:5173', strange);
};

/** `100/400`: refilled with 100 a second, up to 400 at once. */
export const rate: Read<Allowance> = (text, source) => {
  const [, perSecond, burst] = /^(\d{1,6}(?:\.\d{1,3})?)\/(\d{1,7})$/.exec(text) ?? [];
  const value = { perSecond: Number(perSecond), burst: Number(burst) };
  if (value.perSecond > 0 && value.burst > 0) return value;
  throw wrongValue(source, 'how many a second and how many at once (100/400), both more than 0', text);
};

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `example.org,*.example.org`: an asterisk stands for at least one label. What the media proxy takes, and no more. */
export const hostNames: Read<readonly string[]> = (text, source) =>
  listed(text).map((item) => {
    try {
      hostRule([item]);
    } catch {
      throw wrongValue(source, 'host names without a port, separated by commas (example.org,*.example.net)', item);
    }
    return item.toLowerCase();
  });

/** `10.0.0.0/8,::1`. */
export const addresses: Read<readonly string[]> = (text, source) =>
  listed(text).map((item) => {
    if (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item)) {
      throw wrongValue(source, 'IP addresses or ranges separated by commas (10.0.0.0/8,::1)', item);
    }
    return item;
  });

/** A wrong one is not quoted: it holds a password. */
export const databaseUrl: Read<string> = (text, source) => {
  // A password as it is would end where it has one of these, and its rest be taken for the host's name.
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
  const rules = listed(text).map((item) => {
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

/** What browsers send secrets to: https, or a server on this machine. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));

/** An identity provider, as its tokens name it. */
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

/** Any secret that is long enough. A wrong one is not quoted. */
export const clientSecret: Read<string> = (text, source) => {
  if (/^[\x20-\x7e]{16,1000}$/.test(text)) return text;
  throw new HostError(`${source} must have 16 to 1000 characters of ASCII. This message does not repeat it.`);
};

/** `openid profile email`. */
export const scopes: Read<string> = (text, source) => {
  const all = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (all.includes('openid')) return all.join(' ');
  throw wrongValue(source, 'scopes separated by spaces, with openid among them', text);
};

/** `0 3 * * *`: minute, hour, day, month, weekday, in the time zone of the machine. Seconds are no part of it. */
export const cronPattern: Read<string> = (text, source) => {
  try {
    if (new Cron(text, { mode: '5-part', paused: true }).nextRun() !== null) return text;
  } catch {
    // What is wrong with it is said below, in words that name the setting.
  }
  throw wrongValue(
    source,
    "five fields of cron for a time that comes, such as '0 3 * * *' for each day at 03:00",
    text,
  );
};

/** A wrong one is not quoted: it may hold a password. */
export const redisUrl: Read<string> = (text, source) => {
  // The same characters end a password early as in the URL of the database.
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
