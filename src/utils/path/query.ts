/** Paths, applied to a value. Only own members are read: nothing of a prototype, nothing that a path could run. */
import { ANY, SELF, type Segment, type Slice } from './parse';

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
        select(segment, each, next);
      else if (typeof segment === 'string' || Array.isArray(each)) {
        const entry = member(each, segment);
        if (entry !== undefined) next.push(entry);
      }
    }
    found = next;
  }
  return found;
}

/** RFC 9535 section 2.3.4.2.2: the entries of a slice in its order. */
function slice(list: unknown[], [from, to, step = 1]: Slice['slice'], into: unknown[]): void {
  const { length } = list;
  const bound = (at: number): number => (at < 0 ? at + length : at);
  if (step > 0) {
    const end = Math.min(Math.max(bound(to ?? length), 0), length);
    for (let at = Math.min(Math.max(bound(from ?? 0), 0), length); at < end; at += step) into.push(list[at]);
  } else if (step < 0) {
    const end = Math.max(to === undefined ? -1 : bound(to), -1);
    for (let at = Math.min(from === undefined ? length - 1 : bound(from), length - 1); at > end; at += step)
      into.push(list[at]);
  }
}

/** Appends the matches of one segment below a value. */
function select(segment: Segment, value: unknown, into: unknown[]): void {
  if (Array.isArray(segment)) {
    for (const each of segment) select(each, value, into);
  } else if (segment === SELF) {
    into.push(value);
  } else if (typeof segment === 'number' && segment < 0) {
    if (Array.isArray(value) && segment + value.length >= 0) into.push(value[segment + value.length]);
  } else if (typeof segment === 'string') {
    // a dotted negative number: a name, which no list has
    const entry = member(value, segment);
    if (entry !== undefined) into.push(entry);
  } else if (typeof segment !== 'object' || segment === ANY) {
    for (const each of query([segment], value)) into.push(each);
  } else if (typeof value !== 'object' || value === null) return;
  else if ('name' in segment) {
    if (!Array.isArray(value) && Object.hasOwn(value, segment.name)) into.push((value as never)[segment.name]);
  } else if ('slice' in segment && Array.isArray(value)) slice(value, segment.slice, into);
}

/** Deepest nesting of arrays that is flattened; deeper is a mistake of the data, not a list. */
const FLATTEN_LIMIT = 100;

/** Arrays flattened to one list, which may have members of its item (D14) with the names of methods. */
export function flatten(list: readonly unknown[]): readonly unknown[] {
  return [].some.call(list, Array.isArray) ? ([].flat.call(list, FLATTEN_LIMIT) as unknown[]) : list;
}

/** The first match when arrays are flattened; undefined for none. */
export const first = (value: unknown): unknown => (Array.isArray(value) ? flatten(value as unknown[])[0] : value);
