/** Prints data paths: names, indexes, ranges, filters, and wildcards of repeaters. */
import { IMPLICIT_WILDCARD } from '../../../../src/utils/path/lookup';
import type { Keys } from './tree';

/** A name that needs no quotes, both in `parse.ts` and in RFC 9535. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** One segment of a path. */
function printSegment(key: string | number, isFirst: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (PLAIN.test(key)) return isFirst ? key : `.${key}`;
  return `[${quote(key)}]`;
}

/** A quoted text. Single quotes are used if nothing needs escaping. */
function quote(text: string): string {
  if (!/['\\\p{Cc}]/u.test(text)) return `'${text}'`;
  return JSON.stringify(text);
}

/** Prints keys as a path. */
export const printKeys = (keys: Keys, isFirst = true): string =>
  keys.map((key, index) => printSegment(key, isFirst && index === 0)).join('');

/** A range of entries, numbered from 1; `undefined` is an open end. */
export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export const OPERATORS = Object.freeze(['is', 'isNot', 'less', 'most', 'more', 'least', 'contains', 'exists'] as const);
export type Operator = (typeof OPERATORS)[number];

/** A filter for the entries of a list. */
export interface Filter {
  /** Keys of the field within the entry. */
  readonly field: Keys;
  readonly operator: Operator;
  /** The value to compare with; ignored for `exists`. */
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

/** A literal in a filter, escaped by RFC 9535. */
const literal = (value: Filter['value']): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value);

/** A pattern (RFC 9485) that matches a text literally. */
const pattern = (text: string): string => text.replace(/[\\.*+?()|[\]{}^$-]/g, '\\$&');

/** Prints a filter in RFC 9535 syntax. */
export function printFilter({ field, operator, value }: Filter): string {
  const path = `@${printKeys(field, false)}`;
  if (operator === 'exists') return `[?${path}]`;
  if (operator === 'contains') return `[?search(${path}, ${literal(pattern(String(value)))})]`;
  return `[?${path} ${SIGNS[operator]!} ${literal(value)}]`;
}

/** Prints a range in RFC 9535 syntax, or a wildcard if both ends are open. */
const printRange = ({ from, to }: Range): string =>
  (from ?? 1) <= 1 && to === undefined ? '.*' : `[${Math.max(0, (from ?? 1) - 1)}:${to ?? ''}]`;

/** The selection of entries of a list. */
export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly range: Range }
  | { readonly kind: 'filter'; readonly filter: Filter };

/** The path of a repeater: the path of a list with a selection of its entries. */
export function printList(list: string, selection: Selection): string {
  if (selection.kind === 'range') return list + printRange(selection.range);
  return list + (selection.kind === 'filter' ? printFilter(selection.filter) : '.*');
}

/** The length of the keys that a scope covers, and their path within the scope (D2). */
export interface Scope {
  readonly length: number;
  /** The path of the scope, with its wildcards in `.*` form. */
  readonly text: string;
}

/**
 * Matches a scope against keys: names must be equal, and a wildcard of the scope matches any index.
 * @param keys the scope's canonical keys, as `scopeKeys` returns them: `.name`, `*` (or `IMPLICIT_WILDCARD`), `[0]`,
 * `[1:3]`
 */
export function scopeOf(keys: readonly string[], path: Keys): Scope | undefined {
  const matched: (string | number)[] = [];
  let text = '';
  for (const [index, key] of keys.entries()) {
    const pathKey = path[index];
    // The last key selects entries. Any selection is printed in `.*` form.
    const isWildcard =
      (key === '*' || key === IMPLICIT_WILDCARD || index === keys.length - 1) && typeof pathKey === 'number';
    if (!isWildcard && !(key === `.${pathKey}` || key === `[${pathKey}]`)) return undefined;
    text += isWildcard ? '.*' : printSegment(pathKey as string | number, index === 0);
    matched.push(pathKey as string | number);
  }
  return matched.length ? { length: matched.length, text } : undefined;
}

/** Prints keys as a path within a repeater. */
export function printInside(keys: Keys, scope: readonly string[] | undefined): string {
  const match = scope && scopeOf(scope, keys);
  return match ? match.text + printKeys(keys.slice(match.length), false) : printKeys(keys);
}
