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
  throw new BadInputError(
    `after ${JSON.stringify(page.after.slice(0, 200))} is not the id of an item of this list. Send one from the page before, or omit it.`,
    'after',
  );
}
