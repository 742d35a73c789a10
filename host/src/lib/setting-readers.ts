/** Readers of texts of settings and options, for the host and storage drivers. */
import { HostError } from './host-error.js';
import type { Read } from './setting.js';

export const wrongValue = (source: string, expected: string, text: string): HostError =>
  new HostError(`${source} must be ${expected}, but is '${text}'.`);

export const wholeNumber =
  (max: number): Read<number> =>
  (text, source) => {
    // Number() would accept '', '1e3' and '0x50'.
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
    if (value > max) throw wrongValue(source, `a whole number from 0 to ${max}`, text);
    return value;
  };

export const oneOf =
  <const Name extends string>(...names: readonly Name[]): Read<Name> =>
  (text, source) => {
    const found = names.find((name) => name === text);
    if (found === undefined) throw wrongValue(source, `one of ${names.join(', ')}`, text);
    return found;
  };

/** A boolean of the environment. */
export const onOrOff: Read<boolean> = (text, source) => {
  if (/^(?:1|true)$/.test(text)) return true;
  if (/^(?:0|false)$/.test(text)) return false;
  throw wrongValue(source, '1 or 0', text);
};

/** Rejects a user and password, because other users can see the arguments of a process. */
export const httpUrl: Read<string> = (text, source) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return text;
  throw wrongValue(source, 'a URL with http or https, and without a user', text);
};

/** Errors do not repeat the value, because it is secret. */
export const secretText: Read<string> = (text, source) => {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text;
  throw new HostError(
    `${source} must have 16 to 200 characters of ASCII without spaces, because a header contains it. This message does not repeat it.`,
  );
};

export const plain: Read<string> = (text) => text;

/** The path of a folder. */
export const folderPath: Read<string> = (text, source) => {
  if (!/^~(?:\w*$|\w*\/)/.test(text)) return text;
  throw new HostError(`${source} is '${text}', but only a shell replaces ~. Write the whole path.`);
};

/** Address to listen on; an IPv6 address may be in brackets, as in URLs. */
export const listenAddress: Read<string> = (text) => /^\[([\da-fA-F:.%\w]+)\]$/.exec(text)?.[1] ?? text;
