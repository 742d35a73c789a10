/** Converts the user's choice in the data to a path. */
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

/** The chosen keys, and the selection of entries in their list. */
export interface Choice {
  readonly keys: Keys;
  readonly mode: 'all' | 'range' | 'filter';
  readonly range: Range;
  readonly filter: Filter | undefined;
}

/** The keys of the list that a choice selects from: the chosen list for a repeater, else the innermost list around the value. */
export function listOf(
  data: unknown,
  keys: Keys,
  binding: PickerBinding,
  scope: readonly string[] | undefined,
): Keys | undefined {
  if (binding === 'repeat' && Array.isArray(valueAt(data, keys))) return keys;
  const last = keys.findLastIndex((key) => typeof key === 'number');
  if (last < 0) return undefined;
  // The outer repeater already selects an entry.
  const match = scope && scopeOf(scope, keys);
  if (binding !== 'repeat' && match && last < match.length) return undefined;
  return keys.slice(0, last);
}

/** The path of a choice; undefined if it is incomplete, since a repeater needs a list. */
export function pathOf(
  data: unknown,
  { keys, mode, range, filter }: Choice,
  binding: PickerBinding,
  scope: readonly string[] | undefined,
): string | undefined {
  const list = listOf(data, keys, binding, scope);
  if (binding === 'repeat') {
    if (!list) return undefined;
    const selection: Selection =
      mode === 'range'
        ? { kind: 'range', range }
        : mode === 'filter' && filter
          ? { kind: 'filter', filter }
          : { kind: 'all' };
    return printList(printInside(list, scope), selection);
  }
  if (!list || mode !== 'filter' || !filter) return printInside(keys, scope);
  return printInside(list, scope) + printFilter(filter) + printKeys(keys.slice(list.length + 1), false);
}
