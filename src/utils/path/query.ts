/** Paths, applied to a value. Only own members are read: nothing of a prototype, nothing that a path could run. */
import { requireModule } from '../scheduling/lazy-modules';
import { ANY, SELF, type Segment } from './parse';

const has = Object.prototype.hasOwnProperty;

/** An own member of an object or array; undefined for anything else. */
export function member(value: unknown, name: string | number): unknown {
  return typeof value === 'object' &&
    value !== null &&
    has.call(value, name) &&
    !(name === 'length' && Array.isArray(value))
    ? (value as Record<string | number, unknown>)[name]
    : undefined;
}

/** Every match of the segments below a value, in order; all entries of one list are that list itself. */
export function query(segments: readonly Segment[], value: unknown): readonly unknown[] {
  let at = 0;
  // Names lead to one value, of which no list is made.
  for (; typeof segments[at] === 'string'; at++)
    if ((value = member(value, segments[at] as string)) === undefined) return [];
  let found: readonly unknown[] = [value];
  for (; at < segments.length; at++) {
    const segment = segments[at]!;
    if (segment === ANY && found.length === 1 && Array.isArray(found[0])) {
      [found] = found as [unknown[]];
      continue;
    }
    const next: unknown[] = [];
    for (const each of found) {
      if (segment === ANY) {
        if (typeof each === 'object' && each)
          for (const entry of Array.isArray(each) ? (each as unknown[]) : Object.values(each)) next.push(entry);
      } else if (typeof segment === 'object' || segment === SELF || (segment as number) < 0)
        requireModule('deferred').select(segment, each, next);
      else if (typeof segment === 'string' || Array.isArray(each)) {
        const entry = member(each, segment);
        if (entry !== undefined) next.push(entry);
      }
    }
    found = next;
  }
  return found;
}

/** Deepest nesting of arrays that is flattened; deeper is a mistake of the data, not a list. */
const FLATTEN_LIMIT = 100;

/** Arrays flattened to one list, which may have members of its item (D14) with the names of methods. */
export function flatten(list: readonly unknown[]): readonly unknown[] {
  return [].some.call(list, Array.isArray) ? ([].flat.call(list, FLATTEN_LIMIT) as unknown[]) : list;
}

/** The first match when arrays are flattened; undefined for none. */
export const first = (value: unknown): unknown => (Array.isArray(value) ? flatten(value as unknown[])[0] : value);
