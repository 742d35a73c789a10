import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import type { GraphQLHost, Json } from './graphql-host.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json';
const CHANGES = 'subscription { versionChanged(library: "demo") { id action revision } }';

export interface Open {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  /** Everything so far. */
  text: string;
  /** Resolves when what has arrived matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Data of the events so far. */
  events(): Json[];
  readonly ended: Promise<void>;
}

export interface SubscribeOptions {
  readonly accept?: string;
  readonly query?: string;
}

/** A subscription by hand, so that the test sees each byte, and can leave as a client does that crashes. */
export async function subscribe(
  t: TestContext,
  host: Pick<GraphQLHost, 'url'>,
  as: string,
  { accept = MULTIPART, query = CHANGES }: SubscribeOptions = {},
): Promise<Open> {
  const sent = request(`${host.url}/graphql`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${as}` },
  });
  sent.on('error', () => {});
  cleanUp(t, () => sent.destroy());
  sent.end(JSON.stringify({ query }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const looks = new Set<() => void>();
  const open: Open = {
    request: sent,
    response,
    text: '',
    until: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = pattern.exec(open.text);
          if (!match) return;
          looks.delete(look);
          resolve(match);
        };
        looks.add(look);
        look();
      }),
    events: () =>
      [...open.text.matchAll(/\{"payload":(.*)\}\r\n--graphql/g)].map(([, event]) => JSON.parse(event!).data),
    ended: new Promise((resolve) => response.once('end', resolve).once('close', resolve)),
  };
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    open.text += chunk.toString();
    for (const look of [...looks]) look();
  });
  return open;
}
