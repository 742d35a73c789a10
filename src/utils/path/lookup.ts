/**
 * Where a path finds its value: scopes (D2), data sources (D1), and the fallbacks of D3.
 */
import { warnOnce } from '../../global/logger';
import { part } from '../parts';
import { SELF, isCollection, parsePath, type Path, type Segment } from './parse';
import { first, flatten, member, query } from './query';

/** What one render reads from: shared by all of its frames. */
export interface Environment {
  readonly data: unknown;
  /** Keys of the data that are not plain names (`my.source`, `list.*`): such a key wins over a path's parts (D1). */
  readonly odd: readonly string[] | undefined;
}

/** One step of nesting: the current item of a repeat, or at the root the data. */
export interface Frame {
  readonly item: unknown;
  readonly parent: Frame | undefined;
  readonly env: Environment;
}

/** A path tied to the place it stands in: which frame it reads, and what it looks up there. */
export interface Binding {
  readonly path: Path;
  /** Frames to climb; -1 is the root. */
  readonly up: number;
  /** Number of leading segments which the scope took. */
  readonly taken: number;
  /** What is tried in turn below the frame's value; at the root that depends on the data. */
  readonly tries: readonly (readonly Segment[])[];
  /** Set when the only try is one dotted name: the common case. */
  readonly key: string | undefined;
}

const CACHE_SIZE = 2000;
const paths = new Map<string, Path | undefined>();

/** Parses a path once; one that is valid in no language warns and is undefined. */
export function compilePath(text: string): Path | undefined {
  if (!text || paths.has(text)) return paths.get(text);
  const path = parsePath(text);
  if (!path) warnOnce(`data path "${text}" is not a JSONPath. It finds nothing; correct its spelling.`);
  if (paths.size >= CACHE_SIZE) paths.delete(paths.keys().next().value!);
  paths.set(text, path);
  return path;
}

/** The `.*` form of a scope, as canonical keys: how paths inside of it are written (D2). */
export const scopeKeys = ({ keys, segments }: Path): readonly string[] => [
  ...(isCollection(segments.at(-1)) ? keys.slice(0, -1) : keys),
  '*',
];

export const startsWith = (keys: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= keys.length && prefix.every((key, at) => key === keys[at]);

/** Adds the part after the first `.$` that is not the path's own beginning: `ctx.a.$.b` -> `b` (D3). */
export function withCut(segments: readonly Segment[], from: number, head: readonly Segment[] = []): (readonly Segment[])[] {
  const at = segments.indexOf(SELF, from) + 1;
  return at && at < segments.length ? [segments, [...head, ...segments.slice(at)]] : [segments];
}

/** Ties a path to the scopes around it, the innermost last (D2). */
export function bindPath(path: Path, scopes: readonly (readonly string[])[]): Binding {
  const { length } = scopes;
  let at = length - 1;
  while (at >= 0 && !startsWith(path.keys, scopes[at]!)) at--;
  const taken = at < 0 ? 0 : scopes[at]!.length;
  const rest = path.segments.slice(taken);
  const [only] = rest;
  return {
    path,
    up: at < 0 ? -1 : length - 1 - at,
    taken,
    tries: withCut(rest, 0),
    key: taken && rest.length === 1 && typeof only === 'string' ? only : undefined,
  };
}

/** What is tried at the root, in the order of D3; less once the named data source exists. */
function rootTries(segments: readonly Segment[], data: unknown): (readonly Segment[])[] {
  const [head, ...rest] = segments;
  const tries = withCut(segments, 1, [head!]);
  if (typeof head === 'string' && typeof data === 'object' && data && Object.hasOwn(data, head)) return tries;
  const [, cut] = tries;
  tries.splice(1, 0, ['_', ...rest], ...(rest.length ? [rest] : []));
  if (cut) tries.push(['_', ...cut.slice(1)], cut.slice(1));
  return tries;
}

/** Matches below a value; complex paths go through the libraries. */
function matches({ path }: { readonly path: Path }, segments: readonly Segment[], value: unknown): unknown[] {
  return path.complex ? part('more').queryLibraries(path, segments, value) : query(segments, value);
}

/** The starting value of a binding and what is tried below it. */
export function start(binding: Binding, frame: Frame): { value: unknown; tries: readonly (readonly Segment[])[] } {
  const { odd, data } = frame.env;
  const special = odd && part('more').oddKey(binding, odd);
  if (special) return { value: member(data, special.key), tries: withCut(special.rest, 0) };
  if (binding.up < 0) return { value: data, tries: rootTries(binding.path.segments, data) };
  return { value: climb(frame, binding.up).item, tries: binding.tries };
}

const climb = (frame: Frame, up: number): Frame => {
  while (up-- > 0) frame = frame.parent!;
  return frame;
};

/** The one value a binding finds, the first when there are several; undefined for none (D1-D3). */
export function readValue(binding: Binding, frame: Frame): unknown {
  if (binding.key !== undefined && !frame.env.odd) {
    const value = member(climb(frame, binding.up).item, binding.key);
    return Array.isArray(value) ? first(value) : value;
  }
  const { segments } = binding.path;
  const { value, tries } = start(binding, frame);
  if (binding.up < 0 && segments.length === 1) {
    const exact = member(frame.env.data, segments[0] as string);
    if (exact !== undefined) return exact;
  }
  for (const each of tries) {
    if (!each.length) return value;
    const found = first(matches(binding, each, value));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The items a scope repeats over (D11). A list that is there but empty, or null, is no reason to look further.
 * @param nested keep items that are arrays, because something inside scopes over them.
 */
export function readList(binding: Binding, frame: Frame, nested: boolean): unknown[] {
  const { value, tries } = start(binding, frame);
  for (const segments of tries) {
    const last = segments.at(-1);
    const collection = isCollection(last);
    // Without its source's name a wildcard would walk over the data sources themselves.
    if (isCollection(segments[0]) && value === frame.env.data && !Array.isArray(value)) continue;
    if (collection && !matches(binding, segments.slice(0, -1), value).length) continue;
    const found = matches(binding, segments, value);
    if (!collection && !found.length) continue;
    if (found.length === 1 && found[0] === null && !collection) return [];
    return nested ? found : flatten(found);
  }
  return [];
}
