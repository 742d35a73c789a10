/**
 * Cache sizes of the specification (§9). Apollo Client reads `Symbol.for('apollo.cacheSize')` when it loads.
 * That may be before the kit, since bundlers put libraries into separate files. So the sizes are set afterwards, too.
 */
import { canonicalStringify } from '@apollo/client/cache';
import { cacheSizes, print } from '@apollo/client/utilities';

/** Maximum number of entries of each cache. `parser` limits the kit's own memo: Apollo Client 4 does not cache parsed texts. */
export const CACHE_SIZES = Object.freeze({
  print: 2000,
  parser: 1000,
  canonicalStringify: 1000,
  'PersistedQueryLink.persistedQueryHashes': 2000,
  'documentTransform.cache': 2000,
});

/** Sets the sizes of existing and of new caches. Sizes that the page has set stay. */
export function setCacheSizes(): void {
  const sizes: Record<string, number> = cacheSizes as never;
  const missing = Object.entries(CACHE_SIZES).filter(([name]) => sizes[name] === undefined);
  if (!missing.length) return;
  for (const [name, size] of missing) sizes[name] = size;
  print.reset();
  canonicalStringify.reset();
}
