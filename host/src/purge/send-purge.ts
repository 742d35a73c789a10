import { parseRetryAfter } from '../lib/retry-after.js';
import { PurgeError } from './purge-target.js';

/** Timeout of a request in milliseconds. */
export const TIMEOUT = 10_000;
/** Maximum characters of a service's error in a message. */
const MAX_REASON = 200;
/** Maximum bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 65_536;

export interface PurgeRequest {
  /** The name of the service in messages, such as `Fastly`. */
  readonly service: string;
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Advice for 401 and 403. */
  readonly credentialsRemedy: string;
  /** The setting to correct after 404. */
  readonly nameSetting: string;
  /** Extracts the reason from the JSON of a response. */
  readonly reasonIn?: (answer: unknown) => string | undefined;
}

/** @returns the response's JSON, or undefined. @throws PurgeError if it failed. */
export async function sendPurge(request: PurgeRequest, signal: AbortSignal): Promise<unknown> {
  const { service, method, url, headers, body, credentialsRemedy, nameSetting, reasonIn } = request;
  let response: Response;
  let responseBody: unknown;
  try {
    response = await fetch(url, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body }),
      // Credentials must not be sent to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    responseBody = parseJson(await readStart(response));
  } catch (cause) {
    throw new PurgeError(
      `could not reach ${service} at ${new URL(url).origin} (${networkReason(cause)}). Check the network and the address`,
      { isAboutTarget: true, cause },
    );
  }
  if (response.ok) return responseBody;
  const { status } = response;
  const detail = reasonIn?.(responseBody);
  const reason = `${status}${detail ? `, ${printable(detail)}` : ''}`;
  if (status === 429 || status === 503)
    throw new PurgeError(`${service} is busy or limits the rate (${reason}). Wait: the host tries again by itself`, {
      isAboutTarget: true,
      retryAfter: parseRetryAfter(response.headers.get('retry-after'), response.headers.get('date')),
    });
  if (status === 401 || status === 403)
    throw new PurgeError(`${service} refused the credentials (${reason}). Check them. ${credentialsRemedy}`, {
      isAboutTarget: true,
    });
  if (status === 404)
    throw new PurgeError(`${service} found no such cache (${reason}). Correct ${nameSetting}`, { isAboutTarget: true });
  throw new PurgeError(`${service} answered ${reason}. Check the status of the service and FEAAS_PURGE`, {
    isAboutTarget: status >= 500,
  });
}

/** Formats a service's message as one log line. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REASON);

async function readStart(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    if ((size += (part as Uint8Array).byteLength) > MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const networkReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return printable(error.cause instanceof Error ? error.cause.message : error.message);
};
