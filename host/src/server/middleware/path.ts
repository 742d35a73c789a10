import type { Handler } from '../http/request-context.js';
import { badRequest } from '../http/response.js';

/** Rejects requests with an invalid path before any route. */
export const wellFormed: Handler = ({ path, refused }) =>
  refused === undefined ? undefined : badRequest(path, refused);
