import type { Content } from '../../lib/content.js';
import type { UnavailableError } from '../../lib/domain-error.js';
import { CORS } from '../../lib/http-policies.js';

export type Headers = Readonly<Record<string, string>>;

/** A response that is sent unchanged: errors, preflights, live values. */
export interface TextResponse {
  readonly kind: 'text';
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A response with stored content: subject to content negotiation, preconditions and ranges. */
export interface ContentResponse {
  readonly kind: 'content';
  /** 410 for removed content. Otherwise undefined: 200, or the result of preconditions and ranges. */
  readonly status?: 410;
  readonly content: Content;
  readonly type: string;
  readonly headers: Headers;
  /** Suffix of the ETag if the same bytes have a different meaning, such as a deleted component. */
  readonly etagSuffix?: string | undefined;
  /** When the response changed, if later than its content. */
  readonly modifiedAt?: number | undefined;
}

export type HostResponse = TextResponse | ContentResponse;

/** Creates an error response. It is readable across origins: a page must see a 404 to fall back from a fork to its original. */
export function failure(status: number, text: string, headers: Headers = {}): TextResponse {
  return {
    kind: 'text',
    status,
    body: `${status} ${text}\n`,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      ...CORS,
      ...headers,
    },
  };
}

/** The response if a dependency is unavailable. */
export const unavailable = ({ message, retryAfter }: UnavailableError): TextResponse =>
  failure(503, `Service unavailable: ${message}`, { 'retry-after': String(retryAfter) });

export const notFound = (path: string, hint = ''): TextResponse =>
  failure(404, `Not found: ${printable(path)}${hint && ` (${hint})`}`);

export const badRequest = (path: string, reason: string): TextResponse =>
  failure(400, `Bad request: ${printable(path)} ${reason}. Send a path of percent-encoded names.`);

/** A path for messages: without control characters, and shortened. */
export const printable = (path: string): string => {
  const visible = path.replace(/[^\x21-\x7e]/g, '?');
  return visible.length > 300 ? `${visible.slice(0, 300)}...` : visible;
};
