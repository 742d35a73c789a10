import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Each of these headers causes a CORS preflight. Apollo's clients send the first two. */
const CSRF_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name', 'x-graphql-yoga-csrf'];

/**
 * Rejects requests that a form on any page could post. GET requests cannot write, so they need no header. Persisted
 * queries thus work without a preflight.
 */
export function useCsrfProtection(): Plugin {
  const { onRequestParse } = useCSRFPrevention({ requestHeaders: CSRF_HEADERS });
  return {
    onRequestParse(payload) {
      if (payload.request.method !== 'POST') return;
      try {
        return onRequestParse?.(payload);
      } catch {
        // The plugin's own message does not list the headers.
        throw new GraphQLError(
          `A request that a form could send needs one of the headers ${CSRF_HEADERS.join(', ')}, with any value. ` +
            'Only uploads have to be such a request: send others as application/json.',
          { extensions: { http: { status: 403 } } },
        );
      }
    },
  };
}
