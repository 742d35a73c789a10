import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Any of these makes a browser ask first (CORS preflight). Apollo's clients send the first two. */
const CSRF_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name', 'x-graphql-yoga-csrf'];

/**
 * Refuses what a form of any page could post. A GET may not write, and needs no header, so that persisted queries can be
 * asked for without a preflight.
 */
export function useCsrfProtection(): Plugin {
  const { onRequestParse } = useCSRFPrevention({ requestHeaders: CSRF_HEADERS });
  return {
    onRequestParse(payload) {
      if (payload.request.method !== 'POST') return;
      try {
        return onRequestParse?.(payload);
      } catch {
        // The plugin's own words name no header.
        throw new GraphQLError(
          `A request that a form could send needs one of the headers ${CSRF_HEADERS.join(', ')}, with any value. ` +
            'Only uploads have to be such a request: send others as application/json.',
          { extensions: { http: { status: 403 } } },
        );
      }
    },
  };
}
