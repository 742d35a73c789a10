/** The half of path look-up that a plain template does without. */
import { warnOnce } from '../../global/logger';
import { loadPart, part } from '../parts';
import { compilePath, start, startsWith, type Binding, type Frame } from './lookup';
import { parsePath, type Path, type Segment } from './parse';
import { query } from './query';

const isRaw = (segment: Segment): boolean => typeof segment === 'object' && segment !== null && 'raw' in segment;

/** Matches of a path with filters or descendants. */
export function queryLibraries(path: Path, segments: readonly Segment[], value: unknown): unknown[] {
  if (!segments.some(isRaw)) return query(segments, value);
  const { queryComplex } = part('paths');
  try {
    return queryComplex(segments, value, segments.length === path.segments.length ? path.text : undefined);
  } catch (error) {
    warnOnce(`data path "${path.text}" could not be read (${(error as Error).message}). It finds nothing.`);
    return [];
  }
}

/** A key of the data that is itself written like the path's beginning, if it says more than the scope does (D1). */
export function oddKey(binding: Binding, odd: readonly string[]): { key: string; rest: readonly Segment[] } | undefined {
  let best: { key: string; rest: readonly Segment[] } | undefined;
  let length = binding.taken;
  for (const key of odd) {
    if (key === binding.path.text) return { key, rest: [] };
    const keys = parsePath(key)?.keys;
    if (!keys || keys.length <= length || !startsWith(binding.path.keys, keys)) continue;
    length = keys.length;
    best = { key, rest: binding.path.segments.slice(length) };
  }
  return best;
}

/** Reads the value of a binding without taking arrays apart, for elements that take lists as they are (D6). */
export function readWhole(binding: Binding, frame: Frame): unknown {
  const { value, tries } = start(binding, frame);
  for (const segments of tries) {
    const found = binding.path.complex ? queryLibraries(binding.path, segments, value) : query(segments, value);
    if (found.length) return found[0];
  }
  return undefined;
}

/** Every match of a path in a JSON value, as the nodelist of RFC 9535. Loads the libraries when it must. */
export async function queryPath(text: string, json: unknown): Promise<unknown[]> {
  const path = compilePath(text);
  if (!path) return [];
  if (path.complex) await loadPart('paths');
  return queryLibraries(path, path.segments, json);
}
