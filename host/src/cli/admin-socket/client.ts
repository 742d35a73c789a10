import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { codeOf, HostError } from '../../lib/host-error.js';
import { decode, encode } from './codec.js';
import { type Endpoint, findEndpoint } from './endpoint.js';
import { fromWire, type WireFailure } from './wire-errors.js';
import { METHODS, type Services, STREAMED, WIRE_NAMES } from './services.js';

/** Maximum connections. The host would queue more. */
const CONNECTIONS = 16;

export interface Connection extends Services {
  /** Process id of the host. */
  readonly pid: number;
  close(): void;
}

/** Calls a method of the host, even if it was restarted and listens elsewhere. */
type SendRequest = (method: string, args: readonly unknown[]) => Promise<IncomingMessage>;

/**
 * Connects to the services of the host that runs on a data folder; undefined if none runs. After a restart, calls use
 * the new host.
 */
export async function connectAdminSocket(data: string): Promise<Connection | undefined> {
  let endpoint = await findEndpoint(data);
  if (!endpoint) return undefined;
  const { pid } = endpoint;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await call(
      (...parameters) => postRequest(endpoint!, agent, ...parameters),
      `${WIRE_NAMES.contentService}.ready`,
      [],
    );
  } catch (error) {
    agent.destroy();
    // The endpoint is left over from a host that was killed.
    if (isAbsent(error)) return undefined;
    throw error;
  }
  const sendRequest: SendRequest = async (...parameters) => {
    const before = endpoint!;
    try {
      return await postRequest(before, agent, ...parameters);
    } catch (error) {
      // The call did not reach a host: each host listens on its own path.
      if (!isAbsent(error)) throw error;
      const current = await findEndpoint(data);
      if (current && current.secret !== before.secret) return postRequest((endpoint = current), agent, ...parameters);
      throw new HostError(`the host that ran on '${data}' has ended. Start it again.`, { cause: error });
    }
  };
  const service = <Name extends keyof Services>(name: Name): Services[Name] =>
    Object.fromEntries(
      METHODS[name].map((method) => {
        const wireName = `${WIRE_NAMES[name]}.${method}`;
        const send = STREAMED.has(wireName) ? stream : call;
        return [method, (...args: unknown[]) => send(sendRequest, wireName, args)];
      }),
    ) as unknown as Services[Name];
  return {
    contentService: service('contentService'),
    blobs: service('blobs'),
    tokens: service('tokens'),
    pid,
    close: () => agent.destroy(),
  };
}

const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);
const isAbsent = (error: unknown): boolean => ABSENT.has(codeOf(error) ?? '');

async function call(sendRequest: SendRequest, method: string, args: readonly unknown[]): Promise<unknown> {
  const response = await sendRequest(method, args);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return valueOf(Buffer.concat(chunks).toString('utf8'));
}

async function* stream(sendRequest: SendRequest, method: string, args: readonly unknown[]): AsyncGenerator<unknown> {
  const response = await sendRequest(method, args);
  let hasEnded = false;
  for await (const line of createInterface({ input: response, crlfDelay: Infinity })) {
    if (response.statusCode !== 200) valueOf(line);
    hasEnded = line === 'end';
    if (!hasEnded) yield decode(line);
  }
  if (!hasEnded) throw new HostError(`the running host stopped in the middle of ${method}. See its log.`);
}

function valueOf(text: string): unknown {
  const result = decode(text) as { value?: unknown; failure?: WireFailure };
  if (result.failure) throw fromWire(result.failure);
  return result.value;
}

function postRequest(
  endpoint: Endpoint,
  agent: Agent,
  method: string,
  args: readonly unknown[],
): Promise<IncomingMessage> {
  const body = Buffer.from(encode(args));
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        socketPath: endpoint.path,
        path: `/${method}`,
        method: 'POST',
        agent,
        headers: { authorization: `Bearer ${endpoint.secret}`, 'content-length': body.length },
      },
      resolve,
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}
