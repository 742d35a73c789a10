/**
 * Requests to the content-delivery host: one per distinct URL per page, however many elements ask (S4, S5).
 * The phases check and updated, and the last good copy, join here.
 */
import { REQUEST_TIMEOUT } from '../../global/defaults';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';

/** A delivered template or stylesheet. */
export interface Delivered {
  readonly url: string;
  readonly text: string;
  readonly lastModified: string | null;
}

/** What is asked for: the type accepted, and the header that says it was deleted (S5). */
export interface Kind {
  readonly accept: string;
  readonly deleted: string;
}
export const TEMPLATE: Kind = { accept: 'text/html', deleted: 'x-ms-meta-versiondeletedat' };
export const STYLES: Kind = { accept: 'text/css', deleted: 'x-ms-meta-deletedat' };

/** Does the requests, and says whether answers are kept once they are there; replaceable. */
export const ports = { fetch: (url: string, init: RequestInit): Promise<Response> => fetch(url, init), remember: true };

interface Pending {
  readonly promise: Promise<Delivered>;
  readonly abort: AbortController;
  users: number;
  settled: boolean;
}

const requests = new Map<string, Pending>();

/** Forgets every delivered response, so that the next render asks the host again. */
export function clearFetchCache(): void {
  requests.clear();
}

async function ask(url: string, kind: Kind, signal: AbortSignal): Promise<Delivered> {
  let response: Response;
  try {
    response = await ports.fetch(url, { headers: { accept: kind.accept }, credentials: 'omit', signal });
  } catch (cause) {
    throw new FetchFailedError({ url, cause });
  }
  const { status, headers } = response;
  if (!response.ok) throw new FetchFailedError({ url, status });
  const type = headers.get('content-type') ?? kind.accept;
  if (headers.has(kind.deleted)) throw new InvalidResponseError({ url, status });
  // A captive portal's or a proxy's JSON is no template; blob stores may send plain text or bytes.
  if (!type.startsWith(kind.accept) && !/^(?:text\/plain|application\/octet-stream)/.test(type)) {
    throw new InvalidResponseError({
      url,
      status,
      cause: new TypeError(`content type ${type} instead of ${kind.accept}`),
    });
  }
  try {
    return { url, text: await response.text(), lastModified: headers.get('last-modified') };
  } catch (cause) {
    throw new FetchFailedError({ url, status, cause });
  }
}

/**
 * Asks for a URL, or joins who asked before.
 * @param signal leaves the request; it is cancelled when all have left.
 * @throws FetchFailedError, InvalidResponseError.
 */
export function request(url: string, kind: Kind, signal?: AbortSignal): Promise<Delivered> {
  let pending = requests.get(url);
  if (!pending) {
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new DOMException('The host did not answer in time', 'TimeoutError')),
      REQUEST_TIMEOUT,
    );
    const promise = ask(url, kind, abort.signal);
    const made: Pending = (pending = { promise, abort, users: 0, settled: false });
    requests.set(url, made);
    promise
      .then(
        () => ports.remember,
        () => false,
      )
      .then((keep) => {
        made.settled = true;
        if (!keep && requests.get(url) === made) requests.delete(url);
      })
      .finally(() => clearTimeout(timer));
  }
  const joined = pending;
  joined.users++;
  signal?.addEventListener('abort', () => {
    if (!--joined.users && !joined.settled) {
      if (requests.get(url) === joined) requests.delete(url);
      joined.abort.abort(signal.reason);
    }
  });
  return joined.promise;
}
