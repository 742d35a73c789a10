import { LIMITS } from '../../lib/limits.js';
import type { Handler } from '../http/request-context.js';
import { failure, printable } from '../http/response.js';
import { CORS, METHODS } from '../../lib/http-policies.js';

/** Responds to OPTIONS, including preflights. The response is the same for every path, whether it exists or not. */
export const options: Handler = ({ method }) => {
  if (method !== 'OPTIONS') return undefined;
  return {
    kind: 'text',
    status: 204,
    body: '',
    headers: {
      ...CORS,
      allow: METHODS,
      'access-control-allow-methods': METHODS,
      // The asterisk does not include Authorization.
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': String(LIMITS.preflightSeconds),
    },
  };
};

export const readOnly: Handler = ({ method }) =>
  method === 'GET' || method === 'HEAD'
    ? undefined
    : failure(405, `Method not allowed: ${printable(method)}. Allowed: ${METHODS}`, { allow: METHODS });
