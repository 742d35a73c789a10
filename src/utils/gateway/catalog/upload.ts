/** A request with a file, according to the GraphQL multipart request specification. */
import type { Upload } from './catalog';

/** A request that can report its progress. */
export interface FileRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: FormData;
  readonly progress: ((sent: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request; resolves with the response. @throws TypeError without a response, and the signal's reason */
export type SendFile = (request: FileRequest) => Promise<Response>;

/** Statuses whose responses have no body: `Response` refuses one, even an empty text. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Sends a request in a browser. XMLHttpRequest reports progress, while `fetch` reports nothing before the response. */
const sendFile: SendFile = ({ url, headers, body, progress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => {
      request.abort();
      reject(signal!.reason as Error);
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    request.open('POST', url);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => progress?.(total ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('the request failed'));
    request.onload = () => {
      const responseHeaders = new Headers();
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) responseHeaders.append(line.slice(0, colon), line.slice(colon + 1).trim());
      }
      const { status, responseText } = request;
      resolve(new Response(WITHOUT_BODY.has(status) ? null : responseText, { status, headers: responseHeaders }));
    };
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(body);
  });

/**
 * Returns a `fetch` that sends an operation with its file; the operation's variable is called `file`.
 * @param send sends the request; the browser's function by default
 */
export const uploadFetch =
  ({ file, name, progress, signal }: Upload, send: SendFile = sendFile): typeof fetch =>
  (input, init) => {
    const { variables, ...operation } = JSON.parse(String(init?.body)) as { variables: object };
    const body = new FormData();
    body.set('operations', JSON.stringify({ ...operation, variables: { ...variables, file: null } }));
    body.set('map', JSON.stringify({ 0: ['variables.file'] }));
    body.set('0', file, name);
    const headers = new Headers(init?.headers);
    // The browser sets the content type with its boundary. Forms of other pages can not send the second header.
    headers.delete('content-type');
    headers.set('apollo-require-preflight', 'true');
    return send({ url: String(input), headers, body, progress, signal });
  };
