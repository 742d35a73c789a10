import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `error`: status 500. `reset`: the connection is reset before the request is forwarded. `silent`: no response. `torn upload`: the
 * server gets half of the body, then the connection is reset. `torn download`: the client gets half of the response, then a reset.
 * `slow`: the response trickles. `lost answer`: the server handles the request, and the connection is reset without a response.
 */
export type Fault = 'error' | 'reset' | 'silent' | 'torn upload' | 'torn download' | 'slow' | 'lost answer';

/** A response in place of the server's. */
export interface InjectedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface FaultyProxy {
  readonly port: number;
  /** Number of requests so far. */
  readonly requests: number;
  /** Answers all requests that the filter selects by this response, until the next call; without a response, none. */
  setResponse(response?: InjectedResponse, filter?: (method: string) => boolean): void;
  /** Applies the fault to the next `times` requests, by default to all; without a fault, to none. */
  setFault(fault?: Fault, times?: number): void;
  close(): Promise<void>;
}

/** Starts an HTTP proxy to a local server that can inject faults. */
export async function startFaultyProxy(port: number): Promise<FaultyProxy> {
  let fault: Fault | undefined;
  let remaining = 0;
  let requests = 0;
  let injected: InjectedResponse | undefined;
  let isInjected: (method: string) => boolean = () => true;
  const sockets = new Set<Socket>();

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests++;
    const now = remaining > 0 ? fault : undefined;
    remaining--;
    if (injected && isInjected(request.method!)) {
      const { status, headers, body } = injected;
      await readBody(request);
      response.writeHead(status, { 'content-type': 'application/xml', ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
      return;
    }
    if (now === 'reset') return resetConnection(request);
    if (now === 'silent') return;
    const body = await readBody(request);
    if (now === 'error') {
      response.writeHead(500, { 'content-type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>InternalError</Code><Message>Injected.</Message></Error>');
      return;
    }
    const { method, url, headers } = request;
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    passed.on('error', () => resetConnection(request));
    if (now === 'torn upload') {
      passed.write(body.subarray(0, Math.floor(body.length / 2)), () => {
        passed.destroy();
        resetConnection(request);
      });
      return;
    }
    passed.end(body);
    const answer = await new Promise<IncomingMessage>((resolve) => passed.on('response', resolve));
    const bytes = await readBody(answer);
    if (now === 'lost answer') return resetConnection(request);
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (now === 'torn download') {
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => resetConnection(request));
      return;
    }
    if (now === 'slow') {
      const size = Math.max(1, Math.ceil(bytes.length / SLOW_CHUNKS));
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        await new Promise((resolve) => setTimeout(resolve, SLOW_PAUSE));
      }
      response.end();
      return;
    }
    response.end(bytes);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => resetConnection(request));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get requests() {
      return requests;
    },
    setResponse(response, filter = () => true) {
      injected = response;
      isInjected = filter;
    },
    setFault(next, times = Infinity) {
      fault = next;
      remaining = next === undefined ? 0 : times;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SLOW_CHUNKS = 20;
/** Milliseconds between chunks: all chunks together take longer than the timeout of the tests, each pause much less. */
const SLOW_PAUSE = 75;

function resetConnection(request: IncomingMessage): void {
  request.socket.resetAndDestroy();
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
