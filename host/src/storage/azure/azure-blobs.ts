import {
  type BlobGetPropertiesResponse,
  type BlobHTTPHeaders,
  type BlobItem,
  type BlobRequestConditions,
  BlobServiceClient,
  type BlobServiceProperties,
  type ContainerClient,
  RestError,
  type StoragePipelineOptions,
} from '@azure/storage-blob';
import { LIMITS } from '../../lib/limits.js';
import {
  type Blob,
  BlobChangedError,
  type BlobContent,
  type BlobHeaders,
  type BlobStore,
  BlobStoreError,
  type BlobStoreErrorOptions,
} from '../blob-store.js';
import { BadInputError } from '../../lib/domain-error.js';
import { codeOf as systemCodeOf, HostError } from '../../lib/host-error.js';
import { CORS, METHODS } from '../../lib/http-policies.js';
import { consoleLog, type Log } from '../../lib/log.js';
import { MAX_RETRY_AFTER, parseRetryAfter } from '../../lib/retry-after.js';
import { containerName } from './container-name.js';
import { isDraft } from '../draft-keys.js';
import { dispositionOf } from '../disposition.js';
import { type IdleTimeout, withIdleTimeout } from '../idle-timeout.js';
import { mergedKeys } from '../merged-keys.js';
import { readResponse } from '../read-answer.js';
import { statusText } from '../status-text.js';
import { checkHeaders, namesOfKey, namesOfPrefix } from '../blob-keys.js';

/** Two quick retries, because callers wait. The outbox repeats failed writes. */
const PIPELINE: StoragePipelineOptions = {
  retryOptions: { maxTries: 3, tryTimeoutInMs: 30_000, retryDelayInMs: 200, maxRetryDelayInMs: 2_000 },
};
/** Milliseconds without progress. The library only sends its own timeout to the server as a request. */
const TIMEOUT = 30_000;

/**
 * Blobs in Azure Blob Storage, whose public URLs are `{account}/{container}/{key}`. They are public, except drafts:
 * staged and saved content is in the private container `{container}-drafts`. Both containers are created at the first
 * use. Missing permissions for the setup cause one warning.
 * @throws HostError for an invalid connection string or container name.
 */
export function createAzureBlobs(
  connectionString: string,
  container: string,
  log: Log = consoleLog,
  timeout: number = TIMEOUT,
): BlobStore {
  const service = connect(connectionString, container);
  const account = accountOf(service);
  const publicContainer = service.getContainerClient(container);
  const drafts = service.getContainerClient(`${container}-drafts`);
  const containerOf = (key: string): ContainerClient => (isDraft(key) ? drafts : publicContainer);

  let setupPromise: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (setupPromise ??= setUp(service, publicContainer, drafts, log, timeout).catch((error: unknown) => {
      setupPromise = undefined;
      throw error;
    }));

  /** Someone has removed a container, so the next attempt creates it again. */
  const noteMissing = (error: unknown): void => {
    if (codeOf(error) === 'ContainerNotFound') setupPromise = undefined;
  };

  /** Converts errors so that they name the blob and its location, which the library's messages do not. */
  const attempt = async <Result>(
    verb: string,
    key: string,
    work: (idle: IdleTimeout) => Promise<Result>,
  ): Promise<Result> => {
    try {
      await ready();
      return await withIdleTimeout(timeout, work);
    } catch (error) {
      noteMissing(error);
      if (isConditionNotMet(error)) {
        throw new BlobChangedError(`Another writer changed blob '${key}'.`, { cause: error });
      }
      const location = `container '${containerOf(key).containerName}' of ${account}`;
      throw new BlobStoreError(
        `Blob '${key}' could not be ${verb} in ${location}: ${reasonOf(error)}.`,
        failure(error),
      );
    }
  };

  const upload = async (key: string, blob: BlobContent, conditions: BlobRequestConditions = {}): Promise<void> => {
    checkKey(key);
    checkHeaders(key, blob);
    const { bytes, metadata } = blob;
    await attempt('written', key, ({ signal: abortSignal, onProgress }) =>
      containerOf(key)
        .getBlockBlobClient(key)
        .upload(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength, {
          blobHTTPHeaders: httpHeadersOf(blob),
          metadata: { ...metadata },
          conditions,
          abortSignal,
          onProgress,
        }),
    );
  };

  return {
    put: (key, blob) => upload(key, blob),

    async fence(key) {
      checkKey(key);
      const etag = await attempt('read', key, async (idle) => (await properties(containerOf(key), key, idle))?.etag);
      return (blob) => upload(key, blob, etag === undefined ? { ifNoneMatch: '*' } : { ifMatch: etag });
    },

    async get(key) {
      checkKey(key);
      return attempt('read', key, (idle) => download(containerOf(key), key, idle));
    },

    async head(key) {
      checkKey(key);
      return attempt('read', key, async (idle) => {
        const found = await properties(containerOf(key), key, idle);
        return found && { ...headersOf(found), modifiedAt: found.lastModified?.getTime() ?? 0 };
      });
    },

    async delete(key) {
      checkKey(key);
      await attempt('deleted', key, ({ signal: abortSignal }) =>
        containerOf(key).getBlobClient(key).deleteIfExists({ abortSignal }),
      );
    },

    async *list(prefix) {
      namesOfPrefix(prefix);
      try {
        await ready();
        yield* mergedKeys(keysIn(publicContainer, prefix, timeout), keysIn(drafts, prefix, timeout));
      } catch (error) {
        noteMissing(error);
        throw new BlobStoreError(
          `Could not list container '${container}' of ${account}. Check the connection string: ${reasonOf(error)}.`,
          failure(error),
        );
      }
    },
  };
}

