/** A TCP server whose HTTP responses a test writes byte for byte, such as malformed ones. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { cleanUp } from './clean-up';

/** A complete request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as JSON. */
  readonly json: any;
}

/** Writes any bytes to the socket, and may close it. */
export type Responder = (socket: Socket, request: ReceivedRequest, count: number) => unknown;

export interface TcpServer {
  readonly url: string;
  /** The received requests. */
  readonly requests: ReceivedRequest[];
  stop(): Promise<void>;
}

export async function tcpServer(t: TestContext, respond: Responder): Promise<TcpServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [first = '', ...lines] = text.slice(0, end).split('\r\n');
        const headers = Object.fromEntries(
          lines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
          }),
        );
        const length = Number(headers['content-length'] ?? 0);
        if (text.length < end + 4 + length) return;
        const body = text.slice(end + 4, end + 4 + length);
        text = text.slice(end + 4 + length);
        const [method = '', path = ''] = first.split(' ');
        const request: ReceivedRequest = { method, path, headers, body, json: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : undefined }; // prettier-ignore
        requests.push(request);
        void respond(socket, request, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    }));
  cleanUp(t, stop);
  return { url: `http://127.0.0.1:${port}/graphql`, requests, stop };
}

/** A complete HTTP response. */
export const httpResponse = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): string => {
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${body}`;
};

/** A complete HTTP response with a JSON body. */
export const jsonResponse = (content: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): string =>
  httpResponse(status, JSON.stringify(content), headers);
