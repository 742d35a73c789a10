import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMMON } from '../../lib/http-policies.js';

/** Sends a short status text. It is not cached and not readable by pages of other origins. */
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

/** Returns true and responds with 405 unless the method is GET or HEAD. */
export function rejectMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return sendText(request, response, 405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
}
