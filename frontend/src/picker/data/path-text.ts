/** Writes data paths, so that nobody has to: names, numbers, ranges, filters, and the places of repeats. */
import { IMPLICIT_WILDCARD } from '../../../../src/utils/path/lookup';
import type { Keys } from './tree';

/** A name that needs no quotes: what `parse.ts` reads between dots, and RFC 9535 as well. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** One step of a path. */
function step(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (PLAIN.test(key)) return isFirst ? key : `.${key}`;
  return `[${quoted(key)}]`;
}

/** A text in quotes that need no escaping where there are such. */
function quoted(text: string): string {
  if (!/['\\\p{Cc}]/u.test(text)) return `'${text}'`;
  return JSON.stringify(text);
}

/** Keys as a path. */
export const printKeys = (keys: Keys, isFirst = true): string =>
  keys.map((key, at) => step(key, isFirst && at === 0)).join('');

/** Entries of a list, from and to by number, counted from 1; `undefined` for an open end. */
export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export const OPERATORS = Object.freeze(['is', 'isNot', 'less', 'most', 'more', 'least', 'contains', 'exists'] as const);
export type Operator = (typeof OPERATORS)[number];

/** What entries of a list are to be like. */
export interface Filter {
  /** Keys of the field, from the entry on. */
  readonly field: Keys;
  readonly operator: Operator;
  /** What the field is compared with; of no matter for `exists`. */
  readonly value: string | number | boolean | null;
}

const SIGNS: Readonly<Partial<Record<Operator, string>>> = Object.freeze({
  is: '==',
  isNot: '!=',
  less: '<',
  most: '<=',
  more: '>',
  least: '>=',
});

/** A text in a filter: RFC 9535 has escapes there. */
const literal = (value: Filter['value']): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value);

/** A text as a pattern (RFC 9485) that finds it. */
const pattern = (text: string): string => text.replace(/[\\.*+?()|[\]{}^$-]/g, '\\$&');

/** A filter as RFC 9535 writes it. */
export function printFilter({ field, operator, value }: Filter): string {
  const path = `@${printKeys(field, false)}`;
  if (operator === 'exists') return `[?${path}]`;
  if (operator === 'contains') return `[?search(${path}, ${literal(pattern(String(value)))})]`;
  return `[?${path} ${SIGNS[operator]!} ${literal(value)}]`;
}

/** A range as RFC 9535 writes it; all of the list where it has no ends. */
const printRange = ({ from, to }: Range): string =>
  (from ?? 1) <= 1 && to === undefined ? '.*' : `[${Math.max(0, (from ?? 1) - 1)}:${to ?? ''}]`;

/** How entries of a list are chosen. */
export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly range: Range }
  | { readonly kind: 'filter'; readonly filter: Filter };

/** A list's path, with what is chosen of it: what repeats an element. */
export function printList(list: string, selection: Selection): string {
  if (selection.kind === 'range') return list + printRange(selection.range);
  return list + (selection.kind === 'filter' ? printFilter(selection.filter) : '.*');
}

/** Length of the longest beginning of keys that a repeat stands for, and how it is written inside of it (D2). */
export interface Scope {
  readonly length: number;
  /** The scope's own path, in its `.*` form. */
  readonly text: string;
}

/**
 * A scope as keys meet it: names as they are, any number where the scope has a place for every entry.
 * @param keys the scope's canonical keys, as `scopeKeys` gives them: `.name`, `*` (or `IMPLICIT_WILDCARD`), `[0]`, `[1:3]`.
 */
export function scopeOf(keys: readonly string[], path: Keys): Scope | undefined {
  const written: (string | number)[] = [];
  let text = '';
  for (const [at, key] of keys.entries()) {
    const own = path[at];
    // Its last one says which entries, all of which are written in its `.*` form.
    const isEach = (key === '*' || key === IMPLICIT_WILDCARD || at === keys.length - 1) && typeof own === 'number';
    if (!isEach && !(key === `.${own}` || key === `[${own}]`)) return undefined;
    text += isEach ? '.*' : step(own as string | number, at === 0);
    written.push(own as string | number);
  }
  return written.length ? { length: written.length, text } : undefined;
}

/** Keys as a path, seen from inside of a repeat. */
export function printInside(keys: Keys, scope: readonly string[] | undefined): string {
  const found = scope && scopeOf(scope, keys);
  return found ? found.text + printKeys(keys.slice(found.length), false) : printKeys(keys);
}
