import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Content } from '../../lib/content.js';
import { COMMON } from '../../lib/http-policies.js';
import type { Clock } from '../../lib/clock.js';
import { httpDate } from './dates.js';
import type { RequestContext } from './request-context.js';
import { evaluate, isRangeCurrent } from './preconditions.js';
import { parseRange } from './range.js';
import { type ContentResponse, failure, type Headers, type HostResponse, type TextResponse } from './response.js';
import type { Negotiate, Representation } from './representation.js';

export interface Respond {
  (context: RequestContext, hostResponse: HostResponse, response: ServerResponse): Promise<void>;
}

/** Creates a function that sends responses. HEAD sends the same headers as GET, without the body. */
export function createResponder(negotiate: Negotiate, clock: Clock): Respond {
  const sendText = (context: RequestContext, hostResponse: TextResponse, response: ServerResponse): void => {
    // A 204 has no length (RFC 9110, 8.6).
    const length: Headers =
      hostResponse.status === 204 ? {} : { 'content-length': String(Buffer.byteLength(hostResponse.body)) };
    writeHead(response, hostResponse.status, { ...hostResponse.headers, ...length }, clock());
    response.end(context.method === 'HEAD' ? undefined : hostResponse.body);
  };

  const sendContent = async (
    context: RequestContext,
    hostResponse: ContentResponse,
    response: ServerResponse,
  ): Promise<void> => {
    const now = clock();
    const representation = await negotiate(context, hostResponse);
    // Never later than Date, even if the file system's clock is ahead (RFC 9110, 8.8.2.1).
    const modifiedAt = Math.min(Math.max(hostResponse.content.modifiedAt, hostResponse.modifiedAt ?? 0), now);
    const validators = { etag: representation.etag, lastModified: Math.floor(modifiedAt / 1000) * 1000 };
    const { 'content-encoding': encoding, ...vary } = representation.headers;
    const common = {
      ...hostResponse.headers,
      ...vary,
      etag: representation.etag,
      'last-modified': httpDate(validators.lastModified),
    };

    // Preconditions apply to a 200 only (RFC 9110, 13.2.1): clients with a copy must learn that it is gone.
    const preconditionStatus = hostResponse.status === undefined ? evaluate(context.headers, validators) : undefined;
    if (preconditionStatus === 412) return sendText(context, failure(412, 'Precondition failed'), response);
    if (preconditionStatus === 304) {
      writeHead(response, 304, common, now);
      response.end();
      return;
    }

    const headers: Record<string, string> = { ...common, 'content-type': hostResponse.type, 'accept-ranges': 'bytes' };
    if (encoding) headers['content-encoding'] = encoding;
    const rangeHeader =
      context.method === 'GET' && hostResponse.status === undefined ? context.headers.range : undefined;
    const range = isRangeCurrent(context.headers['if-range'] as string | undefined, validators, now)
      ? parseRange(rangeHeader, representation.size)
      : undefined;
    if (range === 'unsatisfiable') {
      const total = { 'content-range': `bytes */${representation.size}`, 'accept-ranges': 'bytes' };
      return sendText(
        context,
        failure(416, `Range not satisfiable: there are ${representation.size} bytes`, total),
        response,
      );
    }

    const from = range?.start ?? 0;
    const to = range?.end ?? representation.size - 1;
    if (range) headers['content-range'] = `bytes ${from}-${to}/${representation.size}`;
    headers['content-length'] = String(to - from + 1);
    const isEmpty = context.method === 'HEAD' || representation.size === 0;
    // Opened before the headers are sent: a replaced file has another ETag and needs a new response.
    const opened = isEmpty || representation.bytes ? undefined : await hostResponse.content.open?.();
    try {
      writeHead(response, hostResponse.status ?? (range ? 206 : 200), headers, now);
      if (isEmpty) response.end();
      else await sendBody(opened ?? hostResponse.content, representation, from, to, response);
    } finally {
      await opened?.close();
    }
  };

  return async (context, hostResponse, response) =>
    hostResponse.kind === 'text'
      ? sendText(context, hostResponse, response)
      : sendContent(context, hostResponse, response);
}

function writeHead(response: ServerResponse, status: number, headers: Headers, now: number): void {
  response.writeHead(status, { date: httpDate(now), ...COMMON, ...headers });
}

async function sendBody(
  content: Pick<Content, 'stream'>,
  representation: Representation,
  from: number,
  to: number,
  response: ServerResponse,
): Promise<void> {
  if (representation.bytes) {
    response.end(representation.bytes.subarray(from, to + 1));
    return;
  }
  let sent = 0;
  const countBytes = async function* (source: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sent += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  };
  await pipeline(content.stream(from, to), countBytes, response, { end: false });
  // If the file was truncated meanwhile, the connection is aborted. Otherwise the client would wait for the rest.
  if (sent === to - from + 1) response.end();
  else response.destroy();
}
