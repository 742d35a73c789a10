/** The storage drivers. To add one, write its driver and list it here. */
import { azureDriver } from '../azure/driver.js';
import type { BlobStore } from '../blob-store.js';
import { folderDriver } from '../folder/driver.js';
import type { SettingValues, StorageContext, StorageDriver } from '../storage-driver.js';

/** By name, in the order in which they are asked. The folder needs no setting, so it is the last. */
const DRIVERS = Object.freeze({ azure: azureDriver, folder: folderDriver }) satisfies Record<
  string,
  StorageDriver<unknown>
>;
type DriverName = keyof typeof DRIVERS;

/** The settings of all drivers. */
export const STORAGE_SETTINGS = Object.freeze({ ...azureDriver.settings, ...folderDriver.settings });

/** Which store the settings choose. */
export interface StorageLocation {
  readonly driver: DriverName;
  readonly options: unknown;
}

export function parseStorage(values: SettingValues): StorageLocation {
  for (const [name, driver] of Object.entries(DRIVERS)) {
    const options = driver.parse(values);
    if (options !== undefined) return { driver: name as DriverName, options };
  }
  return { driver: 'folder', options: {} };
}

/** A driver with its options. */
export interface Storage {
  readonly isInDataFolder: boolean;
  describe(data: string): string;
  mayExist(data: string): boolean;
  prepare(data: string): void;
  open(context: StorageContext): Promise<BlobStore>;
}

export function storageAt({ driver: name, options }: StorageLocation): Storage {
  // The driver that parsed the options gets them.
  const driver: StorageDriver<unknown> = DRIVERS[name];
  return {
    isInDataFolder: driver.isInDataFolder,
    describe: (data) => driver.describe(options, data),
    mayExist: (data) => driver.mayExist(options, data),
    prepare: (data) => driver.prepare(options, data),
    open: (context) => driver.open(options, context),
  };
}
