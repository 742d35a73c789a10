import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { Mutex } from 'async-mutex';
import { compareKeys } from '../../src/storage/blob-keys.js';
import { parseS3Location, type S3Options } from '../../src/storage/s3/location.js';
import { packagesIn } from '../../../scripts/folders';

/** The access key and secret of every s3rver. */
export const S3_ACCESS_KEY = 'S3RVER';

/** How the server handles conditional writes: like S3, like a service that ignores conditions, or like one that rejects them. */
export type ConditionalWrites = 'honored' | 'ignored' | 'refused';

export interface S3 {
  readonly port: number;
  /** An object is at `{url}/{bucket}/{key}`; it is public, unless the name of the bucket ends with `-drafts`. */
  readonly url: string;
  /** The value of FEAAS_STORAGE for a bucket. */
  locationOf(bucket: string, parameters?: string): string;
  /** Method and path of each request. */
  readonly requests: string[];
  /** Calls the listener with the headers of each request, until the returned function is called. */
  onRequest(listener: (headers: IncomingHttpHeaders) => void): () => void;
  removeBucket(bucket: string): Promise<void>;
  stop(): Promise<void>;
}

interface S3rver {
  new (options: object): { run(): Promise<{ port: number }>; close(): Promise<void> };
}

/**
 * Starts s3rver, which has one access key and stores objects, metadata and CORS rules. A proxy adds what s3rver lacks: atomic
 * changes of objects, a check of `Content-MD5`, conditional writes, ordered lists, and a policy for reads without a signature.
 */
export async function startS3({ conditions = 'honored' }: { conditions?: ConditionalWrites } = {}): Promise<S3> {
  const require = createRequire(join(packagesIn('host/test/services'), 'package.json'));
  const Server = require('s3rver') as S3rver;
  const directory = await mkdtemp(join(tmpdir(), 'feaas-s3-'));
  const s3rver = new Server({ address: '127.0.0.1', port: 0, directory, silent: true, resetOnClose: true });
  const { port: s3rverPort } = await s3rver.run();

  const locks = new Map<string, Mutex>();
  const etags = new Map<string, string>();
  const requests: string[] = [];
  const listeners = new Set<(headers: IncomingHttpHeaders) => void>();
  const server = createServer((request, response) => {
    for (const listener of listeners) listener(request.headers);
    requests.push(`${request.method} ${request.url}`);
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request;
    // The date is less precise than the ETag, so S3 ignores it if there is an ETag; s3rver accepts either.
    if (headers['if-none-match'] !== undefined) delete headers['if-modified-since'];
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [, bucket = ''] = path.split('/');
    const body = await readBody(request);
    if (!headers.authorization && (bucket.endsWith('-drafts') || !/^(GET|HEAD|OPTIONS)$/.test(method)))
      return sendError(response, 403, 'AccessDenied');
    const md5 = headers['content-md5'];
    if (md5 !== undefined && createHash('md5').update(body).digest('base64') !== md5)
      return sendError(response, 400, 'BadDigest');
    // The client adds the name of its operation, which the server ignores.
    searchParams.delete('x-id');
    const isObject = /^\/[^/]+\/./.test(path) && searchParams.size === 0;
    const lock = locks.get(path) ?? new Mutex();
    locks.set(path, lock);
    await lock.runExclusive(async () => {
      if (isObject && method === 'PUT') {
        const { 'if-match': match, 'if-none-match': noneMatch } = headers;
        const current = etags.get(path);
        if ((match ?? noneMatch) !== undefined) {
          if (conditions === 'refused') return sendError(response, 501, 'NotImplemented');
          if (conditions === 'honored') {
            if (match !== undefined && current === undefined) return sendError(response, 404, 'NoSuchKey');
            if (match !== undefined && match !== current) return sendError(response, 412, 'PreconditionFailed');
            if (noneMatch === '*' && current !== undefined) return sendError(response, 412, 'PreconditionFailed');
          }
        }
      }
      // s3rver understands only its own tokens. The first page was requested with the same credentials.
      const passed: ForwardedResponse = searchParams.has('continuation-token')
        ? { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.alloc(0) }
        : await forward(s3rverPort, request, body);
      if (passed.status === 200 && searchParams.get('list-type') === '2') {
        delete passed.headers['content-length'];
        passed.body = listObjectsXml(bucket, [...etags.keys()], searchParams);
      }
      if (isObject && passed.status === 200 && method === 'PUT') etags.set(path, String(passed.headers['etag']));
      if (isObject && method === 'DELETE') etags.delete(path);
      response.writeHead(passed.status, passed.headers).end(passed.body);
    });
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= (async () => {
      await closeServer(server);
      await s3rver.close();
      await rm(directory, { recursive: true, force: true });
    })());
  return {
    ...{ port, url, requests, stop },
    onRequest(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async removeBucket(bucket) {
      for (const path of etags.keys()) if (path.startsWith(`/${bucket}/`)) etags.delete(path);
      await rm(join(directory, bucket), { recursive: true });
    },
    locationOf: (bucket, parameters = '') => s3Location(bucket, url, parameters),
  };
}

export const s3Location = (bucket: string, endpoint: string, parameters = ''): string =>
  `s3://${bucket}?region=us-east-1&endpoint=${endpoint}${parameters && `&${parameters}`}`;

/** Starts one server for all tests of a file. */
export async function startS3ForFile(options?: { conditions?: ConditionalWrites }): Promise<S3> {
  const s3 = await startS3(options);
  after(() => s3.stop());
  return s3;
}

/** Keys in a page of a list. S3 returns a thousand. */
const PAGE_SIZE = 50;

/** The XML of a list in UTF-8 order; s3rver lists in the order of its file names. */
function listObjectsXml(bucket: string, paths: readonly string[], search: URLSearchParams): Buffer {
  const [begin, after] = [search.get('prefix') ?? '', search.get('continuation-token') ?? ''];
  const keys = paths
    .filter((path) => path.startsWith(`/${bucket}/`))
    .map((path) => decodeURIComponent(path.slice(bucket.length + 2)))
    .filter((key) => key.startsWith(begin) && compareKeys(key, after) > 0)
    .sort(compareKeys);
  const escape = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const page = keys.slice(0, PAGE_SIZE);
  const more = keys.length > PAGE_SIZE;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>` +
      (more ? `<NextContinuationToken>${escape(page.at(-1)!)}</NextContinuationToken>` : '') +
      page.map((key) => `<Contents><Key>${escape(key)}</Key></Contents>`).join('') +
      '</ListBucketResult>',
  );
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

interface ForwardedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Forwards a request with its original Host header, which is part of the signature. */
function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<ForwardedResponse> {
  return new Promise((resolve, reject) => {
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
      readBody(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 500, headers: response.headers, body: bytes }),
        reject,
      );
    });
    passed.on('error', reject);
    passed.end(body);
  });
}

/** The options of the S3 driver for a bucket of the server, parsed from the setting. */
export const s3Options = (bucket: string, endpoint: string, parameters = ''): S3Options => ({
  ...parseS3Location(s3Location(bucket, endpoint, parameters), 'FEAAS_STORAGE'),
  credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_ACCESS_KEY },
});
