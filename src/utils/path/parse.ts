/**
 * Data paths, parsed: RFC 9535 spellings and the looser dotted form (`a.b.*.c`, `a[1:3].b`, `user['first name']`).
 * A path is data: it becomes a list of segments, never code. Names, `*` and indexes are read here, the rest of
 * the language by `parse-full.ts`, which is loaded when a template needs it.
 */
import { requireModule } from '../scheduling/lazy-modules';

/** `$`: the value itself; keeps its place because the fallbacks of D3 look for it. */
export const SELF = true;
/** `*`: every entry of an array or object. */
export const ANY = null;

/** A part that only the lazily loaded libraries read: filters, descendants, expressions. */
export interface RawSegment {
  readonly raw: string;
}
/** A name in quotes; unlike a dotted name it never reads an array's index. */
export interface QuotedName {
  readonly name: string;
}
/** `[start:end:step]`, each part possibly absent. */
export interface Slice {
  readonly slice: readonly [number | undefined, number | undefined, number | undefined];
}
/** A dotted name, an index, `*`, `$`, a quoted name, a slice, a union of these, or something for the libraries. */
export type Segment = string | number | typeof ANY | typeof SELF | QuotedName | Slice | Segment[] | RawSegment;

/** One parsed path. */
export interface Path {
  readonly text: string;
  readonly segments: readonly Segment[];
  /** A canonical spelling of each segment, to compare paths by: `.name`, `*`, `$`, or as it is written. */
  readonly keys: readonly string[];
  /** Needs the lazily loaded libraries. */
  readonly advanced?: boolean;
}

const SIMPLE = /^[^.[\]()'"`^~$\n]+(?:\.[^.[\]()'"`^~$\n]+|\[(?:\*|\d{1,9})\])*$/;

/** Parses a path; undefined when it is valid in neither language. */
export function parsePath(text: string): Path | undefined {
  if (!SIMPLE.test(text)) return requireModule('deferred').parseFull(text);
  const keys: string[] = [];
  const segments = text.match(/[^.[\]]+|\[[^\]]+/g)!.map((raw) => {
    const index = raw[0] === '[';
    const name = index ? raw.slice(1) : raw;
    const segment: Segment = name === '*' ? ANY : index ? +name : name;
    keys.push(typeof segment === 'string' ? '.' + name : index && segment !== ANY ? raw + ']' : name);
    return segment;
  });
  return { text, segments, keys };
}

/** True for `*`, an index, a slice, a union or a filter: what a list's path may end with. */
export const isCollection = (segment: Segment | undefined): boolean =>
  segment === ANY ||
  typeof segment === 'number' ||
  (typeof segment === 'object' && !('name' in segment) && (segment as RawSegment).raw?.[0] !== '.');
