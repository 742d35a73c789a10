/** A stub of an external service that records its requests. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { cleanUp } from '../../../tests/lib/clean-up';

export interface StubRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StubResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

export interface StubService {
  readonly url: string;
  readonly requests: StubRequest[];
}

export async function startStubService(
  t: TestContext,
  respond: (request: StubRequest) => StubResponse | Promise<StubResponse>,
): Promise<StubService> {
  const requests: StubRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url: target = '', headers } = request;
      const received = { method, target, headers, body };
      requests.push(received);
      const { status, headers: responseHeaders, body: responseBody } = await respond(received);
      const json = typeof responseBody === 'object';
      response.writeHead(status, { ...(json ? { 'content-type': 'application/json' } : {}), ...responseHeaders });
      response.end(json ? JSON.stringify(responseBody) : responseBody);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
