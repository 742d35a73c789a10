import { createHash } from 'node:crypto';

/** The maximum length of a tag in Next.js and CloudFront. */
const MAX_LENGTH = 256;
const HASH_LENGTH = 32;

/**
 * The cache tags of content, from broad to specific: all content, a library, and a part of it. They are visible ASCII
 * without commas, with at most 256 characters.
 * @param part a component, `styles` or `media`
 */
export function surrogateKeys(library: string, part?: string): string[] {
  const libraryTag = `feaas-${encodeURIComponent(library)}`;
  const keys = ['feaas', libraryTag, ...(part === undefined ? [] : [`${libraryTag}-${encodeURIComponent(part)}`])];
  return keys.map(shorten);
}

function shorten(key: string): string {
  if (key.length <= MAX_LENGTH) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${key.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}-${hash}`;
}
