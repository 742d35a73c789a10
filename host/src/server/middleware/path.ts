import type { Handler } from '../http/request-context.js';
import { badRequest } from '../http/response.js';

/** Stops a path that was refused when it was read, so that no handler ever sees one. */
export const wellFormed: Handler = ({ path, refused }) =>
  refused === undefined ? undefined : badRequest(path, refused);
