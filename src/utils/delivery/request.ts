/**
 * Requests to the content-delivery host: one per distinct URL per page, however many elements ask (S4, S5). A page that
 * has kept something before asks its copies first: they, and all checking, are the lazy part `kept`.
 */
import { REQUEST_TIMEOUT } from '../../global/defaults';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { loadModule, lazyModules } from '../scheduling/lazy-modules';
import { option } from './options';

/** Fetch cache phases, in order (specification §4). */
export type Phase = 'initial' | 'check' | 'updated';

/** A delivered template or stylesheet. */
export interface Delivered {
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** When it was asked for, in milliseconds since 1970; undefined for a kept copy. */
  readonly askedAt?: number;
  /** Where the fetch cache stands; nothing said is `initial`. */
  phase?: Phase;
  /** Not the template itself, but what a server made of it. */
  readonly fromServer?: boolean;
  /** Why the host does not confirm what is shown. */
  readonly error?: Error;
}

/** What is asked for: the type accepted, the header that says it was deleted (S5), and whether it is a fork (S4). */
export interface Kind {
  readonly accept: string;
  readonly deleted: string;
  readonly fork?: boolean;
}
export const TEMPLATE: Kind = { accept: 'text/html', deleted: 'x-ms-meta-versiondeletedat' };
export const FORK: Kind = { ...TEMPLATE, fork: true };
export const STYLES: Kind = { accept: 'text/css', deleted: 'x-ms-meta-deletedat' };

/** Does a request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Does the requests, and says whether answers are kept once they are there; replaceable. */
export const ports = { fetch: ((url, init) => fetch(url, init)) as Fetch, remember: true };

/** A URL that this page has asked for. */
export interface Entry {
  readonly url: string;
  readonly kind: Kind;
  readonly promise: Promise<Delivered>;
  readonly abort: AbortController;
  /** It went through the kept copies. */
  readonly kept?: boolean;
  users: number;
  /** The answer, or why there is none. */
  result?: Delivered | Error;
}

/** Somebody who waits for answers, and may leave. */
export class Reader {
  left = false;
  readonly #entries: Entry[] = [];

  join(entry: Entry): void {
    entry.users++;
    this.#entries.push(entry);
  }

  /** Waits no more; a request is cancelled when all have left. */
  leave(): void {
    this.left = true;
    for (const entry of this.#entries) {
      if (--entry.users || entry.result) continue;
      if (entries.get(entry.url) === entry) entries.delete(entry.url);
      entry.abort.abort();
    }
  }
}

/** Every URL that this page has asked for. */
export const entries = new Map<string, Entry>();

/** Called with a URL that has something new: another text, or word of how the host does. */
export const listeners = new Set<(url: string) => void>();

/** Name of the mark that says that this origin has kept copies; and of what keeps them. */
export const STORE_NAME = 'feaas-kit';

/** Whether an earlier visit kept copies, or the page is inspected. A first visit does not pay for looking for them. */
export const hasKept = (): unknown => {
  try {
    return ports.remember && (localStorage.getItem(STORE_NAME) || location.href.includes('feaasDebug'));
  } catch {
    return undefined; // no storage, as in an opaque frame
  }
};

/**
 * Asks the host; what comes back is valid.
 * @throws FetchFailedError, whose `cause` is the Response where there was one; InvalidResponseError.
 */
export async function ask(
  url: string,
  { accept, deleted }: Kind,
  init?: RequestInit,
  doFetch = ports.fetch,
): Promise<Response> {
  let response: Response;
  try {
    // A hint is matched by credentials too; in its mode, as in ours, another origin gets none.
    const hinted = globalThis.document?.querySelector(`link[rel=preload][href="${CSS.escape(url)}"]`);
    response = await doFetch(url, { headers: { accept }, credentials: hinted ? 'same-origin' : 'omit', ...init });
  } catch (cause) {
    throw new FetchFailedError({ url, cause });
  }
  const { status, headers } = response;
  if (!response.ok) throw new FetchFailedError({ url, status, cause: response });
  const type = headers.get('content-type')?.toLowerCase() ?? accept;
  // A captive portal's or a proxy's JSON is no template; blob stores may send plain text or bytes.
  if (headers.has(deleted) || !(type.startsWith(accept) || /^(?:text\/plain|application\/octet-stream)/.test(type))) {
    throw new InvalidResponseError({ url, status, cause: response });
  }
  return response;
}

/** Milliseconds after which no browser's timer goes on. */
const LONGEST = 2 ** 31 - 1;

/**
 * Asks the host for a body. It has to come within the time-out.
 * @throws as `ask`.
 */
export async function get(
  url: string,
  kind: Kind,
  signal: AbortSignal,
  init?: RequestInit,
  doFetch?: Fetch,
): Promise<Delivered> {
  const askedAt = Date.now();
  const timeout = AbortSignal.timeout(Math.min(option('timeout', REQUEST_TIMEOUT) * 1000, LONGEST));
  // Edge functions know no `any`: there a request that nobody waits for ends with its time-out.
  const both = AbortSignal.any?.([signal, timeout]) ?? timeout;
  const response = await ask(url, kind, { ...init, signal: both }, doFetch);
  try {
    return { url, text: await response.text(), headers: response.headers, askedAt };
  } catch (cause) {
    throw new FetchFailedError({ url, status: response.status, cause });
  }
}

/**
 * Asks for a URL, or joins who asked before; without a reader somebody who never leaves does.
 * @throws FetchFailedError, InvalidResponseError.
 */
export function request(url: string, kind: Kind, reader?: Reader): Promise<Delivered> {
  let entry = entries.get(url);
  if (!entry || entry.result instanceof Error) {
    const abort = new AbortController();
    const fromHost = (): Promise<Delivered> => get(url, kind, abort.signal);
    const kept = !!(lazyModules.persistence || hasKept());
    const promise = kept
      ? loadModule('persistence').then(({ deliver }) => deliver(url, kind, abort.signal), fromHost)
      : fromHost();
    const made: Entry = (entry = { url, kind, promise, abort, kept, users: 0 });
    entries.set(url, made);
    promise
      .catch((error: Error) => error)
      .then((result) => {
        made.result = result;
        if (!ports.remember && entries.get(url) === made) entries.delete(url);
      });
  }
  if (reader) reader.join(entry);
  else entry.users++;
  return entry.promise;
}

/** Forgets every delivered response, so that the next render asks the host again. */
export function clearFetchCache(): void {
  entries.clear();
  if (lazyModules.persistence) lazyModules.persistence.forget();
  else if (hasKept())
    loadModule('persistence').then(
      ({ forget }) => forget(),
      () => {},
    );
}
