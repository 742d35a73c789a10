/** Groups the tags or paths of blobs into requests of limited size. */
import { blobTags } from './blob-tags.js';

/** Maximum blobs of one library and kind that are purged individually. More are purged together. */
export const MAX_SINGLE_BLOBS = 300;

/** The items of one request, and the keys of their blobs. */
export interface KeyGroup {
  readonly items: readonly string[];
  readonly keys: readonly string[];
}

/** The tags of blobs. For a library with many changes, such as after a restore, the tag of the whole library. */
export const groupTags = (keys: readonly string[], maxItems: number): KeyGroup[] => {
  const isWide = wideLibraries(keys);
  return group(
    keys,
    (key) => {
      const tags = blobTags(key);
      const tag = isWide(key) ? tags[1] : tags.at(-1);
      return tag === undefined ? [] : [tag];
    },
    maxItems,
  );
};

/** Paths of blobs below each base: `/components/…`. With `wildcards`, `/components/{library}/*` for many changes. */
export const groupPaths = (
  keys: readonly string[],
  { bases, most, wildcards }: { bases: readonly string[]; most: number; wildcards: boolean },
): KeyGroup[] => {
  const isWide = wildcards ? wideLibraries(keys) : () => false;
  return group(
    keys,
    (key) => {
      const path = isWide(key) ? `${encodePath(partOf(key))}/*` : encodePath(key);
      return bases.map((base) => `${base}/${path}`);
    },
    most,
  );
};

/** Base paths of the CDN's URLs; by default those of the host. */
export const basePaths = (bases: readonly string[]): readonly string[] =>
  bases.length > 0 ? [...new Set(bases.map((base) => new URL(base).pathname.replace(/\/$/, '')))] : ['', '/cdn'];

const encodePath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** `components/{library}` */
const partOf = (key: string): string => key.split('/', 2).join('/');

function wideLibraries(keys: readonly string[]): (key: string) => boolean {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(partOf(key), (counts.get(partOf(key)) ?? 0) + 1);
  return (key) => counts.get(partOf(key))! > MAX_SINGLE_BLOBS;
}

function group(keys: readonly string[], itemsOf: (key: string) => readonly string[], maxItems: number): KeyGroup[] {
  const groups: { items: Set<string>; keys: string[] }[] = [];
  // Sorted, so that keys with the same items are adjacent.
  for (const key of [...keys].sort()) {
    const items = itemsOf(key);
    const last = groups.at(-1);
    const added = last ? items.filter((item) => !last.items.has(item)).length : 0;
    if (!last || last.items.size + added > maxItems) groups.push({ items: new Set(items), keys: [key] });
    else {
      for (const item of items) last.items.add(item);
      last.keys.push(key);
    }
  }
  return groups.map(({ items, keys: batch }) => ({ items: [...items], keys: batch }));
}