function connect(connectionString: string, container: string): BlobServiceClient {
  containerName(container, 'AZURE_STORAGE_CONTAINER');
  try {
    return BlobServiceClient.fromConnectionString(connectionString, PIPELINE);
  } catch (error) {
    // The value is a secret, so the message does not repeat it.
    throw new HostError(
      'AZURE_STORAGE_CONNECTION_STRING is no connection string of an Azure Storage account. Copy it from the access keys of the account.',
      {
        cause: error,
      },
    );
  }
}

/** The account's URL without its query, which is a secret. */
function accountOf({ url }: BlobServiceClient): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}

function checkKey(key: string): void {
  if (!namesOfKey(key).some((name) => name.endsWith('.'))) return;
  throw new BadInputError(
    `Blob key '${key}' has a name that ends with a dot, which Azure does not keep. Rename it.`,
    'key',
  );
}

async function download(
  container: ContainerClient,
  key: string,
  { signal, onProgress }: IdleTimeout,
): Promise<Blob | undefined> {
  try {
    return await readResponse(
      signal,
      () => container.getBlobClient(key).download(0, undefined, { abortSignal: signal }),
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response.readableStreamBody ?? []) {
          onProgress();
          chunks.push(chunk as Buffer);
        }
        return {
          ...headersOf(response),
          bytes: Buffer.concat(chunks),
          modifiedAt: response.lastModified?.getTime() ?? 0,
        };
      },
    );
  } catch (error) {
    if (codeOf(error) === 'BlobNotFound') return undefined;
    throw error;
  }
}

async function properties(
  container: ContainerClient,
  key: string,
  { signal }: IdleTimeout,
): Promise<BlobGetPropertiesResponse | undefined> {
  try {
    const found = await container.getBlobClient(key).getProperties({ abortSignal: signal });
    if (found.etag === undefined) throw notOfAzure();
    return found;
  } catch (error) {
    // Not every server sends the reason in a header.
    if (error instanceof RestError && error.statusCode === 404 && codeOf(error) !== 'ContainerNotFound')
      return undefined;
    throw error;
  }
}

function httpHeadersOf({ contentType, cacheControl }: BlobHeaders): BlobHTTPHeaders {
  const blobContentDisposition = dispositionOf(contentType);
  return {
    blobContentType: contentType,
    blobCacheControl: cacheControl,
    ...(blobContentDisposition && { blobContentDisposition }),
  };
}

