/** Filters the entries that a user of the picker adds to the library's components. */
import type { PickerEntry } from '../../../../src/utils/frontend/types';

/** Whether the name or description contains each word of a search. */
function matchesSearch({ name, description }: PickerEntry, search: string): boolean {
  const text = `${name} ${description ?? ''}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** @param kind undefined for all */
export const entriesIn = (
  entries: readonly PickerEntry[],
  kind: PickerEntry['kind'] | undefined,
  search: string,
): PickerEntry[] => entries.filter((entry) => (!kind || entry.kind === kind) && matchesSearch(entry, search));
