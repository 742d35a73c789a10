import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Context } from '../context/context.js';

/** Passes the body to Yoga that was read, within its limits, before the operation. */
export function useReceivedBody(): Plugin<object, Context> {
  return {
    onRequest({ request, serverContext, setRequest, fetchAPI }) {
      const { body, form } = serverContext;
      if (body === undefined && form === undefined) return;
      const { url, method, headers, signal } = request;
      setRequest(new fetchAPI.Request(url, { method, headers, signal, ...(body && body.length > 0 ? { body } : {}) }));
    },
    onRequestParse({ serverContext: { form }, setRequestParser }) {
      // Yoga rejects invalid operations, as in any other body.
      if (form) setRequestParser(() => form.operations as GraphQLParams);
    },
  };
}
