/** Resolves the value of a path: scopes (D2), data sources (D1), and the fallbacks of D3. */
import { warnOnce } from '../../global/logger';
import { jsonValue } from './json-value';
import { requireModule } from '../scheduling/lazy-modules';
import { ANY, SELF, isCollection, parsePath, type Path, type Segment } from './parse';
import { first, flatten, jsonEntries, member, query } from './query';

/** The data of one render, shared by all of its frames. */
export interface Environment {
  readonly data: unknown;
  /**
   * Keys of the data that are not plain names (`my.source`, `list.*`). Such a key takes precedence over the segments of
   * a path (D1).
   */
  readonly dottedKeys: readonly string[] | undefined;
}

/** One nesting level: the current item of a repeat, or the data at the root. */
export interface Frame {
  readonly item: unknown;
  readonly parent: Frame | undefined;
  readonly env: Environment;
}

/** Segments to try one after the other. */
type Candidates = readonly (readonly Segment[])[];

/** A path bound to its position: the frame it reads, and the segments to look up there. */
export interface Binding {
  readonly path: Path;
  /** Number of frames to climb; -1 for the root. */
  readonly up: number;
  /** Number of leading segments that the scope covers. */
  readonly scopeLength: number;
  /** Alternatives to try below the frame's value. */
  readonly candidates: Candidates;
  /** Alternatives at the root, unless the data source that the path names exists (D3). */
  readonly fallbacks: Candidates | undefined;
  /** Whether lists are returned whole. */
  readonly isWhole: boolean | undefined;
  /** Set in the common cases, when the only candidate is one dotted name, or one followed by `.*`. */
  readonly key: string | undefined;
  readonly list: string | undefined;
  /**
   * The single name, if it belongs to the current item and no prototype of plain data has it: {@link isPlain} items are
   * read directly.
   */
  readonly own: string | undefined;
}

/** Whether an item is a plain object, so that a name that no prototype has is its own member or missing. */
export const isPlain = (item: unknown): item is Readonly<Record<string, unknown>> =>
  typeof item === 'object' && item !== null && Object.getPrototypeOf(item) === Object.prototype;

const CACHE_SIZE = 2000;
const paths = new Map<string, Path | undefined>();

/** Parses a path and caches it; a path that is valid in no language causes a warning and is undefined. */
export function compilePath(text: string): Path | undefined {
  if (!text || paths.has(text)) return paths.get(text);
  const path = parsePath(text);
  if (!path) warnOfPath(text);
  if (paths.size >= CACHE_SIZE) paths.delete(paths.keys().next().value!);
  paths.set(text, path);
  return path;
}

/** Marks the `*` that a scope omits; paths inside the scope may omit it, too. */
export const IMPLICIT_WILDCARD = '?';

/** The keys of a path without a leading `$`. */
const keysOf = ({ keys }: Path): readonly string[] => (keys[0] === '$' ? keys.slice(1) : keys);

/** The keys that paths inside a scope start with; they may use `*` for its ranges and filters (D2). */
export const scopeKeys = (path: Path): readonly string[] =>
  isCollection(path.segments.at(-1)) ? keysOf(path) : [...keysOf(path), IMPLICIT_WILDCARD];

