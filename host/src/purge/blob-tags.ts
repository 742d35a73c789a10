/** The surrogate keys of delivered blobs, for responses and for purges. */
import { createHash } from 'node:crypto';
import { surrogateKeys } from './surrogate-keys.js';

/** The tags of a blob, from broad to specific; empty for keys that are not delivered. */
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

/** The tag of one file, so that a new thumbnail does not purge templates. Hashed, because paths may be too long for a tag. */
const fileTag = (key: string): string => `feaas-file-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
