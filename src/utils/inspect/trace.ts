/** Traces where a binding looked for its value, and where its path ends. */
import { matches, start, type Binding, type Frame } from '../path/lookup';
import { ANY, SELF, isCollection, type Path, type Segment } from '../path/parse';
import { first, query } from '../path/query';
import type { Ending, Trace } from './types';

/** Maximum number of member names in a trace. */
const MAX_NAMES = 24;

const stepText = (segment: Segment): string => {
  if (segment === ANY) return '.*';
  if (segment === SELF) return '.$';
  if (typeof segment === 'number') return `[${segment}]`;
  if (typeof segment === 'string') return `.${segment}`;
  if (Array.isArray(segment)) return `[${segment.map((each) => stepText(each).replace(/^[.[]|\]$/g, '')).join()}]`;
  if ('name' in segment) return `['${segment.name}']`;
  return 'raw' in segment ? segment.raw : `[${segment.slice.map((each) => each ?? '').join(':')}]`;
};

/** Returns segments as a path; empty for none. */
const pathText = (segments: readonly Segment[]): string => segments.map(stepText).join('').replace(/^\./, '');

/** Returns the edit distance of two words: the number of inserted, removed or replaced letters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

/** Returns the member whose name is most similar to the requested one. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const normalize = (text: string): string => text.toLowerCase().replace(/[-_ ]/g, '');
  const distanceTo = (each: string): number => distance(normalize(name), normalize(each));
  const [best] = names.map((each) => [distanceTo(each), each] as const).sort(([one], [other]) => one - other);
  return best && best[0] <= Math.min(2, Math.floor(name.length / 3)) ? best[1] : undefined;
}

const kindOf = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** Whether a list has a matching entry. It uses the method of `Array`, since members of a list's item (D14) may have its name. */
const has = (list: readonly unknown[], passes: (entry: unknown) => boolean): boolean => [].some.call(list, passes);

function endOf(segments: readonly Segment[], value: unknown): Ending | undefined {
  for (let length = 1; length <= segments.length; length++) {
    if (has(query(segments.slice(0, length), value), (each) => each !== undefined)) continue;
    const [parent] = query(segments.slice(0, length - 1), value);
    const name = pathText(segments.slice(length - 1, length));
    const names = typeof parent === 'object' && parent !== null && !Array.isArray(parent) ? Object.keys(parent) : [];
    return {
      after: pathText(segments.slice(0, length - 1)),
      name,
      kind: kindOf(parent),
      has: names.slice(0, MAX_NAMES),
      meant: nearest(name, names),
    };
  }
  return undefined;
}

const isRaw = (path: Path): boolean => !!path.advanced;

/**
 * Follows a binding as the renderer does (D1-D3).
 * @param list whether it is the binding of a repeat: an existing list without items counts as found (D11)
 * @throws ModuleNotLoadedError
 */
export function trace(binding: Binding, frame: Frame, list = false): Trace {
  const { value, candidates } = start(binding, frame);
  const hasMatch = (candidate: readonly Segment[]): boolean => {
    const segments = list && isCollection(candidate.at(-1)) ? candidate.slice(0, -1) : candidate;
    const found = isRaw(binding.path) ? matches(binding.path, segments, value) : query(segments, value);
    return has(found, (each) => first(each) !== undefined || Array.isArray(each));
  };
  const found = candidates.findIndex((each) => !each.length || hasMatch(each));
  return {
    from: binding.up < 0 ? 'data' : 'item',
    tries: candidates.map((each) => pathText(each) || '$'),
    found,
    end: found < 0 && !isRaw(binding.path) ? endOf(candidates[0]!, value) : undefined,
  };
}
