/**
 * Evaluates paths on a value. Reads only own members, so a path can not reach a prototype or run code. Values are
 * converted to their JSON form, because a server binds the JSON of data.
 */
import { jsonValue } from './json-value';
import { ANY, SELF, type QuotedName, type RawSegment, type Segment, type Slice } from './parse';

const has = Object.prototype.hasOwnProperty;

/** An own member of an object or array, converted by {@link jsonValue}; undefined for anything else. */
export function member(value: unknown, name: string | number): unknown {
  return typeof value === 'object' &&
    value !== null &&
    has.call(value, name) &&
    !(name === 'length' && Array.isArray(value))
    ? jsonValue((value as Record<string | number, unknown>)[name])
    : undefined;
}

/**
 * Returns all matches of the segments below a value, in order. For all entries of one list, returns that list itself.
 */
export function query(segments: readonly Segment[], value: unknown): readonly unknown[] {
  let index = 0;
  // Names lead to one value and need no list of matches.
  for (; typeof segments[index] === 'string'; index++)
    if ((value = member(value, segments[index] as string)) === undefined) return [];
  let found: readonly unknown[] = [value];
  for (; index < segments.length; index++) {
    const segment = segments[index]!;
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

/** The key that a name or an index reads; NaN, which no list has, where it reads nothing. A name never reads an index, but a member of an item (D14). */
function keyIn(
  segment: string | number | QuotedName | RawSegment,
  list: readonly unknown[] | undefined,
): string | number {
  if (typeof segment === 'string') return segment;
  if (typeof segment === 'number') return list ? (segment < 0 ? segment + list.length : segment) : NaN;
  return 'name' in segment && (!list || isNaN(+segment.name)) ? segment.name : NaN;
}

/** The entries of a slice in its order (RFC 9535, section 2.3.4.2.2). */
function slice(list: unknown[], [from, to, step = 1]: Slice['slice'], into: unknown[]): void {
  const { length } = list;
  const low = step < 0 ? -1 : 0;
  const high = low + length;
  const [first, last] = step < 0 ? [high, low] : [low, high];
  const clamp = (index: number): number => Math.min(Math.max(index < 0 ? index + length : index, low), high);
  const end = to === undefined ? last : clamp(to);
  for (
    let index = from === undefined ? first : clamp(from);
    step > 0 ? index < end : step && index > end;
    index += step
  )
    into.push(list[index]);
}

/** Maximum nesting depth of arrays that are flattened; deeper nesting is an error in the data. */
const FLATTEN_LIMIT = 100;

/**
 * The entries of a list, converted by {@link jsonValue}. Calls no methods of the list: it may have members of its item
 * (D14) with the names of methods.
 */
export function jsonEntries(list: readonly unknown[]): readonly unknown[] {
  for (let index = 0; index < list.length; index++)
    if (jsonValue(list[index]) !== list[index]) return Array.from(list, jsonValue);
  return list;
}

/** Whether a list entry is one item that needs no conversion. */
const isItem = (entry: unknown): boolean => !Array.isArray(entry) && jsonValue(entry) === entry;

/** Whether all entries are single items. A nested list has several items, and a hole may have none. */
export function isFlat(list: readonly unknown[]): boolean {
  for (let index = 0; index < list.length; index++) if (list[index] === undefined || !isItem(list[index])) return false;
  return true;
}

/** Appends the items of a list and its nested lists; skips holes. */
function collect(list: readonly unknown[], depth: number, into: unknown[]): unknown[] {
  for (let index = 0; index < list.length; index++) {
    if (!(index in list)) continue;
    const entry = jsonValue(list[index]);
    if (depth && Array.isArray(entry)) collect(entry, depth - 1, into);
    else into.push(entry);
  }
  return into;
}

/** Flattens arrays to one list of values in JSON form. */
export function flatten(list: readonly unknown[]): readonly unknown[] {
  for (let index = 0; index < list.length; index++) if (!isItem(list[index])) return collect(list, FLATTEN_LIMIT, []);
  return list;
}

/** The first match after flattening arrays, converted by {@link jsonValue}; undefined for none. */
export const first = (value: unknown): unknown =>
  Array.isArray(value) ? flatten(value as unknown[])[0] : jsonValue(value);
