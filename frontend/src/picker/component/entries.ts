/** What whoever uses a picker adds to a library's components, found as those are. */
import type { PickerEntry } from '../../../../src/utils/frontend/types';

/** Whether each word of a search is in what an entry is called. */
function isCalled({ name, description }: PickerEntry, search: string): boolean {
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
): PickerEntry[] => entries.filter((entry) => (!kind || entry.kind === kind) && isCalled(entry, search));
