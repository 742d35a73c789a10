/**
 * Paths, applied to a value. Only own members are read: nothing of a prototype, nothing that a path could run. What is read is what JSON
 * has of it, as a server binds the JSON of data.
 */
import { jsonValue } from './json-value';
import { ANY, SELF, type QuotedName, type RawSegment, type Segment, type Slice } from './parse';

const has = Object.prototype.hasOwnProperty;

/** An own member of an object or array, as {@link jsonValue} has it; undefined for anything else. */
export function member(value: unknown, name: string | number): unknown {
  return typeof value === 'object' &&
    value !== null &&
    has.call(value, name) &&
    !(name === 'length' && Array.isArray(value))
    ? jsonValue((value as Record<string | number, unknown>)[name])
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
    for (const each of found) select(segment, jsonValue(each), next);
    found = next;
  }
  return found;
}

/** Appends the matches of one segment below a value. */
function select(segment: Segment, value: unknown, into: unknown[]): void {
  if (Array.isArray(segment)) for (const each of segment) select(each, value, into);
  else if (segment === SELF) into.push(value);
  else if (typeof value !== 'object' || !value) return;
  else {
    const list = Array.isArray(value) ? (value as unknown[]) : undefined;
    if (segment === ANY) for (const entry of list ?? Object.values(value)) into.push(entry);
    else if (typeof segment === 'object' && 'slice' in segment) slice(list ?? [], segment.slice, into);
    else {
      const entry = member(value, keyIn(segment, list));
      if (entry !== undefined) into.push(entry);
    }
  }
}

/** The key that a name or an index reads; an empty one, which no list has, where it reads nothing. */
function keyIn(
  segment: string | number | QuotedName | RawSegment,
  list: readonly unknown[] | undefined,
): string | number {
  if (typeof segment === 'string') return segment;
  if (typeof segment === 'number') return list ? (segment < 0 ? segment + list.length : segment) : NaN;
  return 'name' in segment && !list ? segment.name : NaN;
}

/** RFC 9535 section 2.3.4.2.2: the entries of a slice in its order. */
function slice(list: unknown[], [from, to, step = 1]: Slice['slice'], into: unknown[]): void {
  const { length } = list;
  const low = step < 0 ? -1 : 0;
  const high = low + length;
  const [first, last] = step < 0 ? [high, low] : [low, high];
  const bound = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, low), high);
  const end = to === undefined ? last : bound(to);
  for (let at = from === undefined ? first : bound(from); step > 0 ? at < end : step && at > end; at += step)
    into.push(list[at]);
}

/** Deepest nesting of arrays that is flattened; deeper is a mistake of the data, not a list. */
const FLATTEN_LIMIT = 100;

/** The entries of a list as {@link jsonValue} has them. The list may have members of its item (D14) with the names of methods. */
export function jsonEntries(list: readonly unknown[]): readonly unknown[] {
  for (let at = 0; at < list.length; at++) if (jsonValue(list[at]) !== list[at]) return Array.from(list, jsonValue);
  return list;
}

/** Whether an entry of a list is one item, as JSON has it. */
const isItem = (entry: unknown): boolean => !Array.isArray(entry) && jsonValue(entry) === entry;

/** Whether each entry is one item. Of a list in a list come several, and of a hole, sometimes, none. */
export function isFlat(list: readonly unknown[]): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === undefined || !isItem(list[at])) return false;
  return true;
}

/** Appends the items of a list and of the lists in it, which pass over holes. */
function collect(list: readonly unknown[], depth: number, into: unknown[]): unknown[] {
  for (let at = 0; at < list.length; at++) {
    if (!(at in list)) continue;
    const entry = jsonValue(list[at]);
    if (depth && Array.isArray(entry)) collect(entry, depth - 1, into);
    else into.push(entry);
  }
  return into;
}

/** Arrays flattened to one list of values that JSON has. */
export function flatten(list: readonly unknown[]): readonly unknown[] {
  for (let at = 0; at < list.length; at++) if (!isItem(list[at])) return collect(list, FLATTEN_LIMIT, []);
  return list;
}

/** The first match when arrays are flattened, as {@link jsonValue} has it; undefined for none. */
export const first = (value: unknown): unknown =>
  Array.isArray(value) ? flatten(value as unknown[])[0] : jsonValue(value);
