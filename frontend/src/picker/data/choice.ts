/** What somebody has chosen of the data, as the path that it makes. */
import type { PickerBinding } from '../../../../src/utils/frontend/types';
import {
  printFilter,
  printInside,
  printKeys,
  printList,
  scopeOf,
  type Filter,
  type Range,
  type Selection,
} from './path-text';
import { valueAt, type Keys } from './tree';

/** How entries of the list around, or of the list itself, are chosen. */
export interface Choice {
  readonly keys: Keys;
  readonly how: 'all' | 'range' | 'filter';
  readonly range: Range;
  readonly filter: Filter | undefined;
}

/** Keys of the list that a choice is about: for a repeat the list that was chosen, else the innermost around a value. */
export function listOf(
  data: unknown,
  keys: Keys,
  binding: PickerBinding,
  scope: readonly string[] | undefined,
): Keys | undefined {
  if (binding === 'repeat' && Array.isArray(valueAt(data, keys))) return keys;
  const last = keys.findLastIndex((key) => typeof key === 'number');
  if (last < 0) return undefined;
  // The repeat around has chosen its entry already.
  const around = scope && scopeOf(scope, keys);
  if (binding !== 'repeat' && around && last < around.length) return undefined;
  return keys.slice(0, last);
}

/** The path; undefined while there is none: a repeat needs a list. */
export function pathOf(
  data: unknown,
  { keys, how, range, filter }: Choice,
  binding: PickerBinding,
  scope: readonly string[] | undefined,
): string | undefined {
  const list = listOf(data, keys, binding, scope);
  if (binding === 'repeat') {
    if (!list) return undefined;
    const selection: Selection =
      how === 'range'
        ? { kind: 'range', range }
        : how === 'filter' && filter
          ? { kind: 'filter', filter }
          : { kind: 'all' };
    return printList(printInside(list, scope), selection);
  }
  if (!list || how !== 'filter' || !filter) return printInside(keys, scope);
  return printInside(list, scope) + printFilter(filter) + printKeys(keys.slice(list.length + 1), false);
}
