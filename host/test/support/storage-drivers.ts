/** Test data for each storage driver; the compiler reports a registered driver that is missing here. */
import type { StorageDrivers } from '../../src/storage/drivers/registry.js';
import type { SettingValues } from '../../src/storage/storage-driver.js';
import { startAzurite } from './azurite.js';
import { S3_ACCESS_KEY, startS3ForFile } from './s3.js';

interface DriverExample<Settings = object> {
  /** A value for each setting of the driver. */
  readonly settings: Readonly<Record<keyof Settings, string>>;
  /** The options that the driver parses from the settings. */
  readonly options: unknown;
  /** Starts the servers of the stores for the tests of a file. Each call of the result returns the settings of an empty store. */
  start(): Promise<() => SettingValues>;
}

const AZURE = {
  azureConnection: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net',
  azureContainer: 'my-blobs',
};

const S3 = {
  storage: 's3://my-blobs/site/one?region=auto&endpoint=https://s3.example&setup=off',
  s3AccessKeyId: 'an-id',
  s3SecretAccessKey: 'a secret',
  s3SessionToken: 'a-token',
};

export const DRIVER_EXAMPLES: {
  readonly [Name in keyof StorageDrivers]: DriverExample<StorageDrivers[Name]['settings']>;
} = {
  azure: {
    settings: AZURE,
    options: { connectionString: AZURE.azureConnection, container: AZURE.azureContainer },
    async start() {
      const { connectionString } = await startAzurite();
      let containers = 0;
      return () => ({ azureConnection: connectionString, azureContainer: `suite-${containers++}` });
    },
  },
  s3: {
    settings: S3,
    options: {
      ...{ bucket: 'my-blobs', drafts: 'my-blobs-drafts', prefix: 'site/one/', region: 'auto' },
      ...{ endpoint: 'https://s3.example', pathStyle: true, checksums: 'when-required', conditionalWrites: 'auto' },
      ...{ setup: false, gzip: false },
      credentials: { accessKeyId: 'an-id', secretAccessKey: 'a secret', sessionToken: 'a-token' },
    },
    async start() {
      const s3 = await startS3ForFile();
      let buckets = 0;
      // One bucket for all stores, each with its own prefix, as on a paid service.
      return () => ({
        storage: s3.locationOf(`suite/${buckets++}`, buckets % 2 === 0 ? 'encoding=gzip' : ''),
        s3AccessKeyId: S3_ACCESS_KEY,
        s3SecretAccessKey: S3_ACCESS_KEY,
      });
    },
  },
  folder: { settings: {}, options: {}, start: async () => () => ({}) },
};
