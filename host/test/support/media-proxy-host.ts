/** Upstream servers, and a server with the media proxy. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createMediaProxy, type ProxyOptions } from '../../src/server/routes/media-proxy.js';
import { consoleLog, type Log } from '../../src/lib/log.js';
import { sendRequest, type HttpResponse } from './client.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface UpstreamServer {
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly connections: Socket[];
}

/** Starts a server that records its requests and connections. */
export async function startUpstream(
  t: TestContext,
  answer: RequestListener,
  hostname = '127.0.0.1',
  port = 0,
): Promise<UpstreamServer> {
  const requests: IncomingMessage[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', (socket: Socket) => connections.push(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, hostname, resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests, connections };
}

export const servePng: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'a=b', 'x-secret': 'c' }).end(PNG);

export const infoLog: Log = { ...consoleLog, warn: () => {}, error: () => {} };

/** Starts a server with the media proxy. Returns a function that requests a URL through the proxy. */
export async function startMediaProxy(
  t: TestContext,
  options: Partial<ProxyOptions>,
): Promise<(url: string, more?: MediaRequestOptions) => Promise<HttpResponse>> {
  const handle = createMediaProxy({ allowedHosts: [], log: infoLog, ...options });
  const server = createServer((request, response) => {
    void handle(request, response, new URL(request.url ?? '/', 'http://host')).then((answered) => {
      if (!answered) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (url, { path = '/api/proxy/media', query = `?url=${encodeURIComponent(url)}`, ...rest } = {}) =>
    sendRequest(base + path + query, rest);
}

interface MediaRequestOptions {
  path?: string;
  query?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Allows the proxy to connect to servers of the test only. */
export const isLoopback = (address: string): boolean => address === '127.0.0.1';
export const resolveToLoopback = async () => [{ address: '127.0.0.1', family: 4 }];
