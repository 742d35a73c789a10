/** The storage drivers. To add one, write its driver and list it in DRIVERS. */
import { azureDriver } from '../azure/driver.js';
import type { BlobStore } from '../blob-store.js';
import { folderDriver } from '../folder/driver.js';
import type { SettingValues, StorageContext, StorageDriver } from '../storage-driver.js';

/** By name, in the order in which they are asked. The folder needs no setting, so it is the last. */
const DRIVERS = Object.freeze({ azure: azureDriver, folder: folderDriver }) satisfies Record<
  string,
  StorageDriver<unknown>
>;
export type StorageDrivers = typeof DRIVERS;
type DriverName = keyof StorageDrivers;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The settings of all drivers. */
export const STORAGE_SETTINGS = Object.freeze(
  Object.assign({}, ...Object.values(DRIVERS).map(({ settings }) => settings)),
) as Readonly<Intersection<StorageDrivers[DriverName]['settings']>>;

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
