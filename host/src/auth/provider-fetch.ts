/** Requests of `openid-client` to an identity provider. Sign-ins survive short outages. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CustomFetch } from 'openid-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../lib/clock.js';
import type { Log } from '../lib/log.js';

/** The provider cannot be reached, or another server responds in its place. */
export class NoAnswerError extends Error {}

const noAnswer = (url: string, problem: string): NoAnswerError =>
  new NoAnswerError(`${url} answered ${problem}. Check the identity provider.`);

/** Milliseconds between two attempts. */
const RETRY_DELAY = 250;
/** Milliseconds for which a copy replaces a public document: longer than outages, shorter than the lifetime of keys. */
const COPY_LIFETIME = 24 * 3_600_000;
/** Maximum size of a response in bytes; the keys of large providers take 20 KB. */
const MAX_BYTES = 2 ** 20;

export interface ProviderFetch {
  readonly fetch: CustomFetch;
  /** Whether the last keys came from a copy, which may lack the newest key. */
  usesOldKeys(): boolean;
  /**
   * Runs work that sends a grant. The argument of the work returns the refresh token of the response, also if a later check
   * of the response fails: the provider may no longer accept the previous token.
   */
  grant<Result>(work: (refreshToken: () => string | undefined) => Promise<Result>): Promise<Result>;
}

/**
 * Reads are attempted twice, and grants once, because a code is valid once. If a public document (the metadata or the keys of the
 * provider) cannot be read, its last copy is used.
 * @param timeout milliseconds for each attempt of a read
 */
export function createProviderFetch(timeout: number, log: Log): ProviderFetch {
  const copies = new Map<string, { readonly body: string; readonly readAt: Date; readonly since: number }>();
  let hasOldKeys = false;
  const grants = new AsyncLocalStorage<{ refreshToken?: string }>();

  const request: CustomFetch = async (url, options) => {
    const isRead = options.method === 'GET';
    const signal = isRead ? anyOf(options.signal, AbortSignal.timeout(timeout)) : options.signal;
    const { body, ...rest } = options;
    const response = await fetch(url, {
      ...rest,
      ...(body == null ? {} : { body: body as BodyInit }),
      signal: signal ?? null,
    });
    // Reads all of the body here: a response that ends or stalls halfway counts as no response.
    const text = await textOf(response);
    if (response.status >= 500 || response.status === 429) throw noAnswer(url, String(response.status));
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
    if (response.ok && isJson && objectOf(text) === undefined) throw noAnswer(url, 'without a JSON object');
    if (response.ok && !isRead) {
      const token = objectOf(text)?.['refresh_token'];
      const grant = grants.getStore();
      if (grant && typeof token === 'string') grant.refreshToken = token;
    }
    return new Response(text === '' ? null : text, response);
  };

  const read: CustomFetch = async (url, options) => {
    const isPublic = !new Headers(options.headers).has('authorization');
    const readOnce = async (): Promise<Response> => {
      const response = await request(url, options);
      if (!isPublic) return response;
      const text = await response.clone().text();
      if (response.status !== 200 || !isDocument(objectOf(text)))
        throw noAnswer(url, `${response.status} without a document`);
      copies.set(url, { body: text, readAt: new Date(), since: monotonicClock() });
      if (isKeys(objectOf(text))) hasOldKeys = false;
      return response;
    };
    try {
      return await readOnce().catch(async () => {
        await sleep(RETRY_DELAY);
        return readOnce();
      });
    } catch (error) {
      const copy = copies.get(url);
      if (!isPublic || !copy || monotonicClock() - copy.since > COPY_LIFETIME) throw error;
      if (isKeys(objectOf(copy.body))) hasOldKeys = true;
      log.warn(
        `Sign-in: the host could not read ${url} (${error instanceof Error ? error.message : String(error)}). ` +
          `It uses its copy of ${copy.readAt.toISOString()}. Check the identity provider and the network.`,
      );
      return new Response(copy.body, { status: 200, headers: { 'content-type': 'application/json' } });
    }
  };

  return {
    fetch: (url, options) => (options.method === 'GET' ? read(url, options) : request(url, options)),
    usesOldKeys: () => hasOldKeys,
    grant(work) {
      const grant: { refreshToken?: string } = {};
      return grants.run(grant, () => work(() => grant.refreshToken));
    },
  };
}

const isKeys = (document: JsonObject | undefined): boolean => Array.isArray(document?.['keys']);

/** Whether this is the metadata or a key set. An empty key set cannot belong to a provider that signs tokens. */
const isDocument = (document: JsonObject | undefined): boolean =>
  isKeys(document) ? (document!['keys'] as unknown[]).length > 0 : typeof document?.['issuer'] === 'string';

type JsonObject = Readonly<Record<string, unknown>>;

function objectOf(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw noAnswer(response.url, `with more than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const anyOf = (one: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  one ? AbortSignal.any([one, other]) : other;
