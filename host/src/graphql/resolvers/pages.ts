import { BadInputError } from '../../lib/domain-error.js';
import type { PageRequest } from '../../content/content-service.js';
import { GRAPHQL_LIMITS } from '../context/limits.js';

/** Arguments of a field that answers with a page. */
export interface PageArgs {
  readonly first: number;
  readonly after?: string | null;
}

/** @throws BadInputError */
export function pageOf({ first, after }: PageArgs): PageRequest {
  if (first < 1 || first > GRAPHQL_LIMITS.page) {
    throw new BadInputError(`first is ${first}; it must be 1 to ${GRAPHQL_LIMITS.page}.`, 'first');
  }
  return { first, ...(after ? { after } : {}) };
}
