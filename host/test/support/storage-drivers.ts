/** What the tests need to know of each storage driver: the compiler asks for one that is registered and not here. */
import type { StorageDrivers } from '../../src/storage/drivers/registry.js';
import type { SettingValues } from '../../src/storage/storage-driver.js';
import { startAzurite } from './azurite.js';

interface DriverExample<Settings = object> {
  /** A text for each of its settings. */
  readonly settings: Readonly<Record<keyof Settings, string>>;
  /** What the driver makes of them. */
  readonly options: unknown;
  /** Starts what stores need, for the tests of a file. Each call of the result gives the settings of an empty store. */
  start(): Promise<() => SettingValues>;
}

const AZURE = {
  azureConnection: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net',
  azureContainer: 'my-blobs',
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
  folder: { settings: {}, options: {}, start: async () => () => ({}) },
};
