import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyRefusedError } from '../graphql/body.js';
import type { AdmittedRequest } from '../graphql/admitted-request.js';
import type { GraphQLServer } from '../graphql/server.js';
import {
  DomainError,
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from '../lib/domain-error.js';
import { dropUnreadBody } from '../lib/drop-body.js';
import type { Log } from '../lib/log.js';
import type { RawHandler } from '../lib/node-handler.js';
import { addRequestFields } from '../lib/request-fields.js';

export interface McpEndpointOptions {
  readonly graphql: Pick<GraphQLServer, 'admit'>;
  /** Origins of pages that may connect; other pages are rejected. Other clients send no origin. */
  readonly origins: readonly string[];
  readonly log: Log;
  /** Aborted when the host stops. */
  readonly closing: AbortSignal;
}

const PATH = '/mcp';
/** Maximum messages of a request. Clients send one; an older revision of the protocol allows several. */
const MAX_MESSAGES = 10;

/** CORS headers for pages. */
const CORS_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  'access-control-expose-headers': 'Mcp-Session-Id, Retry-After, WWW-Authenticate',
};

/**
 * Model Context Protocol over streamable HTTP, without sessions: each request contains its token, so any host behind a
 * load balancer can handle it.
 */
export function createMcpEndpoint({ graphql, origins, log, closing }: McpEndpointOptions): RawHandler {
  const allowedOrigins = new Set(origins);
  return async (request, response, url) => {
    if (url.pathname !== PATH) return false;
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('x-accel-buffering', 'no');
    response.setHeader('vary', 'Origin');
    const { origin } = request.headers;
    try {
      // The origin also reveals pages that use DNS rebinding.
      if (origin !== undefined && !allowedOrigins.has(origin))
        throw new ForbiddenError(
          `Pages of ${JSON.stringify(origin)} may not use /mcp. Ask the operator to add the origin to FEAAS_MCP_ORIGINS.`,
        );
      if (origin !== undefined) {
        response.setHeader('access-control-allow-origin', origin);
        for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value);
      }
      if (request.method === 'OPTIONS') response.writeHead(204, { allow: 'POST, OPTIONS' }).end();
      else if (request.method === 'POST') await handlePost(request, response);
      else {
        response.setHeader('allow', 'POST, OPTIONS');
        refuse(response, 405, 'The MCP endpoint takes POST only. Use a client for streamable HTTP without a session.');
      }
    } catch (error) {
      if (request.destroyed && !request.complete) return true;
      dropUnreadBody(request);
      refuseError(response, error, log);
    }
    return true;
  };

  async function handlePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = await graphql.admit(request, response);
    if (admitted.principal.kind === 'anonymous')
      throw new UnauthenticatedError(
        'The MCP endpoint needs a token: send it in the header Authorization, as "Bearer …".',
      );
    await admitted.receive(async (body) => {
      const message = parseJson(body);
      if (message === undefined)
        return refuse(response, 400, 'The body is not JSON. Send a JSON-RPC message.', PARSE_ERROR);
      const messages = Array.isArray(message) ? message : [message];
      if (messages.length > MAX_MESSAGES)
        return refuse(
          response,
          400,
          `One request may hold ${MAX_MESSAGES} messages, but this one has ${messages.length}. Send several requests.`,
        );
      await admitted.charge(Math.max(1, messages.length));
      addRequestFields(request, { mcp: messages.map(nameOf).join('; ').slice(0, MAX_NAMES) });
      await handleMessages(request, response, admitted, message);
    });
  }

  async function handleMessages(
    request: IncomingMessage,
    response: ServerResponse,
    { execute }: AdmittedRequest,
    message: unknown,
  ): Promise<void> {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./create-mcp-server.js'),
    ]);
    const origin = originOf(request);
    const handler = createMcpHandler(() => createMcpServer({ execute, origin, log }), {
      // There are no notifications, and an open stream would occupy a connection.
      maxSubscriptions: 0,
      onerror: (error) => log.info(`MCP: ${error.message}`),
    });
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    try {
      const mcpResponse = await handler.fetch(
        new Request(new URL(PATH, origin), {
          method: 'POST',
          headers: headersOf(request),
          body: JSON.stringify(message),
          signal: AbortSignal.any([aborted.signal, closing]),
        }),
        { parsedBody: message },
      );
      await send(mcpResponse, response);
    } finally {
      await handler.close();
    }
  }
}

/** JSON-RPC error code for invalid JSON. */
const PARSE_ERROR = -32_700;
/** JSON-RPC error code for server-defined errors. */
const SERVER_ERROR = -32_000;

/** Maximum characters of a request's message names in the log. */
const MAX_NAMES = 200;

/** The name of a message for the log, such as `tools/call read_version`. */
function nameOf(message: unknown): string {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return [method, params?.name].filter((each) => typeof each === 'string').join(' ');
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The host's origin as the client addresses it. It is used only in links for that client. */
function originOf({ headers }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-proto'];
  const scheme = forwarded === 'https' ? 'https' : 'http';
  const origin = `${scheme}://${headers.host ?? 'localhost'}`;
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost';
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The body is serialized again, and the token is not needed any more.
    if (/^(?:authorization|connection|content-length|transfer-encoding|host|expect)$/.test(name)) continue;
    if (typeof value === 'string') copy.set(name, value);
  }
  return copy;
}

async function send(mcpResponse: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(mcpResponse.headers);
  delete headers['cache-control'];
  response.writeHead(mcpResponse.status, headers);
  if (!mcpResponse.body) return void response.end();
  // The client may disconnect meanwhile.
  await pipeline(Readable.fromWeb(mcpResponse.body as never), response).catch(() => response.destroy());
}

function refuse(response: ServerResponse, status: number, message: string, code = SERVER_ERROR): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

function refuseError(response: ServerResponse, error: unknown, log: Log): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof RateLimitedError || error instanceof UnavailableError)
    response.setHeader('retry-after', String(error.retryAfter));
  if (error instanceof UnauthenticatedError) response.setHeader('www-authenticate', 'Bearer');
  if (error instanceof DomainError) return refuse(response, statusOf(error), error.message);
  if (error instanceof BodyRefusedError) {
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    return refuse(response, error.status, error.message);
  }
  log.error('MCP failed.', error);
  refuse(response, 500, 'Internal error. See the log of the host.');
}

function statusOf(error: DomainError): number {
  if (error instanceof UnauthenticatedError) return 401;
  if (error instanceof ForbiddenError) return 403;
  if (error instanceof RateLimitedError) return 429;
  return error instanceof UnavailableError ? 503 : 400;
}
