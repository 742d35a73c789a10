/** Requests to an identity provider, for `openid-client`: a moment without an answer ends no sign-in. */
import type { CustomFetch } from 'openid-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.js';

/** The provider can not be reached, or something else answers in its place. */
export class NoAnswerError extends Error {}

const noAnswer = (url: string, how: string): NoAnswerError =>
  new NoAnswerError(`${url} answered ${how}. Check the identity provider.`);

/** Milliseconds between two attempts. */
const RETRY_DELAY = 250;
/** Milliseconds for which a copy of a public document replaces the document: longer than any outage, shorter than keys live. */
const KEPT = 24 * 3_600_000;
/** Bytes of an answer; the keys of large providers have 20 KB. */
const MAX_BYTES = 2 ** 20;

export interface ProviderFetch {
  readonly fetch: CustomFetch;
  /** Whether the last keys were a copy: they may lack the newest one. */
  usesOldKeys(): boolean;
}

/**
 * Reads are made twice, a grant once: its code serves once. The public documents, which are the addresses and the keys of the provider,
 * are kept: where one can not be read, its last copy counts.
 * @param timeout milliseconds for each attempt of a read
 */
export function createProviderFetch(timeout: number, log: Log): ProviderFetch {
  const copies = new Map<string, { readonly body: string; readonly at: number }>();
  let hasOldKeys = false;

  const ask: CustomFetch = async (url, options) => {
    const isRead = options.method === 'GET';
    const signal = isRead ? anyOf(options.signal, AbortSignal.timeout(timeout)) : options.signal;
    const { body, ...others } = options;
    const response = await fetch(url, {
      ...others,
      ...(body == null ? {} : { body: body as BodyInit }),
      signal: signal ?? null,
    });
    // All of it here: what breaks off or falls silent in the middle is no answer either.
    const text = await textOf(response);
    if (response.status >= 500 || response.status === 429) throw noAnswer(url, String(response.status));
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
    if (response.ok && isJson && objectOf(text) === undefined) throw noAnswer(url, 'without a JSON object');
    return new Response(text === '' ? null : text, response);
  };

  const read: CustomFetch = async (url, options) => {
    const isPublic = !new Headers(options.headers).has('authorization');
    const readOnce = async (): Promise<Response> => {
      const response = await ask(url, options);
      if (!isPublic) return response;
      const text = await response.clone().text();
      if (response.status !== 200 || !isDocument(objectOf(text)))
        throw noAnswer(url, `${response.status} without a document`);
      copies.set(url, { body: text, at: Date.now() });
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
      if (!isPublic || !copy || Date.now() - copy.at > KEPT) throw error;
      if (isKeys(objectOf(copy.body))) hasOldKeys = true;
      log.warn(
        `Sign-in: the host could not read ${url} (${error instanceof Error ? error.message : String(error)}). ` +
          `It uses its copy of ${new Date(copy.at).toISOString()}. Check the identity provider and the network.`,
      );
      return new Response(copy.body, { status: 200, headers: { 'content-type': 'application/json' } });
    }
  };

  return {
    fetch: (url, options) => (options.method === 'GET' ? read(url, options) : ask(url, options)),
    usesOldKeys: () => hasOldKeys,
  };
}

const isKeys = (document: JsonObject | undefined): boolean => Array.isArray(document?.['keys']);

/** Keys, or the addresses. A provider without keys has signed nothing. */
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