/** Corrects headers of media that an earlier version stored. An import does not overwrite those. */
async function correctMediaHeaders(container: ContainerClient, timeout: number): Promise<void> {
  for await (const { name, properties } of blobItems(container, 'media/', timeout)) {
    const { contentType = '', cacheControl = '', contentDisposition } = properties;
    const disposition = dispositionOf(contentType);
    if (!disposition || contentDisposition === disposition) continue;
    await withIdleTimeout(timeout, ({ signal: abortSignal }) =>
      container
        .getBlobClient(name)
        .setHTTPHeaders(httpHeadersOf({ contentType, cacheControl, metadata: {} }), { abortSignal }),
    );
  }
}

function headersOf(response: {
  contentType?: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
}): BlobHeaders {
  const metadata = Object.entries(response.metadata ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    contentType: response.contentType ?? 'application/octet-stream',
    cacheControl: response.cacheControl ?? '',
    metadata: Object.fromEntries(metadata) as Record<string, string>,
  };
}

async function* keysIn(container: ContainerClient, prefix: string, timeout: number): AsyncGenerator<string> {
  for await (const { name } of blobItems(container, prefix, timeout)) yield name;
}

/** Lists page by page, so that each page has its own timeout, and no timeout runs while the caller processes items. */
async function* blobItems(container: ContainerClient, prefix: string, timeout: number): AsyncGenerator<BlobItem> {
  let continuationToken: string | undefined;
  do {
    const page = await withIdleTimeout(timeout, async ({ signal: abortSignal }) => {
      const pages = container.listBlobsFlat({ prefix, abortSignal });
      const { value } = await pages.byPage(continuationToken ? { continuationToken } : {}).next();
      // The type of the library promises a segment, but it parses any XML.
      if ((value?.segment as object | undefined) === undefined) throw notOfAzure();
      return value;
    });
    yield* page.segment.blobItems;
    continuationToken = page.continuationToken;
  } while (continuationToken);
}

async function setUp(
  service: BlobServiceClient,
  publicContainer: ContainerClient,
  drafts: ContainerClient,
  log: Log,
  timeout: number,
): Promise<void> {
  const run = (step: (signal: AbortSignal) => Promise<void>) => withIdleTimeout(timeout, ({ signal }) => step(signal));
  await run((signal) => makeContainer(drafts, undefined, log, signal));
  await run((signal) => warnOfPublicDrafts(drafts, log, signal));
  await run((signal) => makeContainer(publicContainer, 'blob', log, signal));
  await run((signal) => shareAcrossOrigins(service, log, signal));
  // Runs in the background.
  correctMediaHeaders(publicContainer, timeout).catch((error: unknown) =>
    log.warn(
      `Browsers may still open SVG and HTML media in container '${publicContainer.containerName}' as pages: ` +
        `could not correct their headers (${reasonOf(error)}). Check the permissions, then restart the host.`,
    ),
  );
}

async function makeContainer(
  container: ContainerClient,
  access: 'blob' | undefined,
  log: Log,
  abortSignal: AbortSignal,
): Promise<void> {
  const name = `container '${container.containerName}'`;
  try {
    await container.createIfNotExists({ ...(access && { access }), abortSignal });
  } catch (error) {
    if (codeOf(error) === 'PublicAccessNotPermitted') {
      log.warn(
        `The account does not allow public access: only the host, or a CDN with its own key, can read ${name}. Allow it if pages read the account.`,
      );
      await makeContainer(container, undefined, log, abortSignal);
      return;
    }
    // A key may lack the permission to create containers. Then an operator has created them.
    if (!isDenied(error)) throw error;
    log.warn(`May not make ${name} (${reasonOf(error)}): taking it as it is. Check its CORS and access.`);
  }
}