/** Whether a path starts with a scope's keys. */
export const startsWith = (keys: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= keys.length &&
  prefix.every((key, index) => key === keys[index] || ('*?'.includes(keys[index]!) && '[*?'.includes(key[0]!)));

/** Whether a key after a list's name belongs to an item; an index belongs to the list itself. */
const isOfItem = (key = '.'): boolean => /^\.(?!\d+$)/.test(key);

/** Number of leading keys of a path that the scope covers; -1 if the path does not start with the scope. */
function scopeLengthIn(scope: readonly string[], keys: readonly string[]): number {
  const { length } = scope;
  if (startsWith(keys, scope)) return length;
  return scope[length - 1] === IMPLICIT_WILDCARD && startsWith(keys, scope.slice(0, -1)) && isOfItem(keys[length - 1])
    ? length - 1
    : -1;
}

/**
 * Binds a path to its enclosing scopes, the innermost last (D2).
 * @param isWhole set for elements that receive lists whole (D6)
 */
export function bindPath(path: Path, scopes: readonly (readonly string[])[], isWhole?: boolean): Binding {
  const { length } = scopes;
  const keys = keysOf(path);
  let scopeIndex = length;
  let scopeLength = -1;
  while (scopeLength < 0 && scopeIndex) scopeLength = scopeLengthIn(scopes[--scopeIndex]!, keys);
  if (scopeLength < 0) scopeIndex = scopeLength++;
  else scopeLength += path.keys.length - keys.length;
  const rest = path.segments.slice(scopeLength);
  const [firstSegment, last] = rest;
  const name = scopeLength && typeof firstSegment === 'string' ? firstSegment : undefined;
  const key = rest.length === 1 && !isWhole ? name : undefined;
  const list = rest.length === 2 && last === ANY ? name : undefined;
  const isRoot = scopeIndex < 0;
  const up = isRoot ? -1 : length - 1 - scopeIndex;
  const candidates = withCut(rest, +isRoot);
  return {
    path,
    up,
    scopeLength,
    isWhole,
    candidates,
    fallbacks: isRoot ? withFallbacks(candidates) : undefined,
    key,
    list,
    own: up || name! in Object.prototype ? undefined : key,
  };
}

const isRaw = (segment: Segment): boolean => typeof segment === 'object' && segment !== null && 'raw' in segment;

/** Warns about a path that is valid in no language. */
const warnOfPath = (text: string): void =>
  warnOnce(`data path "${text}" is not a JSONPath. It finds nothing; correct its spelling.`);

/** Returns the matches of a path's segments below a value. The libraries evaluate filters and descendants. */
export function matches(path: Path, segments: readonly Segment[], value: unknown): readonly unknown[] {
  if (!path.advanced || !segments.some(isRaw)) return query(segments, value);
  const { queryAdvanced } = requireModule('advancedPaths');
  // A candidate of D3 may be as long as the path, but start with `_`.
  const isEntirePath = segments.length === path.segments.length && segments[0] === path.segments[0];
  try {
    return queryAdvanced(segments, value, isEntirePath ? path.text : undefined);
  } catch (error) {
    const { message } = error as Error;
    const reason = /recursion|call stack/i.test(message) ? 'the data has too many levels' : message;
    warnOnce(`could not read data path "${path.text}" (${reason}). It finds nothing; correct its spelling.`);
    return [];
  }
}

/** The start value of a binding and the candidates to try below it. */
export interface Start {
  readonly value: unknown;
  readonly candidates: Candidates;
}

/** @param isScope whether a scope is resolved, which repeats a whole list */
export function start(binding: Binding, frame: Frame, isScope?: boolean): Start {
  const { dottedKeys, data } = frame.env;
  const special = dottedKeys && startAtDottedKey(binding, dottedKeys, data, isScope);
  if (special) return special;
  const { path, up, candidates, fallbacks } = binding;
  if (fallbacks) return { value: data, candidates: isSourceIn(data, path) ? candidates : fallbacks };
  return { value: climb(frame, up).item, candidates };
}

/** The frame that is `up` levels further out. */
export const climb = (frame: Frame, up: number): Frame => {
  while (up-- > 0) frame = frame.parent!;
  return frame;
};

/** Adds the part after the first inner `.$` as a candidate: `ctx.a.$.b` -> `b` (D3). */
function withCut(segments: readonly Segment[], from: number): Candidates {
  const index = segments.indexOf(SELF, from) + 1;
  return index && index < segments.length
    ? [segments, [...segments.slice(0, from), ...segments.slice(index)]]
    : [segments];
}

/** Adds the fallbacks of a path at the root, in the order of D3. */
const withFallbacks = (candidates: Candidates): Candidates =>
  candidates.flatMap((segments) => {
    const rest = segments.slice(1);
    return [segments, ['_', ...rest], ...(rest.length ? [rest] : [])];
  });

/** Whether the data source that a path names exists. */
function isSourceIn(data: unknown, { segments: [segment] }: Path): boolean {
  const name = typeof segment === 'object' && segment && 'name' in segment ? segment.name : segment;
  return typeof name === 'string' && typeof data === 'object' && !!data && Object.hasOwn(data, name);
}

/** Keys of the enclosing items in data that a nested component inherits (E10). */
export const itemKeys = new WeakMap<object, ReadonlySet<string>>();

/** The path keys of a data key. */
const keysOfText = (text: string): readonly string[] | undefined => {
  const path = parsePath(text);
  return path && keysOf(path);
};

/** An index of data keys that are not plain names, with their path keys. */
interface DottedKeys {
  readonly texts: ReadonlySet<string>;
  /** By first path key. */
  readonly byFirst: ReadonlyMap<string, readonly { readonly key: string; readonly keys: readonly string[] }[]>;
}

/**
 * Cached indexes: data may have hundreds of such keys, such as the texts of a site. They are parsed once per render,
 * not per binding.
 */
const indexes = new WeakMap<readonly string[], DottedKeys>();

function indexOf(dottedKeys: readonly string[]): DottedKeys {
  let index = indexes.get(dottedKeys);
  if (!index) {
    const byFirst = new Map<string, { key: string; keys: readonly string[] }[]>();
    for (const key of dottedKeys) {
      const keys = keysOfText(key);
      if (!keys?.length) continue;
      const entries = byFirst.get(keys[0]!);
      if (entries) entries.push({ key, keys });
      else byFirst.set(keys[0]!, [{ key, keys }]);
    }
    indexes.set(dottedKeys, (index = { texts: new Set(dottedKeys), byFirst }));
  }
  return index;
}

const isWhole = (path: Path, key: string): boolean => keysOfText(key)?.length === keysOfText(path.text)?.length;

/**
 * The start of a binding if a key of the data is spelled like the beginning of the path (D1). The key must cover more
 * of the path than the scope does. Undefined if there is none.
 */
function startAtDottedKey(
  { path, scopeLength }: Binding,
  dottedKeys: readonly string[],
  data: unknown,
  isScope?: boolean,
): Start | undefined {
  const items = isScope && itemKeys.get(data as object);
  // A scope equal to one around a nested component repeats the whole list again (D2, E10).
  const accepts = items ? (key: string): boolean => !items.has(key) || !isWhole(path, key) : undefined;
  const best = matchDottedKey(path, dottedKeys, scopeLength, accepts);
  return best && { value: member(data, best.key), candidates: withCut(best.rest, 0) };
}

/**
 * The longest key that is spelled like the beginning of a path and covers more than `length` segments, with the rest of
 * the path.
 * @param dottedKeys an immutable list
 * @param accepts filter for keys
 */
export function matchDottedKey(
  path: Path,
  dottedKeys: readonly string[],
  length: number,
  accepts: (key: string) => boolean = () => true,
): { key: string; rest: readonly Segment[] } | undefined {
  const { texts, byFirst } = indexOf(dottedKeys);
  if (texts.has(path.text) && accepts(path.text)) return { key: path.text, rest: [] };
  let best: { key: string; rest: readonly Segment[] } | undefined;
  const offset = +(path.keys[0] === '$');
  for (const { key, keys } of byFirst.get(path.keys[offset]!) ?? []) {
    if (keys.length + offset <= length || !accepts(key)) continue;
    if (keys.some((each, index) => each !== path.keys[index + offset])) continue;
    // Skip a key if the path continues with an index: `$` keys represent the item of a scope without `*` by its list's
    // name.
    if (/^\$[.[]/.test(key) && !isOfItem(path.keys[keys.length + offset])) continue;
    length = keys.length + offset;
    best = { key, rest: path.segments.slice(length) };
  }
  return best;
}

/** Applies `pick` to the matches of each candidate and returns the first result. */
function find(binding: Binding, frame: Frame, pick: (matches: readonly unknown[]) => unknown): unknown {
  const { segments } = binding.path;
  const { value, candidates } = start(binding, frame);
  if (binding.up < 0 && value === frame.env.data && segments.length === 1) {
    const exact = member(frame.env.data, segments[0] as string);
    if (exact !== undefined) return exact;
  }
  for (const each of candidates) {
    const found = each.length ? pick(matches(binding.path, each, value)) : value;
    if (found !== undefined) return found;
  }
  return undefined;
}

const firstWhole = ([found]: readonly unknown[]): unknown => jsonValue(found);

/** The value of a binding, the first if there are several; undefined for none (D1-D3). */
export function readValue(binding: Binding, frame: Frame): unknown {
  return binding.key !== undefined && !frame.env.dottedKeys
    ? first(member(climb(frame, binding.up).item, binding.key))
    : find(binding, frame, binding.isWhole ? firstWhole : first);
}

/**
 * The items that a scope repeats over (D11). An existing list ends the search, even if it is empty or null.
 * @param nested keeps items that are arrays, because a nested scope repeats over them
 */
export function readList(binding: Binding, frame: Frame, nested: boolean): readonly unknown[] {
  if (binding.list !== undefined && !frame.env.dottedKeys) {
    const list = member(climb(frame, binding.up).item, binding.list);
    if (Array.isArray(list)) return nested ? jsonEntries(list) : flatten(list);
  }
  const { value, candidates } = start(binding, frame, true);
  for (const segments of candidates) {
    const last = segments.at(-1);
    const hasCollection = isCollection(last);
    // Without its source's name, a wildcard would match the data sources themselves.
    if (isCollection(segments[0]) && value === frame.env.data && !Array.isArray(value)) continue;
    if (hasCollection && !matches(binding.path, segments.slice(0, -1), value).length) continue;
    const found = matches(binding.path, segments, value);
    if (!hasCollection && !found.length) continue;
    if (found.length === 1 && found[0] === null && !hasCollection) return [];
    return nested ? jsonEntries(hasCollection ? found : found.flat()) : flatten(found);
  }
  return [];
}
