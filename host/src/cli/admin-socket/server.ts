import { timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobStoreError } from '../../storage/blob-store.js';
import { BadInputError, DomainError, UnauthenticatedError } from '../../lib/domain-error.js';
import { isAsyncIterable } from '../../lib/async-iterable.js';
import type { Log } from '../../lib/log.js';
import { decode, encode } from './codec.js';
import { publishEndpoint, newEndpoint, sweepEndpoints, withdrawEndpoint } from './endpoint.js';
import { toWire } from './wire-errors.js';
import { METHODS, type Services, WIRE_NAMES } from './services.js';

const SERVICE_NAMES = Object.keys(WIRE_NAMES) as (keyof Services)[];
/** The largest message is a picture in base64. */
const MAX_BYTES = 128 * 1024 * 1024;

export interface AdminSocket {
  close(): Promise<void>;
}

/**
 * Lets commands use the database through this process: `POST /ledger.save` with the arguments as a JSON list returns
 * `{"value": …}` or `{"failure": …}`. The socket is accessible only to this user, and requests need the secret of
 * `control.json`. The process must have locked the data folder.
 */
export async function startAdminSocket(data: string, services: Services, log: Log): Promise<AdminSocket> {
  await sweepEndpoints(data);
  const { endpoint, remove } = await newEndpoint(data);
  const secret = Buffer.from(`Bearer ${endpoint.secret}`);

  const call = async (request: IncomingMessage): Promise<unknown> => {
    const authorization = Buffer.from(request.headers.authorization ?? '');
    if (authorization.length !== secret.length || !timingSafeEqual(authorization, secret)) {
      throw new UnauthenticatedError('The control socket needs the secret of control.json. Send it as a bearer token.');
    }
    const [service, method, ...rest] = (request.url ?? '').slice(1).split('.');
    const name = SERVICE_NAMES.find((each) => WIRE_NAMES[each] === service);
    const methods = name === undefined ? [] : METHODS[name];
    if (
      name === undefined ||
      request.method !== 'POST' ||
      rest.length > 0 ||
      !(methods as readonly string[]).includes(method ?? '')
    ) {
      throw new BadInputError(
        `There is no ${request.method} ${request.url} on the control socket. Use the same version of feaas-host as the running host.`,
        'method',
      );
    }
    const args = decode(await bodyOf(request));
    if (!Array.isArray(args)) throw new BadInputError('The arguments are not a list. Send a JSON list.', 'arguments');
    const target = services[name] as unknown as Record<string, (...args: unknown[]) => unknown>;
    return target[method!]!(...args);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const value = await call(request);
      if (isAsyncIterable(value)) {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        await pipeline(Readable.from(lines(value)), response);
        return;
      }
      send(response, 200, { value });
    } catch (error) {
      const failure = toWire(error);
      // Logs what the response lacks: internal errors, causes of blob store errors, and late errors.
      if (!failure || error instanceof BlobStoreError || response.headersSent) {
        log.error(`control: ${request.url} failed.`, error);
      }
      if (response.headersSent) response.destroy();
      else if (failure) send(response, error instanceof DomainError ? 422 : 500, { failure });
      else send(response, 500, { failure: { code: 'HOST', message: INTERNAL_ERROR, details: {} } });
    }
  };

  const server = createServer({ requestTimeout: 0 }, (request, response) => void respond(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(endpoint.path, resolve);
  });
  // The data folder may be accessible to other users.
  if (process.platform !== 'win32') await chmod(endpoint.path, 0o600);

  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await remove();
  };
  try {
    await publishEndpoint(data, endpoint);
  } catch (error) {
    await stop();
    throw error;
  }

  let isClosed = false;
  return {
    async close() {
      if (isClosed) return;
      isClosed = true;
      await withdrawEndpoint(data, endpoint);
      await stop();
    },
  };
}

const INTERNAL_ERROR = 'the running host could not do it. Read its log.';

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = encode(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES)
      throw new BadInputError(`The arguments have more than ${MAX_BYTES} bytes. Send less at once.`, 'arguments');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* lines(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const item of items) yield `${encode(item)}\n`;
  // Marks a complete stream.
  yield 'end\n';
}
