/** The half of path look-up that a plain template does without. */
import { warnOnce } from '../../global/logger';
import { loadModule, requireModule } from '../scheduling/lazy-modules';
import { compilePath, start, type Binding, type Frame, type Start } from './lookup';
import { SELF, parsePath, type Path, type Segment } from './parse';
import { member, query } from './query';

const isRaw = (segment: Segment): boolean => typeof segment === 'object' && segment !== null && 'raw' in segment;

/** A path that is valid in no language. */
export const warnOfPath = (text: string): void =>
  warnOnce(`data path "${text}" is not a JSONPath. It finds nothing; correct its spelling.`);

/** Matches of a path with filters or descendants. */
export function queryLibraries(path: Path, segments: readonly Segment[], value: unknown): readonly unknown[] {
  if (!segments.some(isRaw)) return query(segments, value);
  const { queryAdvanced } = requireModule('advancedPaths');
  // A try of D3 may be as long as the path, and begin with `_`.
  const whole = segments.length === path.segments.length && segments[0] === path.segments[0];
  try {
    return queryAdvanced(segments, value, whole ? path.text : undefined);
  } catch (error) {
    const { message } = error as Error;
    const reason = /recursion|call stack/i.test(message) ? 'the data is nested too deeply to be searched' : message;
    warnOnce(`data path "${path.text}" could not be read (${reason}). It finds nothing.`);
    return [];
  }
}

/** Adds the part after the first `.$` that is not the path's own beginning: `ctx.a.$.b` -> `b` (D3). */
export function withCut(
  segments: readonly Segment[],
  from: number,
  head: readonly Segment[] = [],
): (readonly Segment[])[] {
  const at = segments.indexOf(SELF, from) + 1;
  return at && at < segments.length ? [segments, [...head, ...segments.slice(at)]] : [segments];
}

/** What is tried at the root, in the order of D3; less once the named data source exists. */
export function rootCandidates(segments: readonly Segment[], data: unknown): (readonly Segment[])[] {
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

/** The keys of a path or of a key of data, without the `$` that only says where it begins. */
const keysOf = (text: string): readonly string[] | undefined => {
  const keys = parsePath(text)?.keys;
  return keys?.[0] === '$' ? keys.slice(1) : keys;
};

const isWhole = (path: Path, key: string): boolean => keysOf(key)?.length === keysOf(path.text)?.length;

/**
 * Where a binding starts when a key of the data is itself written like the path's beginning, and says more than the
 * scope does (D1); undefined when none is.
 */
export function oddStart(
  { path, scopeLength }: Binding,
  odd: readonly string[],
  data: unknown,
  isScope?: boolean,
): Start | undefined {
  const items = isScope && itemKeys.get(data as object);
  // A scope equal to one around the place of a nested component repeats the whole list again (D2, E10).
  const best = oddKey(path, items ? odd.filter((key) => !items.has(key) || !isWhole(path, key)) : odd, scopeLength);
  return best && { value: member(data, best.key), candidates: withCut(best.rest, 0) };
}

/** The key that is written like most of a path's beginning, more than `length` segments of it, and what is behind. */
export function oddKey(
  path: Path,
  odd: readonly string[],
  length: number,
): { key: string; rest: readonly Segment[] } | undefined {
  let best: { key: string; rest: readonly Segment[] } | undefined;
  const before = +(path.keys[0] === '$');
  for (const key of odd) {
    if (key === path.text) return { key, rest: [] };
    const keys = keysOf(key);
    if (!keys?.length || keys.length + before <= length) continue;
    if (keys.some((each, at) => each !== path.keys[at + before])) continue;
    length = keys.length + before;
    best = { key, rest: path.segments.slice(length) };
  }
  return best;
}

/** Reads the value of a binding without taking arrays apart, for elements that take lists as they are (D6). */
export function readWhole(binding: Binding, frame: Frame): unknown {
  const { value, candidates } = start(binding, frame);
  for (const segments of candidates) {
    const found = binding.path.advanced ? queryLibraries(binding.path, segments, value) : query(segments, value);
    if (found.length) return found[0];
  }
  return undefined;
}

/** Every match of a path in a JSON value, as the nodelist of RFC 9535. Loads the libraries when it must. */
export async function queryPath(text: string, json: unknown): Promise<unknown[]> {
  await loadModule('deferred');
  const path = compilePath(text);
  if (!path) return [];
  if (path.advanced) await loadModule('advancedPaths');
  return [...queryLibraries(path, path.segments, json)];
}
