import {
  BlobServiceClient,
  type BlobServiceProperties,
  type ContainerClient,
  RestError,
  type StoragePipelineOptions,
} from '@azure/storage-blob';
import { LIMITS } from '../defaults.js';
import type { Blob, BlobHeaders, BlobStore } from '../domain/blobs.js';
import { BadInputError } from '../domain/failures.js';
import { HostError } from '../errors.js';
import { CORS, METHODS } from '../policies.js';
import { consoleLog, type Log } from '../ports.js';
import { isDraft } from './drafts.js';
import { checkHeaders, compareKeys, namesOfKey, namesOfPrefix } from './keys.js';

/** Two quick further attempts: whoever waits for an answer waits seconds, not minutes; an outbox tries again. */
const PIPELINE: StoragePipelineOptions = {
  retryOptions: { maxTries: 3, tryTimeoutInMs: 30_000, retryDelayInMs: 200, maxRetryDelayInMs: 2_000 },
};

/**
 * Blobs in Azure Blob Storage, whose public URLs are then `{account}/{container}/{key}`. Anybody may read them, but for
 * drafts: staged and saved ones go to the private container `{container}-drafts`, which the host alone reads. Both are
 * made at the first use; what the account does not let the host set up is warned of, once.
 * @throws HostError for a connection string or a container's name that cannot be.
 */
export function createAzureBlobs(connectionString: string, container: string, log: Log = consoleLog): BlobStore {
  const service = connect(connectionString, container);
  const account = accountOf(service);
  const open = service.getContainerClient(container);
  const drafts = service.getContainerClient(`${container}-drafts`);
  const containerOf = (key: string): ContainerClient => (isDraft(key) ? drafts : open);

  let opened: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (opened ??= setUp(service, open, drafts, log).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));

  /** Names the blob and where it is, in place of the library's words, which name neither. */
  const attempt = async <Result>(doing: string, key: string, act: () => Promise<Result>): Promise<Result> => {
    try {
      await ready();
      return await act();
    } catch (error) {
      const where = `container '${containerOf(key).containerName}' of ${account}`;
      throw new Error(`Blob '${key}' could not be ${doing} in ${where}: ${reasonOf(error)}.`, { cause: error });
    }
  };

  return {
    async put(key, blob) {
      checkKey(key);
      checkHeaders(key, blob);
      const { bytes, contentType, cacheControl, metadata } = blob;
      await attempt('written', key, () =>
        containerOf(key)
          .getBlockBlobClient(key)
          .upload(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength, {
            blobHTTPHeaders: { blobContentType: contentType, blobCacheControl: cacheControl },
            metadata: { ...metadata },
          }),
      );
    },

    async get(key) {
      checkKey(key);
      return attempt('read', key, () => download(containerOf(key), key));
    },

    async delete(key) {
      checkKey(key);
      await attempt('deleted', key, () => containerOf(key).getBlobClient(key).deleteIfExists());
    },

    async *list(prefix) {
      namesOfPrefix(prefix);
      try {
        await ready();
        yield* merged(names(open, prefix), names(drafts, prefix));
      } catch (error) {
        throw new Error(`Container '${container}' of ${account} could not be listed: ${reasonOf(error)}.`, {
          cause: error,
        });
      }
    },
  };
}

function connect(connectionString: string, container: string): BlobServiceClient {
  // The private one's name is seven letters longer.
  if (!/^(?=.{3,56}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(container)) {
    throw new HostError(
      `Container '${container}' has no name that Azure takes: 3 to 56 small letters, digits and single hyphens.`,
    );
  }
  try {
    return BlobServiceClient.fromConnectionString(connectionString, PIPELINE);
  } catch (error) {
    // Its value is a secret.
    throw new HostError('AZURE_STORAGE_CONNECTION_STRING is no connection string of an Azure Storage account.', {
      cause: error,
    });
  }
}

/** Its URL without what may follow it, which is a secret. */
function accountOf({ url }: BlobServiceClient): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}

