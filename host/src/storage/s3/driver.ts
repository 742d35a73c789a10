import { HostError } from '../../lib/host-error.js';
import { hidden, setting } from '../../lib/setting.js';
import { plain } from '../../lib/setting-readers.js';
import type { SettingValues, StorageDriver } from '../storage-driver.js';
import { parseS3Location, type S3Credentials, type S3Options } from './location.js';

/** Amazon S3 and compatible services, instead of the folder. */
export const s3Driver = {
  settings: {
    storage: setting({
      variable: 'FEAAS_STORAGE',
      flag: 'storage',
      value: 'url',
      read: (text, source) => {
        parseS3Location(text, source);
        return text;
      },
      about: 'S3-compatible storage instead of the folder of blobs: s3://bucket/prefix?region=…&endpoint=…',
    }),
    // The SDK reads them, too. As settings they may also be in `.env`.
    s3AccessKeyId: setting({
      variable: 'AWS_ACCESS_KEY_ID',
      value: 'text',
      read: plain,
      redact: hidden,
      about: 'with FEAAS_STORAGE or FEAAS_PURGE: the access key; without it, the credentials of the AWS SDK',
    }),
    s3SecretAccessKey: setting({
      variable: 'AWS_SECRET_ACCESS_KEY',
      value: 'text',
      read: plain,
      redact: hidden,
      about: 'with FEAAS_STORAGE or FEAAS_PURGE: the secret of the access key',
    }),
    s3SessionToken: setting({
      variable: 'AWS_SESSION_TOKEN',
      value: 'text',
      read: plain,
      redact: hidden,
      about: 'with FEAAS_STORAGE or FEAAS_PURGE: the token of a temporary access key',
    }),
  },
  isBlobsFolder: false,
  parse: ({ storage, s3AccessKeyId, s3SecretAccessKey, s3SessionToken }) =>
    storage === undefined
      ? undefined
      : {
          ...parseS3Location(storage, 'FEAAS_STORAGE'),
          credentials: awsCredentials({ s3AccessKeyId, s3SecretAccessKey, s3SessionToken }),
        },
  describe: ({ bucket, prefix, endpoint }) =>
    `bucket ${bucket}${prefix && `/${prefix.slice(0, -1)}`} of ${endpoint ?? 'AWS'}`,
  mayExist: () => true,
  prepare: () => {},
  async open(options, { log }) {
    // Imported on demand, because it is large and rarely used.
    const { openS3Blobs } = await import('./s3-blobs.js');
    return openS3Blobs(options, log);
  },
} as const satisfies StorageDriver<S3Options>;

/** @throws HostError if only one of both is set. */
export function awsCredentials({
  s3AccessKeyId: accessKeyId,
  s3SecretAccessKey: secretAccessKey,
  s3SessionToken: sessionToken,
}: SettingValues): S3Credentials | undefined {
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const [present, missing] =
    accessKeyId === undefined
      ? ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID']
      : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  throw new HostError(`${present} has a value, but ${missing} has none: AWS needs both. Set ${missing}.`);
}
