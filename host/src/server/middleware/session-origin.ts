import { isFromSessionOrigin } from '../../auth/session-origin.js';
import { dropUnreadBody } from '../../lib/drop-body.js';
import { CORS } from '../../lib/http-policies.js';
import type { RawHandler } from '../../lib/node-handler.js';

/**
 * Rejects sessions of pages of another origin, on every route. The response has GraphQL errors, which clients can read.
 * @param ownOrigin origin of the host's pages
 */
export const sessionOrigin =
  (ownOrigin: string): RawHandler =>
  async (request, response) => {
    if (isFromSessionOrigin(request.headers, ownOrigin)) return false;
    dropUnreadBody(request);
    response.writeHead(401, {
      ...CORS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'www-authenticate': 'Bearer',
    });
    response.end(JSON.stringify({ errors: [{ message: MESSAGE, extensions: { code: 'UNAUTHENTICATED' } }] }));
    return true;
  };

const MESSAGE = 'This session belongs to pages of another origin. Sign in on this page.';
