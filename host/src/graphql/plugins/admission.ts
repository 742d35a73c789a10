import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RateLimiter } from '../../auth/rate-limiter.js';
import type { Context } from '../context/context.js';
import { BadRequestError, RateLimitedError } from '../context/errors.js';
import type { GraphQLLimits } from '../context/limits.js';

/** Counts every operation in the rate limits. Rejects too long operations before they are parsed or stored. */
export function useAdmission(
  rates: RateLimiter,
  { queryCharacters, variableValues }: GraphQLLimits,
): Plugin<object, Context> {
  return {
    async onParams({ params, context: { principal, address } }) {
      const wait = await rates.take('reads', principal, address);
      if (wait > 0) throw new RateLimitedError(wait);
      const { query, variables } = params as GraphQLParams | { query?: unknown; variables?: unknown };
      if (typeof query === 'string' && query.length > queryCharacters) {
        throw new BadRequestError(`The query has ${query.length} characters; it may have ${queryCharacters}.`);
      }
      if (hasMoreValues(variables, variableValues)) {
        throw new BadRequestError(
          `The variables hold more than ${variableValues} values. Send them in several requests.`,
        );
      }
    },
  };
}

/** Whether the number of values exceeds the limit. Stops counting beyond it. */
function hasMoreValues(variables: unknown, limit: number): boolean {
  const lists: unknown[][] = [[variables]];
  let count = 0;
  for (let list = lists.pop(); list; list = lists.pop()) {
    count += list.length;
    if (count > limit) return true;
    for (const value of list) if (typeof value === 'object' && value !== null) lists.push(Object.values(value));
  }
  return false;
}
