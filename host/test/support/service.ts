/** A server of the test that stands for a service, and keeps what it was asked. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { cleanUp } from '../../../tests/lib/clean-up';

export interface ServiceRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object becomes JSON. */
  readonly body?: unknown;
}

export interface Service {
  readonly url: string;
  readonly requests: ServiceRequest[];
}

export async function startService(
  t: TestContext,
  answer: (request: ServiceRequest) => ServiceAnswer | Promise<ServiceAnswer>,
): Promise<Service> {
  const requests: ServiceRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url: target = '', headers } = request;
      const asked = { method, target, headers, body };
      requests.push(asked);
      const { status, headers: answered, body: said } = await answer(asked);
      const json = typeof said === 'object';
      response.writeHead(status, { ...(json ? { 'content-type': 'application/json' } : {}), ...answered });
      response.end(json ? JSON.stringify(said) : said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
