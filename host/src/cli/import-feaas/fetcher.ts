/**
 * Fetches from the delivery host and foreign pages: with limited concurrency and size, retries for busy servers, and no
 * access to the local network. Cached files are revalidated.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { parseRetryAfter } from '../../lib/retry-after.js';
import { FetchRefusedError } from '../../lib/guarded-fetch/fetch-refused-error.js';
import { fetchGuarded, type Lookup, publicWeb, resolveHost } from '../../lib/guarded-fetch/guarded-fetch.js';
import { readBody } from '../../lib/guarded-fetch/read-body.js';
import { formatSize, type LimitTable } from '../../lib/limits.js';
import { readIfExists, replaceFile } from '../../lib/replace-file.js';
import type { Progress } from '../command-line/progress.js';
import { createSemaphore } from '../../lib/semaphore.js';

const MEBIBYTE = 1024 * 1024;

export const FETCH_LIMITS = Object.freeze({
  /** Concurrent requests. */
  concurrency: 4,
  attempts: 4,
  /** Milliseconds before the second attempt, doubled for each further one. */
  firstDelay: 500,
  /** Maximum milliseconds that a server may request to wait. */
  longestDelay: 60_000,
  /** Milliseconds per attempt. */
  timeout: 30_000,
  redirects: 5,
  /** Bytes of a template or stylesheet. */
  contentBytes: 4 * MEBIBYTE,
  /** Bytes of a page. */
  pageBytes: 16 * MEBIBYTE,
});

export interface FetchedFile {
  readonly status: number;
  /** The final URL after redirects. */
  readonly url: string;
  readonly contentType: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** A URL that cannot be read, with the reason. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

export interface Fetcher {
  /** Number of requests, including retries. */
  readonly requests: number;
  /** @throws UnreadableError */
  get(url: string, bytes: number): Promise<FetchedFile>;
}

export interface FetcherOptions {
  /** Hosts that the operator named. They may be in a private network. */
  readonly named: ReadonlySet<string>;
  /** Cache folder; undefined disables the cache. */
  readonly cache?: string | undefined;
  /** Receives the progress. */
  readonly progress?: Pick<Progress, 'expect' | 'step'> | undefined;
  readonly limits?: Partial<LimitTable<typeof FETCH_LIMITS>>;
  readonly lookup?: Lookup;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const { named, lookup = resolveHost, wait = sleep, progress } = options;
  const cache = options.cache === undefined ? undefined : createCache(options.cache);
  const semaphore = createSemaphore(limits.concurrency);
  let requests = 0;

  const attempt = async (url: string, bytes: number, cached: FetchedFile | undefined): Promise<FetchedFile | Busy> => {
    requests++;
    let isNamed = false;
    const rules = {
      // Called before each connection, so that redirects are checked with their own host.
      isAllowedHost: (host: string) => {
        isNamed = named.has(host);
        return true;
      },
      permit: (address: string, port: number) => isNamed || publicWeb(address, port),
      lookup,
      redirects: limits.redirects,
      headers: {
        accept: 'text/html,text/css,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'feaas-host import-feaas',
        ...(cached?.headers['etag'] ? { 'if-none-match': cached.headers['etag'] } : {}),
        ...(cached?.headers['last-modified'] ? { 'if-modified-since': cached.headers['last-modified'] } : {}),
      },
    };
    const signal = AbortSignal.timeout(limits.timeout);
    const fetched = await fetchGuarded(url, rules, signal);
    try {
      const { statusCode: status, body } = fetched.response;
      const headers = flattenHeaders(fetched.response.headers);
      if (BUSY.has(status)) {
        const seconds = parseRetryAfter(headers['retry-after'], headers['date']);
        return { busy: `it answers ${status}`, after: seconds === undefined ? undefined : seconds * 1000 };
      }
      if (status === 304 && cached) return cached;
      const raw = await readBody(body, bytes);
      if (!raw) throw tooLarge(bytes);
      const file = {
        ...{ status, headers, url: fetched.url.href, contentType: headers['content-type'] ?? '' },
        bytes: await decompress(raw, headers['content-encoding'], bytes),
      };
      if (status === 200) await cache?.put(url, file);
      return file;
    } finally {
      await fetched.close();
    }
  };

  const fetchFile = async (url: string, bytes: number): Promise<FetchedFile> => {
    if (!URL.canParse(url)) throw new UnreadableError('it is no address');
    const cached = await cache?.get(url);
    let reason = '';
    for (let count = 0; count < limits.attempts; count++) {
      let after: number | undefined;
      try {
        const result = await attempt(url, bytes, cached);
        if (!('busy' in result)) return result;
        ({ busy: reason, after } = result);
      } catch (error) {
        reason = finalReason(error);
      }
      if (count < limits.attempts - 1)
        await wait(Math.min(limits.longestDelay, after ?? limits.firstDelay * 2 ** count));
    }
    throw new UnreadableError(`${reason}; ${limits.attempts} attempts`);
  };

  return {
    get requests() {
      return requests;
    },
    get(url, bytes) {
      progress?.expect(1);
      return semaphore(() => fetchFile(url, bytes)).finally(() => progress?.step());
    },
  };
}

/** A temporary failure. */
interface Busy {
  readonly busy: string;
  /** Milliseconds that the server requests to wait. */
  readonly after: number | undefined;
}

const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The reason of a temporary failure. @throws UnreadableError for a permanent one */
function finalReason(error: unknown): string {
  if (error instanceof UnreadableError) throw error;
  if (error instanceof FetchRefusedError) {
    // 502 is a failed connection; other rejections are permanent.
    if (error.status !== 502) throw new UnreadableError(error.message.replace(/\.$/, ''), { cause: error });
    const { cause } = error;
    return `${error.message.replace(/\.$/, '')}${cause instanceof Error && cause.message ? ` (${cause.message})` : ''}`;
  }
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'it does not answer in time'
    : String((error as Error).message);
}

const flattenHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const tooLarge = (bytes: number): UnreadableError => new UnreadableError(`it is larger than ${formatSize(bytes)}`);

const DECOMPRESSORS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompresses. Some servers compress without being asked, and some sitemaps are compressed files. */
async function decompress(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const decompressor = isGzip
    ? DECOMPRESSORS.gzip
    : DECOMPRESSORS[encoding?.trim().toLowerCase() as keyof typeof DECOMPRESSORS];
  if (!decompressor) return bytes;
  try {
    return await decompressor(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new UnreadableError(`the decompression failed (${(error as Error).message})`, { cause: error });
  }
}

interface Cache {
  get(url: string): Promise<FetchedFile | undefined>;
  put(url: string, file: FetchedFile): Promise<void>;
}

/** Caches one file per URL: a line of JSON, then the bytes. */
function createCache(folder: string): Cache {
  const pathOf = (url: string): string => join(folder, createHash('sha256').update(url).digest('hex'));
  return {
    async get(url) {
      const file = await readIfExists(pathOf(url));
      if (!file) return undefined;
      try {
        const end = file.indexOf(10);
        const metadata = JSON.parse(file.subarray(0, end).toString()) as Omit<FetchedFile, 'bytes'>;
        return { ...metadata, bytes: file.subarray(end + 1) };
      } catch (error) {
        // An incomplete file, as after a crash, is ignored.
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
    async put(url, { bytes, ...metadata }) {
      // Without a validator, the file could not be revalidated.
      if (!metadata.headers['etag'] && !metadata.headers['last-modified']) return;
      await replaceFile(pathOf(url), Buffer.concat([Buffer.from(`${JSON.stringify(metadata)}\n`), bytes]));
    },
  };
}
