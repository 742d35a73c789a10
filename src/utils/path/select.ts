/** Selectors beyond names, `*` and plain indexes: quoted names, negative indexes, slices, unions (RFC 9535). */
import { ANY, SELF, type Segment, type Slice } from './parse';
import { member, query } from './query';

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
export function select(segment: Segment, value: unknown, into: unknown[]): void {
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
