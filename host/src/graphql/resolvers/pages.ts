import { BadInputError } from '../../lib/domain-error.js';
import type { PageRequest } from '../../content/content-service.js';
import { MAX_LIST_SIZE } from '../../content/pagination.js';
import { GRAPHQL_LIMITS } from '../context/limits.js';

/** Arguments of a field that returns a page. */
export interface PageArgs {
  readonly first: number;
  readonly after?: string | null;
}

/** @throws BadInputError */
export function pageOf({ first, after }: PageArgs, most: number = GRAPHQL_LIMITS.page): PageRequest {
  if (first < 1 || first > most) throw new BadInputError(`first is ${first}; it must be 1 to ${most}.`, 'first');
  return { first, ...(after ? { after } : {}) };
}

/**
 * Like `pageOf`, for a field that returns a plain list. Its `after` is the id of the last item.
 * @throws BadInputError
 */
export function listOf({ first, after }: PageArgs, within?: string): PageRequest {
  const page = pageOf({ first, after: after ?? null }, MAX_LIST_SIZE);
  if (page.after === undefined || within === undefined) return page;
  const name = page.after.startsWith(`${within}/`) ? page.after.slice(within.length + 1) : '';
  if (name && !name.includes('/')) return { first, after: name };
  throw notInList(page.after);
}

/**
 * A page of a list that is not ordered by id. If the previous item no longer exists, the position is unknown, and a
 * restart would repeat items.
 * @throws BadInputError
 */
export function itemsAfter<Item extends { readonly id: string }>(
  all: readonly Item[],
  { first, after }: PageRequest,
  within?: string,
): readonly Item[] {
  const last = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
  if (after !== undefined && last < 0) throw notInList(within === undefined ? after : `${within}/${after}`);
  return all.slice(last + 1, last + 1 + first);
}

const notInList = (after: string): BadInputError =>
  new BadInputError(
    `after ${JSON.stringify(after.slice(0, 200))} is not the id of an item of this list. Send one from the page before, or omit it.`,
    'after',
  );
