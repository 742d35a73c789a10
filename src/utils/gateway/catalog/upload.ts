/** A request with a file, after the GraphQL multipart request specification. */
import type { Upload } from './catalog';

/** A request that can say how much of it is sent. */
export interface FileRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: FormData;
  readonly progress: ((sent: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends one; resolves with the answer. @throws TypeError when there is none, and the signal's reason. */
export type SendFile = (request: FileRequest) => Promise<Response>;

/** How a browser sends one: its `fetch` says nothing before the answer comes. */
const sendFile: SendFile = ({ url, headers, body, progress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => {
      request.abort();
      reject(signal!.reason as Error);
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    request.open('POST', url);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => progress?.(total ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('the request failed'));
    request.onload = () => {
      const answered = new Headers();
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const at = line.indexOf(':');
        if (at > 0) answered.append(line.slice(0, at), line.slice(at + 1).trim());
      }
      resolve(new Response(request.responseText, { status: request.status, headers: answered }));
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(body);
  });

/**
 * A `fetch` that sends an operation with its file; the operation's variable is called `file`.
 * @param send how it goes; the browser's by default.
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
    // Its boundary is the browser's to choose; and no form of another page could send this header.
    headers.delete('content-type');
    headers.set('apollo-require-preflight', 'true');
    return send({ url: String(input), headers, body, progress, signal });
  };
