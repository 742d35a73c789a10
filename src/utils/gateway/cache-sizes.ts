/**
 * Cache sizes of the specification (§9). Apollo Client reads them when it loads, so this module is imported before it;
 * what a page has set by itself stays.
 */

/** Most entries of each cache. `parser` bounds the kit's own memo: Apollo Client 4 keeps no parsed texts. */
export const CACHE_SIZES = Object.freeze({
  print: 2000,
  parser: 1000,
  canonicalStringify: 1000,
  'PersistedQueryLink.persistedQueryHashes': 2000,
  'documentTransform.cache': 2000,
});

const APOLLO = Symbol.for('apollo.cacheSize');
const sizes = globalThis as { [APOLLO]?: Readonly<Record<string, number>> };
sizes[APOLLO] = { ...CACHE_SIZES, ...sizes[APOLLO] };
