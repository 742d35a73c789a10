import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';

/** Rejects subscriptions and deferred results in batches: the response is one JSON list, which cannot contain streams. */
export function useRejectStreamsInBatches(): Plugin {
  const batches = new WeakSet<Request>();
  return {
    onRequestParse: ({ request }) => ({
      onRequestParseDone({ requestParserResult }) {
        if (Array.isArray(requestParserResult)) batches.add(request);
      },
    }),
    onExecutionResult({ request, result, setResult }) {
      if (!isAsyncIterable(result) || !batches.has(request)) return;
      void result[Symbol.asyncIterator]()
        .return?.()
        .then(undefined, () => {});
      const message = '@defer, @stream and subscriptions can not be part of a batch.';
      setResult({ errors: [new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })] });
    },
  };
}
