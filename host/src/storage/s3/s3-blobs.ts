import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BadInputError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { LIMITS } from '../../lib/limits.js';
import { consoleLog, type Log } from '../../lib/log.js';
import { isCompressible } from '../../lib/media-types.js';
import { checkHeaders, MAX_KEY_BYTES, namesOfKey, namesOfPrefix } from '../blob-keys.js';
import {
  type Blob,
  BlobChangedError,
  type BlobContent,
  type BlobHead,
  type BlobStore,
  BlobStoreError,
  DamagedBlobError,
} from '../blob-store.js';
import { dispositionOf } from '../disposition.js';
import { isDraft } from '../draft-keys.js';
import { type IdleTimeout, withIdleTimeout } from '../idle-timeout.js';
import { mergedKeys } from '../merged-keys.js';
import { readResponse } from '../read-answer.js';
import type { S3Options } from './location.js';
import { failure, isConditionNotMet, isMissing, notOfS3, reasonOf } from './errors.js';
import { canWriteConditionally, setUpBuckets } from './setup.js';

/** Two quick retries, because callers wait. The outbox repeats failed writes. */
const MAX_ATTEMPTS = 3;
/** Milliseconds without progress. */
const TIMEOUT = 30_000;
const CONNECTION_TIMEOUT = 5_000;
/** Bytes per millisecond. Uploads report no progress, so a slower one counts as not responding. */
const MIN_UPLOAD_RATE = 50;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * Blobs in a bucket of S3 or a compatible service. Their public URLs are those of the bucket, or of a CDN in front of
 * it. Drafts are in a separate private bucket, because some services can only make whole buckets public. Both are
 * created at the first use. Missing permissions for the setup cause one warning.
 *
 * Writes are fenced by the ETag, which most services derive from the bytes alone. So a late write is not detected if
 * the blob was changed and then changed back.
 * @throws HostError if no region is set.
 */
export async function openS3Blobs(
  options: S3Options,
  log: Log = consoleLog,
  timeout: number = TIMEOUT,
): Promise<BlobStore> {
  const client = await connect(options, timeout);
  const { bucket, drafts, prefix } = options;
  const service = options.endpoint ?? 'AWS';
  const bucketOf = (key: string): string => (isDraft(key) ? drafts : bucket);
  const objectOf = (key: string): { Bucket: string; Key: string } => ({ Bucket: bucketOf(key), Key: prefix + key });

  let setupPromise: Promise<void> | undefined;
  const ready = async (): Promise<void> => {
    if (!options.setup) return;
    await (setupPromise ??= withIdleTimeout(timeout, ({ signal }) => setUpBuckets(client, options, log, signal)).catch(
      (error: unknown) => {
        setupPromise = undefined;
        throw error;
      },
    ));
  };

  const checkKey = (key: string): void => {
    namesOfKey(key);
    if (Buffer.byteLength(prefix + key) <= MAX_KEY_BYTES) return;
    throw new BadInputError(
      `Blob key '${key}' is longer than ${MAX_KEY_BYTES} bytes with its prefix. Shorten the prefix or the name.`,
      'key',
    );
  };

  /** Converts errors so that they name the blob and its location, which the library's messages do not. */
  const attempt = async <Result>(
    verb: string,
    key: string,
    work: (idle: IdleTimeout) => Promise<Result>,
    limit = timeout,
  ): Promise<Result> => {
    try {
      await ready();
      return await withIdleTimeout(limit, work);
    } catch (error) {
      if (error instanceof DamagedBlobError) throw error;
      // If someone has removed a bucket, the next attempt creates it again.
      if (isMissing(error)) setupPromise = undefined;
      if (isConditionNotMet(error)) {
        throw new BlobChangedError(`Another writer changed blob '${key}'.`, { cause: error });
      }
      const location = `bucket '${bucketOf(key)}' of ${service}`;
      throw new BlobStoreError(
        `Blob '${key}' could not be ${verb} in ${location}: ${reasonOf(error)}.`,
        failure(error),
      );
    }
  };

  const upload = async (
    key: string,
    blob: BlobContent,
    conditions: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> = {},
  ): Promise<void> => {
    checkKey(key);
    checkHeaders(key, blob);
    const { contentType, cacheControl, metadata } = blob;
    const disposition = dispositionOf(contentType);
    const isCompressed = options.gzip && isCompressible(contentType) && blob.bytes.length >= LIMITS.compressFromBytes;
    const Body = isCompressed ? await zip(blob.bytes) : blob.bytes;
    const command = new PutObjectCommand({
      ...objectOf(key),
      Body,
      // The client does not determine the length of an empty body.
      ContentLength: Body.length,
      // All services check the MD5; only few support newer checksums.
      ContentMD5: createHash('md5').update(Body).digest('base64'),
      ContentType: contentType,
      CacheControl: cacheControl,
      ...(isCompressed && { ContentEncoding: 'gzip' }),
      ...(disposition && { ContentDisposition: disposition }),
      Metadata: { ...metadata },
      ...conditions,
    });
    await attempt(
      'written',
      key,
      async ({ signal: abortSignal }) => requireETag(await client.send(command, { abortSignal })),
      timeout + Math.ceil(Body.length / MIN_UPLOAD_RATE),
    );
  };

  const properties = async (key: string, { signal }: IdleTimeout): Promise<HeadObjectCommandOutput | undefined> => {
    try {
      return requireETag(await client.send(new HeadObjectCommand(objectOf(key)), { abortSignal: signal }));
    } catch (error) {
      // The response to a HEAD has no body that distinguishes a missing bucket from a missing object.
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  const store: BlobStore = {
    put: (key, blob) => upload(key, blob),

    async get(key) {
      checkKey(key);
      return attempt('read', key, (idle) => download(client, objectOf(key), idle));
    },

    async head(key) {
      checkKey(key);
      return attempt('read', key, async (idle) => {
        const found = await properties(key, idle);
        return found && headOf(found);
      });
    },

    async delete(key) {
      checkKey(key);
      await attempt('deleted', key, ({ signal: abortSignal }) =>
        client.send(new DeleteObjectCommand(objectOf(key)), { abortSignal }).catch((error: unknown) => {
          // Most services report success for a missing object.
          if (!isMissing(error) || isMissing(error, 'bucket')) throw error;
        }),
      );
    },

    async *list(keyPrefix) {
      namesOfPrefix(keyPrefix);
      const keys = async function* (name: string): AsyncGenerator<string> {
        for await (const key of keysIn(client, name, prefix + keyPrefix, timeout)) yield key.slice(prefix.length);
      };
      try {
        await ready();
        yield* mergedKeys(keys(bucket), keys(drafts));
      } catch (error) {
        if (isMissing(error)) setupPromise = undefined;
        throw new BlobStoreError(
          `Could not list bucket '${bucket}' of ${service}. Check FEAAS_STORAGE: ${reasonOf(error)}.`,
          failure(error),
        );
      }
    },
  };

  const detectConditionalWrites = (): Promise<boolean> =>
    ready()
      .then(() => withIdleTimeout(timeout, ({ signal }) => canWriteConditionally(client, options, signal)))
      // Without a fence, blobs are read back. The first use reports the actual problem.
      .catch(() => false);
  const { conditionalWrites } = options;
  const canFence = conditionalWrites === 'auto' ? await detectConditionalWrites() : conditionalWrites === 'on';
  if (!canFence) return store;
  return {
    ...store,
    async fence(key) {
      checkKey(key);
      const etag = await attempt('read', key, async (idle) => (await properties(key, idle))?.ETag);
      return (blob) => upload(key, blob, etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag });
    },
  };
}

async function connect(options: S3Options, timeout: number): Promise<S3Client> {
  const { region, endpoint, pathStyle, checksums, credentials } = options;
  // Disables the SDK's warning at each start: the installed version works with this Node, and npm warns once.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const calculation = checksums === 'when-required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED';
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    requestChecksumCalculation: calculation,
    responseChecksumValidation: calculation,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, socketTimeout: timeout },
  });
  try {
    await client.config.region();
  } catch (error) {
    throw new HostError('FEAAS_STORAGE names no region. Add region=… to it, or set AWS_REGION.', { cause: error });
  }
  return client;
}

