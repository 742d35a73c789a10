import { createHash } from 'node:crypto';

/** Next.js and CloudFront take no tag that is longer. */
const MAX_LENGTH = 256;
const HASH_LENGTH = 32;

/**
 * The names by which caches find content, from wide to narrow: of all content, of a library, and of a part of it. They are visible
 * ASCII without commas, and have at most 256 characters.
 * @param part a component, `styles` or `media`
 */
export function surrogateKeys(library: string, part?: string): string[] {
  const ofLibrary = `feaas-${encodeURIComponent(library)}`;
  const keys = ['feaas', ofLibrary, ...(part === undefined ? [] : [`${ofLibrary}-${encodeURIComponent(part)}`])];
  return keys.map(shortened);
}

function shortened(key: string): string {
  if (key.length <= MAX_LENGTH) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${key.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}-${hash}`;
}
