import type { Plugin } from 'graphql-yoga';
import { BadRequestError } from '../context/errors.js';

/** Rejects empty batches: an empty response would hide the client's mistake. */
export function useRejectInvalidBatches(): Plugin {
  return {
    onRequestParse: () => ({
      onRequestParseDone({ requestParserResult: batch }) {
        if (!Array.isArray(batch)) return;
        if (batch.length === 0) throw new BadRequestError('The batch has no operation: send a list of at least one.');
        const index = (batch as unknown[]).findIndex((each) => kindOf(each) !== 'object');
        if (index < 0) return;
        const kind = kindOf(batch[index]);
        const found = kind === 'null' ? kind : `a ${kind}`;
        throw new BadRequestError(
          `Operation ${index} of the batch is ${found}; each operation must be an object with "query".`,
        );
      },
    }),
  };
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
