import { BadInputError } from '../../lib/domain-error.js';
import type { PageRequest } from '../../content/content-service.js';
import { MAX_LIST_SIZE } from '../../content/pagination.js';
import { GRAPHQL_LIMITS } from '../context/limits.js';

/** Arguments of a field that answers with a page. */
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
 * The same for a field that answers with a bare list, whose `after` is the id of its last item.
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
 * A page of a list whose order is not that of the ids. Where the item before is no longer there, nothing tells where to go on: from the
 * beginning, a client would show items twice.
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