/** Operators who create the containers themselves may make both public. */
async function warnOfPublicDrafts(drafts: ContainerClient, log: Log, abortSignal: AbortSignal): Promise<void> {
  const name = `container '${drafts.containerName}'`;
  try {
    const { blobPublicAccess } = await drafts.getProperties({ abortSignal });
    if (blobPublicAccess !== undefined)
      log.warn(`Anybody may read the drafts in ${name}: its public access is '${blobPublicAccess}'. Make it private.`);
  } catch (error) {
    // A key with access to blobs alone cannot tell. Requests report a missing container.
    if (!(error instanceof RestError) || error.statusCode === undefined || error.statusCode >= 500) throw error;
  }
}

/** Adds a CORS rule unless it exists, because pages read blobs and their metadata from other origins. */
async function shareAcrossOrigins(service: BlobServiceClient, log: Log, abortSignal: AbortSignal): Promise<void> {
  const rule = {
    allowedOrigins: '*',
    allowedMethods: METHODS.replaceAll(' ', ''),
    allowedHeaders: '*',
    exposedHeaders: CORS['access-control-expose-headers'].replaceAll(' ', ''),
    maxAgeInSeconds: LIMITS.preflightSeconds,
  };
  try {
    const { cors = [] } = await service.getProperties({ abortSignal });
    const hasRule = cors.some(
      (existing) =>
        existing.allowedOrigins === '*' && existing.exposedHeaders.toLowerCase() === rule.exposedHeaders.toLowerCase(),
    );
    if (hasRule) return;
    const properties: BlobServiceProperties = { cors: [...cors, rule] };
    await service.setProperties(properties, { abortSignal });
  } catch (error) {
    if (!(error instanceof RestError) || error.statusCode === undefined) throw error;
    log.warn(
      `May not set the CORS rules of ${accountOf(service)} (${reasonOf(error)}): ` +
        'set them yourself if pages of other origins read its blobs.',
    );
  }
}

/** A proxy or a page of an outage, for example. */
const notOfAzure = (): Error => new Error('the response is not one of Azure Storage. Check the endpoint and proxies');

/** The library reads the code from the body, which responses to HEAD do not have. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof RestError ? (error.response?.headers.get('x-ms-error-code') ?? error.code) : undefined;

/** Whether the blob has changed or been created meanwhile. */
const isConditionNotMet = (error: unknown): boolean =>
  codeOf(error) === 'ConditionNotMet' || codeOf(error) === 'BlobAlreadyExists';

const isDenied = (error: unknown): boolean =>
  error instanceof RestError && (error.statusCode === 403 || error.statusCode === 401);

/** Other causes of a refusal: Azure has one code for all of them. */
const DENIED_HINT =
  '(check the key, or the permissions and the expiry of the SAS token, and the clock of this machine)';

/** Status and code of the response; without a response, the code of the network or the message. */
function briefReasonOf(error: unknown): string {
  const code = codeOf(error);
  // The library takes any response with a status of success, and fails later.
  if (error instanceof RestError && error.statusCode !== undefined && error.statusCode < 300)
    return notOfAzure().message;
  if (error instanceof RestError && error.statusCode !== undefined) return statusText(error.statusCode, code);
  if (code !== undefined) return code;
  return error instanceof Error ? error.message : String(error);
}

const reasonOf = (error: unknown): string =>
  isDenied(error) ? `${briefReasonOf(error)} ${DENIED_HINT}` : briefReasonOf(error);

function failure(error: unknown): BlobStoreErrorOptions {
  // Without a response, the message may name the store.
  const hasResponse = error instanceof RestError && error.statusCode !== undefined;
  const reason = hasResponse ? briefReasonOf(error) : (codeOf(error) ?? systemCodeOf(error));
  return {
    ...{ cause: error, ...(reason !== undefined && { reason }) },
    retryAfter: error instanceof RestError ? retryAfterOf(error) : undefined,
  };
}

function retryAfterOf({ response }: RestError): number | undefined {
  const milliseconds = response?.headers.get('retry-after-ms') ?? response?.headers.get('x-ms-retry-after-ms');
  if (milliseconds && /^\d{1,9}$/.test(milliseconds)) return Math.min(Number(milliseconds) / 1000, MAX_RETRY_AFTER);
  return parseRetryAfter(response?.headers.get('retry-after'), response?.headers.get('date'));
}
