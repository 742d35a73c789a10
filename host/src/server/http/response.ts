import type { Content } from '../../lib/content.js';
import type { UnavailableError } from '../../lib/domain-error.js';
import { CORS } from '../../lib/http-policies.js';

export type Headers = Readonly<Record<string, string>>;

/** Said once, as it is: errors, preflights, live values. */
export interface TextResponse {
  readonly kind: 'text';
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Something stored: negotiated, compared with what the client has, cut to the range it wants. */
export interface ContentResponse {
  readonly kind: 'content';
  /** 410 for what was removed; 200, or what the request's conditions make of it, without. */
  readonly status?: 410;
  readonly content: Content;
  readonly type: string;
  readonly headers: Headers;
  /** Joins the ETag where the same bytes mean something else, such as a deleted component. */
  readonly etagSuffix?: string | undefined;
  /** When the answer changed, if later than its content. */
  readonly modifiedAt?: number | undefined;
}

export type HostResponse = TextResponse | ContentResponse;

/** Every error can be read across origins: a page must see a 404 to fall back from a fork to the original. */
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

/** What is needed for an answer is away. */
export const unavailable = ({ message, retryAfter }: UnavailableError): TextResponse =>
  failure(503, `Service unavailable: ${message}`, { 'retry-after': String(retryAfter) });

export const notFound = (path: string, hint = ''): TextResponse =>
  failure(404, `Not found: ${printable(path)}${hint && ` (${hint})`}`);

export const badRequest = (path: string, why: string): TextResponse =>
  failure(400, `Bad request: ${printable(path)} ${why}. Send a path of percent-encoded names.`);

/** A path in a message: nothing that a terminal or a log would act upon, and no novel. */
export const printable = (path: string): string => {
  const visible = path.replace(/[^\x21-\x7e]/g, '?');
  return visible.length > 300 ? `${visible.slice(0, 300)}...` : visible;
};
