/**
 * Cache sizes of the specification (§9). Apollo Client reads `Symbol.for('apollo.cacheSize')` when it loads, which may be
 * before anything of the kit: bundlers put libraries into a file of their own. So they are set after that, too.
 */
import { canonicalStringify } from '@apollo/client/cache';
import { cacheSizes, print } from '@apollo/client/utilities';

/** Most entries of each cache. `parser` bounds the kit's own memo: Apollo Client 4 keeps no parsed texts. */
export const CACHE_SIZES = Object.freeze({
  print: 2000,
  parser: 1000,
  canonicalStringify: 1000,
  'PersistedQueryLink.persistedQueryHashes': 2000,
  'documentTransform.cache': 2000,
});

/** For the caches that are there, and for those that are made from now on. What the page has chosen itself stays. */
export function setCacheSizes(): void {
  const sizes: Record<string, number> = cacheSizes as never;
  const missing = Object.entries(CACHE_SIZES).filter(([name]) => sizes[name] === undefined);
  if (!missing.length) return;
  for (const [name, size] of missing) sizes[name] = size;
  print.reset();
  canonicalStringify.reset();
}
