/**
 * Where a path finds its value: scopes (D2), data sources (D1), and the fallbacks of D3.
 */
import { warnOnce } from '../../global/logger';
import { jsonValue } from './json-value';
import { requireModule } from '../scheduling/lazy-modules';
import { ANY, SELF, isCollection, parsePath, type Path, type Segment } from './parse';
import { first, flatten, jsonEntries, member, query } from './query';

/** What one render reads from: shared by all of its frames. */
export interface Environment {
  readonly data: unknown;
  /** Keys of the data that are not plain names (`my.source`, `list.*`): such a key wins over a path's parts (D1). */
  readonly dottedKeys: readonly string[] | undefined;
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
  readonly scopeLength: number;
  /** What is tried in turn below the frame's value; at the root that depends on the data. */
  readonly candidates: readonly (readonly Segment[])[];
  /** Lists are not taken apart. */
  readonly isWhole: boolean | undefined;
  /** Set when the only try is one dotted name, or one with `.*` behind it: the common cases. */
  readonly key: string | undefined;
  readonly list: string | undefined;
  /** The one name, where it is the current item's and no prototype of plain data has it: {@link isPlain} items are read as they are. */
  readonly own: string | undefined;
}

/** Whether an item is a plain object, so that a name no prototype has is its own or nothing. */
export const isPlain = (item: unknown): item is Readonly<Record<string, unknown>> =>
  typeof item === 'object' && item !== null && Object.getPrototypeOf(item) === Object.prototype;

const CACHE_SIZE = 2000;
const paths = new Map<string, Path | undefined>();

/** Parses a path once; one that is valid in no language warns and is undefined. */
export function compilePath(text: string): Path | undefined {
  if (!text || paths.has(text)) return paths.get(text);
  const path = parsePath(text);
  if (!path) warnOfPath(text);
  if (paths.size >= CACHE_SIZE) paths.delete(paths.keys().next().value!);
  paths.set(text, path);
  return path;
}

/** The `*` of a scope that is written without one: paths inside of it may be, too. */
export const IMPLICIT_WILDCARD = '?';

/** The keys of a path, without the `$` that only says where it begins. */
const keysOf = ({ keys }: Path): readonly string[] => (keys[0] === '$' ? keys.slice(1) : keys);

/** The keys that paths inside of a scope begin with; for its ranges and filters they may have `*` (D2). */
export const scopeKeys = (path: Path): readonly string[] =>
  isCollection(path.segments.at(-1)) ? keysOf(path) : [...keysOf(path), IMPLICIT_WILDCARD];

