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
export function pageOf({ first, after }: PageArgs, max: number = GRAPHQL_LIMITS.page): PageRequest {
  if (first < 1 || first > max) throw new BadInputError(`first is ${first}; it must be 1 to ${max}.`, 'first');
  return { first, ...(after ? { after } : {}) };
}

/**
 * Like `pageOf`, for a field that returns a plain list. Its `after` is the id of the last item.
 * @throws BadInputError
 */
export function listOf({ first, after }: PageArgs, prefix?: string): PageRequest {
  const page = pageOf({ first, after: after ?? null }, MAX_LIST_SIZE);
  if (page.after === undefined || prefix === undefined) return page;
  const name = page.after.startsWith(`${prefix}/`) ? page.after.slice(prefix.length + 1) : '';
  if (name && !name.includes('/')) return { first, after: name };
  throw notInList(page.after);
}

/**
 * A page of a list that is not ordered by id. If the previous item no longer exists, the position is unknown, and a
 * restart would repeat items.
 * @throws BadInputError
 */
export function itemsAfter<Item extends { readonly id: string }>(
  items: readonly Item[],
  { first, after }: PageRequest,
  prefix?: string,
): readonly Item[] {
  const last = after === undefined ? -1 : items.findIndex(({ id }) => id === after);
  if (after !== undefined && last < 0) throw notInList(prefix === undefined ? after : `${prefix}/${after}`);
  return items.slice(last + 1, last + 1 + first);
}

const notInList = (after: string): BadInputError =>
  new BadInputError(
    `after ${JSON.stringify(after.slice(0, 200))} is not the id of an item of this list. Send one from the page before, or omit it.`,
    'after',
  );
