import ipaddr from 'ipaddr.js';
import type { Allowance } from './rate-limits.js';
import { HostError } from '../lib/host-error.js';
import type { Read } from '../lib/setting.js';
import { hostRule } from '../lib/guarded-fetch/allowed-hosts.js';

const wrong = (source: string, expected: string, text: string): HostError =>
  new HostError(`${source} must be ${expected}, but is '${text}'.`);

export const wholeNumber =
  (most: number): Read<number> =>
  (text, source) => {
    // Number() would take '', '1e3' and '0x50'.
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
    if (value > most) throw wrong(source, `a whole number from 0 to ${most}`, text);
    return value;
  };

export const oneOf =
  <const Name extends string>(...names: readonly Name[]): Read<Name> =>
  (text, source) => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw wrong(source, `one of ${names.join(', ')}`, text);
    return found;
  };

/** A switch of the environment. */
export const onOrOff: Read<boolean> = (text, source) => {
  if (/^(?:1|true)$/.test(text)) return true;
  if (/^(?:0|false)$/.test(text)) return false;
  throw wrong(source, '1 or 0', text);
};

/** Without user and password, which other users would see among the arguments of a process. */
export const httpUrl: Read<string> = (text, source) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return text;
  throw wrong(source, 'a URL with http or https, and without a user', text);
};

/** A wrong one is not quoted: it is a secret. */
export const secretText: Read<string> = (text, source) => {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text;
  throw new HostError(
    `${source} must have 16 to 200 characters of ASCII without spaces, as it is sent in a header; it is not shown here.`,
  );
};

/** `100/400`: refilled with 100 a second, up to 400 at once. */
export const rate: Read<Allowance> = (text, source) => {
  const [, perSecond, burst] = /^(\d{1,6}(?:\.\d{1,3})?)\/(\d{1,7})$/.exec(text) ?? [];
  const value = { perSecond: Number(perSecond), burst: Number(burst) };
  if (value.perSecond > 0 && value.burst > 0) return value;
  throw wrong(source, 'how many a second and how many at once (100/400), both more than 0', text);
};

export const plain: Read<string> = (text) => text;

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
      throw wrong(source, 'host names without a port, separated by commas (example.org,*.example.net)', item);
    }
    return item.toLowerCase();
  });

/** `10.0.0.0/8,::1`. */
export const addresses: Read<readonly string[]> = (text, source) =>
  listed(text).map((item) => {
    if (!ipaddr.isValid(item) && !ipaddr.isValidCIDR(item)) {
      throw wrong(source, 'IP addresses or ranges separated by commas (10.0.0.0/8,::1)', item);
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
