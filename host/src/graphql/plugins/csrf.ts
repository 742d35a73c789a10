import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import type { Plugin } from 'graphql-yoga';

/** Any of these makes a browser ask first (CORS preflight). Apollo's clients send the first two. */
const CSRF_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name', 'x-graphql-yoga-csrf'];

/**
 * Refuses what a form of any page could post. A GET may not write, and needs no header, so that persisted queries can be
 * asked for without a preflight.
 */
export function useCsrfGuard(): Plugin {
  const { onRequestParse } = useCSRFPrevention({ requestHeaders: CSRF_HEADERS });
  return { onRequestParse: (payload) => (payload.request.method === 'POST' ? onRequestParse?.(payload) : undefined) };
}
