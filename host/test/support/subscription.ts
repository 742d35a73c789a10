import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import type { GraphQLHost, Json } from './graphql-host.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json';
const CHANGES = 'subscription { versionChanged(library: "demo") { id action revision } }';

export interface Subscription {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  /** The text received so far. */
  text: string;
  /** Resolves with the match once the received text matches. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** The data of the events received so far. */
  events(): Json[];
  readonly ended: Promise<void>;
}

export interface SubscribeOptions {
  readonly accept?: string;
  readonly query?: string;
}

/** Opens a subscription on a raw request, so that the test sees each byte and can disconnect like a crashed client. */
export async function subscribe(
  t: TestContext,
  host: Pick<GraphQLHost, 'url'>,
  token: string,
  { accept = MULTIPART, query = CHANGES }: SubscribeOptions = {},
): Promise<Subscription> {
  const sent = request(`${host.url}/graphql`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${token}` },
  });
  sent.on('error', () => {});
  cleanUp(t, () => sent.destroy());
  sent.end(JSON.stringify({ query }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const checks = new Set<() => void>();
  const open: Subscription = {
    request: sent,
    response,
    text: '',
    waitFor: (pattern) =>
      new Promise((resolve) => {
        const check = (): void => {
          const match = pattern.exec(open.text);
          if (!match) return;
          checks.delete(check);
          resolve(match);
        };
        checks.add(check);
        check();
      }),
    events: () =>
      [...open.text.matchAll(/\{"payload":(.*)\}\r\n--graphql/g)].map(([, event]) => JSON.parse(event!).data),
    ended: new Promise((resolve) => response.once('end', resolve).once('close', resolve)),
  };
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    open.text += chunk.toString();
    for (const look of [...checks]) look();
  });
  return open;
}
