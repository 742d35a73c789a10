/** Sends one event to a receiver, signed according to Standard Webhooks (https://www.standardwebhooks.com). */
import type { WebhookEventRow } from '../../db/schema.js';
import { FetchRefusedError } from '../../lib/guarded-fetch/fetch-refused-error.js';
import { sendGuarded } from '../../lib/guarded-fetch/guarded-fetch.js';
import { codeOf } from '../../lib/host-error.js';
import type { ReceiverRules } from './receiver-rules.js';

export interface Receiver {
  readonly url: string;
  /** The request is signed with each of them. */
  readonly secrets: readonly string[];
}

/** The result of one attempt. */
export interface Attempt {
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Why it failed; undefined on success. */
  readonly error: string | undefined;
  /** Milliseconds to wait, as requested by the receiver. */
  readonly retryAfter: number | undefined;
}

/** Timeout of a request in milliseconds. */
const RECEIVER_TIMEOUT = 15_000;

type Event = Pick<WebhookEventRow, 'id' | 'library' | 'type' | 'component' | 'data' | 'at'>;

/** Returns the cache tags of a library or a part of it, from broad to specific. */
export type TagsOf = (library: string, part?: string) => readonly string[];

/** @param now milliseconds since 1970 @throws only the signal's reason, when it aborts */
export type SendEvent = (event: Event, receiver: Receiver, now: number, signal: AbortSignal) => Promise<Attempt>;

/** The body of the request. Receivers depend on it, so property names must not change. */
function bodyOf({ library, type, component, data, at }: Event, tagsOf: TagsOf): string {
  const { paths = [], ...names } = JSON.parse(data) as { readonly paths?: readonly string[] };
  const tags = tagsOf(library, partOf({ type, component }));
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { library, ...names, tags, paths } });
}

/** The part that an event concerns; undefined for the whole library. The component of a stylesheet is ''. */
function partOf({ type, component }: Pick<Event, 'type' | 'component'>): string | undefined {
  if (component === '') return 'styles';
  return component ?? (type.startsWith('media.') ? 'media' : undefined);
}

/** @param timeout timeout of a request in milliseconds */
export const createEventSender =
  (rules: ReceiverRules, tagsOf: TagsOf, timeout = RECEIVER_TIMEOUT): SendEvent =>
  async (event, { url, secrets }, now, signal) => {
    // Loaded lazily, because most hosts have no webhook.
    const { Webhook } = await import('standardwebhooks');
    const body = bodyOf(event, tagsOf);
    const date = new Date(now);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'feaas-host webhooks',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(event.id, date, body)).join(' '),
    };
    const timeoutSignal = AbortSignal.timeout(timeout);
    try {
      // The rules may have changed since the URL was saved.
      rules.checkUrl(url);
      const { response, close } = await sendGuarded(
        url,
        { isAllowedHost: () => true, lookup: rules.lookup, permit: rules.permitOf(new URL(url).hostname) },
        { method: 'POST', headers, body },
        AbortSignal.any([signal, timeoutSignal]),
      );
      // Only the status matters. The body is not read, because it may be of any length.
      await close();
      const { statusCode: status } = response;
      const isAccepted = status >= 200 && status < 300;
      return {
        status,
        error: isAccepted ? undefined : `answered ${status}`,
        retryAfter: isAccepted ? undefined : retryAfterOf(response.headers['retry-after'], now),
      };
    } catch (error) {
      signal.throwIfAborted();
      return { status: undefined, error: reasonOf(error, timeoutSignal.aborted, timeout), retryAfter: undefined };
    }
  };

/** A short reason without the URL, because its path may be a secret. */
function reasonOf(error: unknown, isTimedOut: boolean, timeout: number): string {
  if (isTimedOut) return `no answer within ${timeout / 1000} s`;
  if (!(error instanceof FetchRefusedError)) return 'the address is not allowed';
  if (error.status === 403) return 'the address is not allowed';
  const code = codeOf(error.cause);
  return code === undefined ? 'no answer' : `no answer (${code})`;
}

/** Parses seconds or an HTTP date. */
function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
