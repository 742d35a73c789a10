import { LIMITS } from '../../lib/limits.js';
import type { Handler } from '../http/request-context.js';
import { failure, printable } from '../http/response.js';
import { CORS, METHODS } from '../../lib/http-policies.js';

/** Answers OPTIONS, a preflight or not, for every path alike: what may be asked does not depend on what is there. */
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
      // The asterisk alone does not cover Authorization.
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': String(LIMITS.preflightSeconds),
    },
  };
};

export const readOnly: Handler = ({ method }) =>
  method === 'GET' || method === 'HEAD'
    ? undefined
    : failure(405, `Method not allowed: ${printable(method)}. Allowed: ${METHODS}`, { allow: METHODS });
