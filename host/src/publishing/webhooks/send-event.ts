/** One request to a receiver, signed as Standard Webhooks has it (https://www.standardwebhooks.com). */
import type { WebhookEventRow } from '../../db/schema.js';
import { FetchRefusedError } from '../../lib/guarded-fetch/fetch-refused-error.js';
import { sendGuarded } from '../../lib/guarded-fetch/guarded-fetch.js';
import { codeOf } from '../../lib/host-error.js';
import type { ReceiverRules } from './receiver-rules.js';

export interface Receiver {
  readonly url: string;
  /** Each signs. */
  readonly secrets: readonly string[];
}

/** What became of one attempt. */
export interface Attempt {
  /** HTTP status; undefined where nobody answered. */
  readonly status: number | undefined;
  /** Why it failed; undefined where it did not. */
  readonly error: string | undefined;
  /** Milliseconds that the receiver asks to be left alone for. */
  readonly retryAfter: number | undefined;
}

/** Milliseconds in which a receiver has to answer. */
const RECEIVER_TIMEOUT = 15_000;

type Event = Pick<WebhookEventRow, 'id' | 'library' | 'type' | 'component' | 'data' | 'at'>;

/** The names by which caches find content of a library or a part of it, from wide to narrow. */
export type TagsOf = (library: string, part?: string) => readonly string[];

/** @param now milliseconds since 1970 @throws the signal's reason when it aborts, and nothing else */
export type SendEvent = (event: Event, receiver: Receiver, now: number, signal: AbortSignal) => Promise<Attempt>;

/** The body: what receivers in the field read, so that no name of it changes. */
function bodyOf({ library, type, component, data, at }: Event, tagsOf: TagsOf): string {
  const { paths = [], ...names } = JSON.parse(data) as { readonly paths?: readonly string[] };
  const tags = tagsOf(library, partOf({ type, component }));
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { library, ...names, tags, paths } });
}

/** What an event is about; undefined for the library as a whole. A stylesheet has the component ''. */
function partOf({ type, component }: Pick<Event, 'type' | 'component'>): string | undefined {
  if (component === '') return 'styles';
  return component ?? (type.startsWith('media.') ? 'media' : undefined);
}

/** @param timeout milliseconds in which a receiver has to answer */
export const createEventSender =
  (rules: ReceiverRules, tagsOf: TagsOf, timeout = RECEIVER_TIMEOUT): SendEvent =>
  async (event, { url, secrets }, now, signal) => {
    // Most hosts have no webhook.
    const { Webhook } = await import('standardwebhooks');
    const body = bodyOf(event, tagsOf);
    const at = new Date(now);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'feaas-host webhooks',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(event.id, at, body)).join(' '),
    };
    const late = AbortSignal.timeout(timeout);
    try {
      // The rules may have changed since the address was saved.
      rules.checkUrl(url);
      const { response, close } = await sendGuarded(
        url,
        { isAllowedHost: () => true, lookup: rules.lookup, permit: rules.permitOf(new URL(url).hostname) },
        { method: 'POST', headers, body },
        AbortSignal.any([signal, late]),
      );
      // The status says it all: the body is not read, whatever its length.
      await close();
      const { statusCode: status } = response;
      const isTaken = status >= 200 && status < 300;
      return {
        status,
        error: isTaken ? undefined : `answered ${status}`,
        retryAfter: isTaken ? undefined : retryAfterOf(response.headers['retry-after'], now),
      };
    } catch (error) {
      signal.throwIfAborted();
      return { status: undefined, error: reasonOf(error, late.aborted, timeout), retryAfter: undefined };
    }
  };

/** Short, and without the address, whose path may be a secret. */
function reasonOf(error: unknown, isLate: boolean, timeout: number): string {
  if (isLate) return `no answer within ${timeout / 1000} s`;
  if (!(error instanceof FetchRefusedError)) return 'the address is not allowed';
  if (error.status === 403) return 'the address is not allowed';
  const code = codeOf(error.cause);
  return code === undefined ? 'no answer' : `no answer (${code})`;
}

/** Seconds, or a date of HTTP. */
function retryAfterOf(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
