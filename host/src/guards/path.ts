import type { Handler } from '../http/exchange.js';
import { badRequest } from '../http/reply.js';

/** Stops a path that was refused when it was read, so that no room ever sees one. */
export const wellFormed: Handler = ({ path, refused }) =>
  refused === undefined ? undefined : badRequest(path, refused);
