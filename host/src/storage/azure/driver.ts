import { hidden, setting } from '../../lib/setting.js';
import type { StorageDriver } from '../storage-driver.js';
import { accountOf, connectionString } from './connection-string.js';
import { containerName } from './container-name.js';

export interface AzureOptions {
  readonly connectionString: string;
  readonly container: string;
}

const DEFAULT_CONTAINER = 'feaas';

/** Azure Blob Storage instead of the folder. */
export const azureDriver = {
  settings: {
    azureConnection: setting({
      variable: 'AZURE_STORAGE_CONNECTION_STRING',
      value: 'text',
      read: connectionString,
      redact: hidden,
      about: 'Azure Blob Storage instead of the folder of blobs',
    }),
    azureContainer: setting({
      variable: 'AZURE_STORAGE_CONTAINER',
      flag: 'azure-container',
      value: 'name',
      read: containerName,
      usual: DEFAULT_CONTAINER,
      about: 'name of the container (feaas)',
    }),
  },
  isBlobsFolder: false,
  parse: ({ azureConnection, azureContainer: container = DEFAULT_CONTAINER }) =>
    azureConnection === undefined ? undefined : { connectionString: azureConnection, container },
  describe: (options) => `container ${options.container} of ${accountOf(options.connectionString)}`,
  mayExist: () => true,
  prepare: () => {},
  async open(options, { log }) {
    // Imported on demand, because it is large and rarely used.
    const { createAzureBlobs } = await import('./azure-blobs.js');
    return createAzureBlobs(options.connectionString, options.container, log);
  },
} as const satisfies StorageDriver<AzureOptions>;