async function download(
  client: S3Client,
  object: { Bucket: string; Key: string },
  idle: IdleTimeout,
): Promise<Blob | undefined> {
  try {
    return await readResponse(
      idle.signal,
      () => client.send(new GetObjectCommand(object), { abortSignal: idle.signal }),
      async (response) => {
        requireETag(response);
        const stored = await bytesOf(response, idle);
        return {
          ...headOf(response),
          bytes: response.ContentEncoding === 'gzip' ? await decompress(stored, object) : stored,
        };
      },
    );
  } catch (error) {
    if (isMissing(error) && !isMissing(error, 'bucket')) return undefined;
    throw error;
  }
}

async function decompress(stored: Buffer, { Bucket, Key }: { Bucket: string; Key: string }): Promise<Buffer> {
  try {
    return await unzip(stored);
  } catch (error) {
    throw new DamagedBlobError(
      `Object '${Key}' of bucket '${Bucket}' has an invalid form: its bytes do not unpack. Write it again.`,
      {
        cause: error,
      },
    );
  }
}

async function bytesOf({ Body }: GetObjectCommandOutput, idle: IdleTimeout): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) {
    idle.onProgress();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Every S3 service sends the ETag of an object. The library takes any response with a status of success for an object. */
function requireETag<Answer extends { readonly ETag?: string | undefined }>(response: Answer): Answer {
  if (response.ETag !== undefined) return response;
  // Otherwise the body would occupy its connection.
  if ('Body' in response && response.Body instanceof Readable) response.Body.destroy();
  throw notOfS3();
}

const headOf = ({
  ContentType = 'application/octet-stream',
  CacheControl = '',
  Metadata = {},
  LastModified,
}: GetObjectCommandOutput | HeadObjectCommandOutput): BlobHead => ({
  contentType: ContentType,
  cacheControl: CacheControl,
  metadata: Object.fromEntries(Object.entries(Metadata).map(([name, value]) => [name.toLowerCase(), value])),
  modifiedAt: LastModified?.getTime() ?? 0,
});

/** Lists page by page, so that each page has its own timeout, and no timeout runs while the caller processes keys. */
async function* keysIn(client: S3Client, Bucket: string, Prefix: string, timeout: number): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await withIdleTimeout(timeout, ({ signal: abortSignal }) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), { abortSignal }),
    );
    if (page.IsTruncated === undefined) throw notOfS3();
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}
