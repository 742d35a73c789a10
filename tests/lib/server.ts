/** A server for journeys: the built site, and routes that a test adds. Logs its requests. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** Handles a request; undefined passes it to the next route. */
export type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

export interface TestServer {
  readonly origin: string;
  /** All requests, as `GET /path`. */
  readonly log: string[];
  /** Routes, the newest first. */
  readonly routes: Route[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export const WWW = new URL('../../www/', import.meta.url).pathname;

/** Sends a body with a type and the CORS headers of a delivery host. */
export function send(
  response: ServerResponse,
  body: string,
  type = 'text/html',
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, {
    'content-type': type,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-store',
    // Node caches its Date header, which can be stale in a busy process. A response with an old date counts as cached (S6).
    date: new Date().toUTCString(),
    ...headers,
  });
  response.end(body);
}

/** Sends a file of a folder, or the `index.html` of a subfolder. Returns false if it does not exist. */
export function sendFile(response: ServerResponse, folder: string, pathname: string): boolean {
  const path = normalize(join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname));
  if (!path.startsWith(folder) || !existsSync(path) || statSync(path).isDirectory()) return false;
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'access-control-allow-origin': '*',
  });
  createReadStream(path).pipe(response);
  return true;
}

export async function startServer(...routes: Route[]): Promise<TestServer> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    log.push(`${request.method} ${url.pathname}${url.search}`);
    void (async () => {
      for (const route of routes) {
        if ((await route(request, response, url)) !== undefined || response.writableEnded || response.headersSent)
          return;
      }
      if (!sendFile(response, WWW, url.pathname)) send(response, 'not found', 'text/plain', {}, 404);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    routes,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A route that serves `/blank.html`, which only loads the built kit. */
export const blankPage =
  (csp?: string): Route =>
  (_request, response, url) => {
    if (url.pathname !== '/blank.html') return undefined;
    send(
      response,
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Blank</title><script type="module" src="/build/feaas.esm.js"></script><body></body></html>',
      'text/html; charset=utf-8',
      csp ? { 'content-security-policy': csp } : {},
    );
    return true;
  };
