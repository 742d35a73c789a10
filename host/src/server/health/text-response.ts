import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMMON } from '../../lib/http-policies.js';

/** A short answer of the host about itself; never kept, and for no other origin's pages. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): true {
  response.writeHead(status, {
    ...COMMON,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}

/** True if it is no GET or HEAD, which is all there is to ask; it is answered then. */
export function rejectMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return sendText(request, response, 405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
}
