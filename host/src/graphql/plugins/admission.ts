import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RateLimiter } from '../../auth/rate-limiter.js';
import type { Context } from '../context/context.js';
import { BadRequestError, RateLimitedError } from '../context/errors.js';
import type { GraphQLLimits } from '../context/limits.js';

/** Counts every operation of a request, and refuses texts that are too long before anything reads or keeps them. */
export function useAdmission(rates: RateLimiter, { queryCharacters }: GraphQLLimits): Plugin<object, Context> {
  return {
    async onParams({ params, context: { principal, address } }) {
      const wait = await rates.take('reads', principal, address);
      if (wait > 0) throw new RateLimitedError(wait);
      const { query } = params as GraphQLParams | { query?: unknown };
      if (typeof query === 'string' && query.length > queryCharacters) {
        throw new BadRequestError(`The query has ${query.length} characters; it may have ${queryCharacters}.`);
      }
    },
  };
}
