/** By which surrogate keys a delivered blob is found: what responses carry, and what a purge names. */
import { createHash } from 'node:crypto';
import { surrogateKeys } from './surrogate-keys.js';

/** Of a blob by its key, from wide to narrow; none for what is not delivered. */
export function blobTags(key: string): readonly string[] {
  const [kind, library, ...names] = key.split('/');
  if (!library) return [];
  if (kind === 'components') return surrogateKeys(library, names[0]);
  if (kind === 'styles') return surrogateKeys(library, kind);
  if (kind === 'media') return [...surrogateKeys(library, kind), fileTag(key)];
  // `{component}/{version}.jpg`, or `{component}.jpg`.
  if (kind === 'thumbnails')
    return [...surrogateKeys(library, names.length > 1 ? names[0] : names[0]?.replace(/\.jpg$/, '')), fileTag(key)];
  return [];
}

/** Of one picture: a new thumbnail takes no template with it. Hashed, since a path may be longer than a tag. */
const fileTag = (key: string): string => `feaas-file-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
