import type { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { randomUUID } from 'node:crypto';
import { basePaths, groupPaths } from './group-keys.js';
import { type PurgeDriver, PurgeError } from './purge-target.js';
import { parseRetryAfter } from '../lib/retry-after.js';
import { printable, TIMEOUT } from './send-purge.js';

/** Maximum paths per request. AWS allows as many in progress. */
const MAX_PATHS = 3_000;

/** `CreateInvalidation`, by paths. The credentials are those of the AWS SDK. */
export const cloudfront = {
  form: 'cloudfront:<distribution id>',
  names: /^[A-Z0-9]{8,32}$/,
  settings: {},
  open({ name: distribution, endpoint, bases, awsCredentials }) {
    const paths = basePaths(bases);
    let client: Promise<CloudFrontClient> | undefined;
    /** Imported on demand, because it is large and rarely used. */
    const createClient = async (): Promise<CloudFrontClient> => {
      const { CloudFrontClient: Client } = await import('@aws-sdk/client-cloudfront');
      return new Client({
        // The region of CloudFront's only endpoint.
        region: 'us-east-1',
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(awsCredentials === undefined ? {} : { credentials: awsCredentials }),
        // The purge queue retries.
        maxAttempts: 1,
        requestHandler: { requestTimeout: TIMEOUT, connectionTimeout: TIMEOUT },
      });
    };
    return {
      name: `CloudFront distribution ${distribution}`,
      calls: (keys) =>
        groupPaths(keys, { bases: paths, most: MAX_PATHS, wildcards: true }).map(({ items, keys: batch }) => ({
          keys: batch,
          async send(signal) {
            const { CreateInvalidationCommand } = await import('@aws-sdk/client-cloudfront');
            const command = new CreateInvalidationCommand({
              DistributionId: distribution,
              InvalidationBatch: {
                CallerReference: randomUUID(),
                Paths: { Quantity: items.length, Items: [...items] },
              },
            });
            try {
              await (await (client ??= createClient())).send(command, { abortSignal: signal });
            } catch (error) {
              throw purgeErrorOf(error);
            }
          },
        })),
    };
  },
} as const satisfies PurgeDriver;

interface AwsError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

function purgeErrorOf(cause: unknown): PurgeError {
  const error = cause as AwsError;
  const status = error.$metadata?.httpStatusCode;
  const reason = printable(`${error.name}: ${error.message}`);
  const retryAfter = parseRetryAfter(error.$response?.headers?.['retry-after'], error.$response?.headers?.['date']);
  const purgeError = (message: string, isAboutTarget = true): PurgeError =>
    new PurgeError(message, { isAboutTarget, retryAfter, cause });
  if (/^TooManyInvalidationsInProgress/.test(error.name))
    return purgeError('CloudFront has too many invalidations in progress. Wait: the host tries again by itself');
  if (/Throttling|TooManyRequests/.test(error.name) || status === 429 || status === 503)
    return purgeError(`CloudFront is busy or limits the rate (${reason}). Wait: the host tries again by itself`);
  if (status === undefined)
    return purgeError(
      `could not reach CloudFront, or found no AWS credentials (${reason}). Check the network and AWS_ACCESS_KEY_ID`,
    );
  if (status === 401 || status === 403)
    return purgeError(
      `CloudFront refused the credentials (${reason}). Allow cloudfront:CreateInvalidation for this distribution`,
    );
  if (status === 404)
    return purgeError(`CloudFront found no such cache (${reason}). Check the distribution id in FEAAS_PURGE`);
  return purgeError(
    `CloudFront answered ${status} (${reason}). Check the status of the service and FEAAS_PURGE`,
    status >= 500,
  );
}
