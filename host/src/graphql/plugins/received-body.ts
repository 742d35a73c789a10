import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context/context.js';
import { decodeUploadNames } from './upload-names.js';

/** Hands on the body that was read, within its limits, before the operation started. */
export function useReceivedBody(): Plugin<object, Context> {
  return {
    onRequest({ request, serverContext, setRequest, fetchAPI }) {
      if (serverContext.body === undefined) return;
      const { url, method, headers, signal } = request;
      const body = decodeUploadNames(serverContext.body, headers.get('content-type'));
      setRequest(new fetchAPI.Request(url, { method, headers, signal, ...(body.length > 0 ? { body } : {}) }));
    },
  };
}