/** Whether a path begins as a scope does. */
export const startsWith = (keys: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= keys.length &&
  prefix.every((key, at) => key === keys[at] || ('*?'.includes(keys[at]!) && '[*?'.includes(key[0]!)));

/** Whether a key is one of an item, behind the name of its list: an index is one of the list itself. */
const isOfItem = (key = '.'): boolean => /^\.(?!\d+$)/.test(key);

/** How many keys at the beginning of a path are the scope's; -1 where it begins otherwise. */
function scopeLengthIn(scope: readonly string[], keys: readonly string[]): number {
  const { length } = scope;
  if (startsWith(keys, scope)) return length;
  return scope[length - 1] === IMPLICIT_WILDCARD && startsWith(keys, scope.slice(0, -1)) && isOfItem(keys[length - 1])
    ? length - 1
    : -1;
}

/**
 * Ties a path to the scopes around it, the innermost last (D2).
 * @param isWhole for elements that take lists as they are (D6).
 */
export function bindPath(path: Path, scopes: readonly (readonly string[])[], isWhole?: boolean): Binding {
  const { length } = scopes;
  const keys = keysOf(path);
  let at = length;
  let scopeLength = -1;
  while (scopeLength < 0 && at) scopeLength = scopeLengthIn(scopes[--at]!, keys);
  if (scopeLength < 0) at = scopeLength++;
  else scopeLength += path.keys.length - keys.length;
  const rest = path.segments.slice(scopeLength);
  const [only, last] = rest;
  const name = scopeLength && typeof only === 'string' ? only : undefined;
  const key = rest.length === 1 && !isWhole ? name : undefined;
  const list = rest.length === 2 && last === ANY ? name : undefined;
  const up = at < 0 ? -1 : length - 1 - at;
  return {
    path,
    up,
    scopeLength,
    isWhole,
    candidates: rest.includes(SELF) ? withCut(rest, 0) : [rest],
    key,
    list,
    own: up || name! in Object.prototype ? undefined : key,
  };
}

const isRaw = (segment: Segment): boolean => typeof segment === 'object' && segment !== null && 'raw' in segment;

/** A path that is valid in no language. */
const warnOfPath = (text: string): void =>
  warnOnce(`data path "${text}" is not a JSONPath. It finds nothing; correct its spelling.`);

/** Matches of a path's segments below a value. Those with filters or descendants go through the libraries. */
export function matches(path: Path, segments: readonly Segment[], value: unknown): readonly unknown[] {
  if (!path.advanced || !segments.some(isRaw)) return query(segments, value);
  const { queryAdvanced } = requireModule('advancedPaths');
  // A try of D3 may be as long as the path, and begin with `_`.
  const whole = segments.length === path.segments.length && segments[0] === path.segments[0];
  try {
    return queryAdvanced(segments, value, whole ? path.text : undefined);
  } catch (error) {
    const { message } = error as Error;
    const reason = /recursion|call stack/i.test(message) ? 'the data has too many levels' : message;
    warnOnce(`could not read data path "${path.text}" (${reason}). It finds nothing; correct its spelling.`);
    return [];
  }
}

/** The starting value of a binding and what is tried below it. */
export interface Start {
  readonly value: unknown;
  readonly candidates: readonly (readonly Segment[])[];
}

/** @param isScope whether a scope asks, which repeats a whole list. */
export function start(binding: Binding, frame: Frame, isScope?: boolean): Start {
  const { dottedKeys, data } = frame.env;
  const special = dottedKeys && startAtDottedKey(binding, dottedKeys, data, isScope);
  if (special) return special;
  if (binding.up < 0) return { value: data, candidates: rootCandidates(binding.path.segments, data) };
  return { value: climb(frame, binding.up).item, candidates: binding.candidates };
}

/** The frame that is some steps further out. */
export const climb = (frame: Frame, up: number): Frame => {
  while (up-- > 0) frame = frame.parent!;
  return frame;
};

/** Adds the part after the first `.$` that is not the path's own beginning: `ctx.a.$.b` -> `b` (D3). */
function withCut(segments: readonly Segment[], from: number, head: readonly Segment[] = []): (readonly Segment[])[] {
  const at = segments.indexOf(SELF, from) + 1;
  return at && at < segments.length ? [segments, [...head, ...segments.slice(at)]] : [segments];
}

/** What is tried at the root, in the order of D3; nothing else once the named data source exists. */
function rootCandidates(segments: readonly Segment[], data: unknown): (readonly Segment[])[] {
  const [head, ...rest] = segments;
  const candidates = withCut(segments, 1, [head!]);
  const name = typeof head === 'object' && head && 'name' in head ? head.name : head;
  if (typeof name === 'string' && typeof data === 'object' && data && Object.hasOwn(data, name)) return candidates;
  const [, cut] = candidates;
  candidates.splice(1, 0, ['_', ...rest], ...(rest.length ? [rest] : []));
  if (cut) candidates.push(['_', ...cut.slice(1)], cut.slice(1));
  return candidates;
}

/** Of data that a nested component has from its place (E10): the keys under which it finds the items around it. */
export const itemKeys = new WeakMap<object, ReadonlySet<string>>();

/** The keys of a path that is a key of data. */
const keysOfText = (text: string): readonly string[] | undefined => {
  const path = parsePath(text);
  return path && keysOf(path);
};

/** Keys of data that are more than a plain name, and their own keys as paths. */
interface DottedKeys {
  readonly texts: ReadonlySet<string>;
  /** By the first one of their own keys. */
  readonly byFirst: ReadonlyMap<string, readonly { readonly key: string; readonly keys: readonly string[] }[]>;
}

/** Data may have hundreds of such keys, as the texts of a site: they are parsed once for a render, and not for each binding. */
const indexes = new WeakMap<readonly string[], DottedKeys>();

function indexOf(dottedKeys: readonly string[]): DottedKeys {
  let index = indexes.get(dottedKeys);
  if (!index) {
    const byFirst = new Map<string, { key: string; keys: readonly string[] }[]>();
    for (const key of dottedKeys) {
      const keys = keysOfText(key);
      if (!keys?.length) continue;
      const alike = byFirst.get(keys[0]!);
      if (alike) alike.push({ key, keys });
      else byFirst.set(keys[0]!, [{ key, keys }]);
    }
    indexes.set(dottedKeys, (index = { texts: new Set(dottedKeys), byFirst }));
  }
  return index;
}

const isWhole = (path: Path, key: string): boolean => keysOfText(key)?.length === keysOfText(path.text)?.length;

/**
 * Where a binding starts when a key of the data is itself written like the path's beginning, and says more than the
 * scope does (D1); undefined when none is.
 */
function startAtDottedKey(
  { path, scopeLength }: Binding,
  dottedKeys: readonly string[],
  data: unknown,
  isScope?: boolean,
): Start | undefined {
  const items = isScope && itemKeys.get(data as object);
  // A scope equal to one around the place of a nested component repeats the whole list again (D2, E10).
  const accepts = items ? (key: string): boolean => !items.has(key) || !isWhole(path, key) : undefined;
  const best = matchDottedKey(path, dottedKeys, scopeLength, accepts);
  return best && { value: member(data, best.key), candidates: withCut(best.rest, 0) };
}

/**
 * The key that is written like most of a path's beginning, more than `length` segments of it, and what is behind.
 * @param dottedKeys a list that does not change.
 * @param accepts whether a key counts.
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
  const before = +(path.keys[0] === '$');
  for (const { key, keys } of byFirst.get(path.keys[before]!) ?? []) {
    if (keys.length + before <= length || !accepts(key)) continue;
    if (keys.some((each, at) => each !== path.keys[at + before])) continue;
    // The item of a scope without `*`, under its list's name.
    if (/^\$[.[]/.test(key) && !isOfItem(path.keys[keys.length + before])) continue;
    length = keys.length + before;
    best = { key, rest: path.segments.slice(length) };
  }
  return best;
}

/** What the first try of a binding finds out of which `pick` makes something. */
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

/** The one value a binding finds, the first when there are several; undefined for none (D1-D3). */
export function readValue(binding: Binding, frame: Frame): unknown {
  return binding.key !== undefined && !frame.env.dottedKeys
    ? first(member(climb(frame, binding.up).item, binding.key))
    : find(binding, frame, binding.isWhole ? firstWhole : first);
}

/**
 * The items a scope repeats over (D11). A list that is there but empty, or null, is no reason to look further.
 * @param nested keep items that are arrays, because something inside scopes over them.
 */
export function readList(binding: Binding, frame: Frame, nested: boolean): readonly unknown[] {
  if (binding.list !== undefined && !frame.env.dottedKeys) {
    const list = member(climb(frame, binding.up).item, binding.list);
    if (Array.isArray(list)) return nested ? jsonEntries(list) : flatten(list);
  }
  const { value, candidates } = start(binding, frame, true);
  for (const segments of candidates) {
    const last = segments.at(-1);
    const collection = isCollection(last);
    // Without its source's name a wildcard would walk over the data sources themselves.
    if (isCollection(segments[0]) && value === frame.env.data && !Array.isArray(value)) continue;
    if (collection && !matches(binding.path, segments.slice(0, -1), value).length) continue;
    const found = matches(binding.path, segments, value);
    if (!collection && !found.length) continue;
    if (found.length === 1 && found[0] === null && !collection) return [];
    return nested ? jsonEntries(collection ? found : found.flat()) : flatten(found);
  }
  return [];
}