function checkKey(key: string): void {
  if (!namesOfKey(key).some((name) => name.endsWith('.'))) return;
  throw new BadInputError(`Blob key '${key}' has a name that ends with a dot, which Azure does not keep.`, 'key');
}

async function download(container: ContainerClient, key: string): Promise<Blob | undefined> {
  try {
    const answer = await container.getBlobClient(key).download();
    const chunks: Buffer[] = [];
    for await (const chunk of answer.readableStreamBody ?? []) chunks.push(chunk as Buffer);
    return { ...headersOf(answer), bytes: Buffer.concat(chunks), modifiedAt: answer.lastModified?.getTime() ?? 0 };
  } catch (error) {
    if (codeOf(error) === 'BlobNotFound') return undefined;
    throw error;
  }
}

function headersOf(answer: {
  contentType?: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
}): BlobHeaders {
  const metadata = Object.entries(answer.metadata ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    contentType: answer.contentType ?? 'application/octet-stream',
    cacheControl: answer.cacheControl ?? '',
    metadata: Object.fromEntries(metadata) as Record<string, string>,
  };
}

async function* names(container: ContainerClient, prefix: string): AsyncGenerator<string> {
  for await (const { name } of container.listBlobsFlat({ prefix })) yield name;
}

/** Two ordered lists as one. */
async function* merged(a: AsyncGenerator<string>, b: AsyncGenerator<string>): AsyncGenerator<string> {
  let [left, right] = [await a.next(), await b.next()];
  while (!left.done || !right.done) {
    if (right.done || (!left.done && compareKeys(left.value, right.value) < 0)) {
      yield left.value as string;
      left = await a.next();
    } else {
      yield right.value;
      right = await b.next();
    }
  }
}

async function setUp(
  service: BlobServiceClient,
  open: ContainerClient,
  drafts: ContainerClient,
  log: Log,
): Promise<void> {
  await makeContainer(drafts, undefined, log);
  await makeContainer(open, 'blob', log);
  await shareAcrossOrigins(service, log);
}

async function makeContainer(container: ContainerClient, access: 'blob' | undefined, log: Log): Promise<void> {
  const name = `container '${container.containerName}'`;
  try {
    await container.createIfNotExists(access && { access });
  } catch (error) {
    if (codeOf(error) === 'PublicAccessNotPermitted') {
      log.warn(`The account does not allow public access: ${name} is read by the host, or by a CDN with its own key.`);
      await makeContainer(container, undefined, log);
      return;
    }
    // A key for blobs alone may not make containers; then an operator has.
    if (!isDenied(error)) throw error;
    log.warn(`May not make ${name} (${reasonOf(error)}): taking it as it is.`);
  }
}

/** Pages read blobs from other origins, and their metadata: adds the rule for that, unless it is there. */
async function shareAcrossOrigins(service: BlobServiceClient, log: Log): Promise<void> {
  const rule = {
    allowedOrigins: '*',
    allowedMethods: METHODS.replaceAll(' ', ''),
    allowedHeaders: '*',
    exposedHeaders: CORS['access-control-expose-headers'].replaceAll(' ', ''),
    maxAgeInSeconds: LIMITS.preflightSeconds,
  };
  try {
    const { cors = [] } = await service.getProperties();
    const there = cors.some(
      (known) =>
        known.allowedOrigins === '*' && known.exposedHeaders.toLowerCase() === rule.exposedHeaders.toLowerCase(),
    );
    if (there) return;
    const properties: BlobServiceProperties = { cors: [...cors, rule] };
    await service.setProperties(properties);
  } catch (error) {
    if (!(error instanceof RestError) || error.statusCode === undefined) throw error;
    log.warn(
      `May not set the CORS rules of ${accountOf(service)} (${reasonOf(error)}): ` +
        'pages of other origins read its blobs only if an operator allows it.',
    );
  }
}

const codeOf = (error: unknown): string | undefined => (error instanceof RestError ? error.code : undefined);

const isDenied = (error: unknown): boolean =>
  error instanceof RestError && (error.statusCode === 403 || error.statusCode === 401);

function reasonOf(error: unknown): string {
  if (error instanceof RestError) return [error.statusCode, error.code ?? error.name].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}
