import type { Page, PageRequest } from './content-service.js';
import { BadInputError } from '../lib/domain-error.js';

const MAX_PAGE_SIZE = 100;
/** Maximum page size of lists with small items. */
export const MAX_LIST_SIZE = 1000;

/** @throws BadInputError */
export function checkPage({ first }: PageRequest, max = MAX_PAGE_SIZE): void {
  if (Number.isInteger(first) && first >= 1 && first <= max) return;
  throw new BadInputError(`first must be a whole number from 1 to ${max}, but is ${first}.`, 'first');
}

/** Makes a page from its rows. The query reads one row more than `first`, which shows whether there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  first: number,
  itemOf: (row: Row) => Item,
  cursorOf: (last: Row) => string,
): Page<Item> {
  const page = rows.slice(0, first);
  const last = page.at(-1);
  return { items: page.map(itemOf), next: rows.length > first && last !== undefined ? cursorOf(last) : null };
}

/** @throws BadInputError for an invalid cursor. */
export function numberCursor(after: string): number {
  if (!/^\d{1,15}$/.test(after)) throw badCursor(after);
  return Number(after);
}

export const badCursor = (after: string): BadInputError =>
  new BadInputError(
    `after ${JSON.stringify(after.slice(0, 200))} is not the 'next' of a page. Send a 'next' as it came, or omit it.`,
    'after',
  );
