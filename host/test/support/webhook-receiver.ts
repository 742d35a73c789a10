/** An HTTP receiver of webhooks whose responses the test controls. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { cleanUp } from '../../../tests/lib/clean-up';

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  /** The data of the event. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The time by the clock of the test. */
  readonly at: number;
  /** The status of the response. */
  status: number | undefined;
}

export interface WebhookReceiver {
  readonly url: string;
  /** All requests, in the order of their arrival. */
  readonly requests: ReceivedWebhook[];
  /** The events with a 2xx response. */
  accepted(): ReceivedWebhook[];
  /** Returns the status of the response, 204 by default; undefined if it responds itself. */
  respond: (request: ReceivedWebhook, response: ServerResponse) => number | Promise<number> | undefined;
  /** The largest number of concurrent requests. */
  readonly maxConcurrency: number;
}

export async function startWebhookReceiver(t: TestContext, clock: () => number = Date.now): Promise<WebhookReceiver> {
  const requests: ReceivedWebhook[] = [];
  let open = 0;
  let maxConcurrency = 0;
  const server = createServer((request, response) => {
    maxConcurrency = Math.max(maxConcurrency, ++open);
    response.once('close', () => open--);
    void text(request).then(async (body) => {
      const { type, data } = JSON.parse(body) as Pick<ReceivedWebhook, 'type' | 'data'>;
      const { headers } = request;
      const received: ReceivedWebhook = {
        ...{ id: String(headers['webhook-id']), type, data, headers, body, at: clock(), status: undefined },
      };
      requests.push(received);
      const status = await receiver.respond(received, response);
      // With undefined, the handler has responded itself.
      if (status === undefined) return;
      received.status = status;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    accepted: () => requests.filter(({ status = 500 }) => status < 300),
    respond: () => 204,
    get maxConcurrency() {
      return maxConcurrency;
    },
  };
  return receiver;
}
