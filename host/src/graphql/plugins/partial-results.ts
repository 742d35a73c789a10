import type { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Responses with data have status 200, whatever is missing (GraphQL over HTTP), so their errors must not set a status. */
export function usePartialResults(): Plugin {
  return {
    onResultProcess({ result }) {
      if (!('data' in result) || result.data === null || result.data === undefined) return;
      for (const { extensions } of (result.errors ?? []) as readonly GraphQLError[]) {
        const http = extensions['http'] as { status?: number; spec?: boolean } | undefined;
        if (http?.spec) extensions['http'] = { ...http, status: undefined };
      }
    },
  };
}
