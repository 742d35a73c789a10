import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Context } from '../context/context.js';

/** Hands on the body that was read, within its limits, before the operation started. */
export function useReceivedBody(): Plugin<object, Context> {
  return {
    onRequest({ request, serverContext, setRequest, fetchAPI }) {
      const { body, form } = serverContext;
      if (body === undefined && form === undefined) return;
      const { url, method, headers, signal } = request;
      setRequest(new fetchAPI.Request(url, { method, headers, signal, ...(body && body.length > 0 ? { body } : {}) }));
    },
    onRequestParse({ serverContext: { form }, setRequestParser }) {
      // What is no operation is refused by Yoga, as it is in any other body.
      if (form) setRequestParser(() => form.operations as GraphQLParams);
    },
  };
}
