import { BadInputError } from '../lib/domain-error.js';
import type { BlobHeaders } from './blob-store.js';

/** The limit of Azure and S3, in bytes, so that the encoded path fits every file system. */
export const MAX_KEY_BYTES = 1024;

/**
 * Splits a key into names.
 * @throws BadInputError for a key that is ambiguous or that a store may not support: empty names, `.` and `..`, control
 * characters, backslashes, unpaired surrogates, more than 1024 bytes of UTF-8.
 */
export function namesOfKey(key: string): string[] {
  const names = key.split('/');
  for (const name of names) if (name === '') refuse(key, 'has an empty name; it neither begins nor ends with a slash');
  return validate(key, names);
}

/** Splits a prefix into complete names and the beginning of the next one, which may be empty. */
export function namesOfPrefix(prefix: string): { folders: string[]; rest: string } {
  const names = prefix.split('/');
  const rest = names.pop() ?? '';
  for (const name of names) if (name === '') refuse(prefix, 'has an empty name');
  validate(prefix, names);
  return { folders: names, rest };
}

function validate(key: string, names: string[]): string[] {
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(key)) refuse(key, 'holds a control character or a backslash');
  if (/\p{Surrogate}/u.test(key)) refuse(key, 'holds half a character');
  for (const name of names) if (name === '.' || name === '..') refuse(key, `has a name '${name}'`);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) refuse(key, `is longer than ${MAX_KEY_BYTES} bytes`);
  return names;
}

function refuse(key: string, reason: string): never {
  throw new BadInputError(`Blob key ${JSON.stringify(key.slice(0, 200))} ${reason}. Rename it.`, 'key');
}

/**
 * Headers are sent unchanged, so they must not contain line breaks. Values that HTTP or Azure would change (empty
 * values, leading or trailing spaces, uppercase names) are rejected, so that every store returns what it was given.
 * @throws BadInputError
 */
export function checkHeaders(key: string, { contentType, cacheControl, metadata }: BlobHeaders): void {
  const values = { contentType, cacheControl, ...metadata };
  for (const [name, value] of Object.entries(values)) {
    if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) continue;
    throw new BadInputError(
      `Blob '${key}': ${name} must be plain printable ASCII, but is ${JSON.stringify(value)}.`,
      'metadata',
    );
  }
  for (const name of Object.keys(metadata)) {
    if (/^[a-z_][a-z0-9_]{0,127}$/.test(name)) continue;
    throw new BadInputError(
      `Blob '${key}': ${JSON.stringify(name)} is no name of metadata. Use a-z, 0-9 and _.`,
      'metadata',
    );
  }
}

/** Compares by UTF-8 bytes, the order in which blob stores list keys. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
