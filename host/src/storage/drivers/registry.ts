/** The storage drivers. To add one, write its driver and list it in DRIVERS. */
import { HostError } from '../../lib/host-error.js';
import { azureDriver } from '../azure/driver.js';
import type { BlobStore } from '../blob-store.js';
import { folderDriver } from '../folder/driver.js';
import { s3Driver } from '../s3/driver.js';
import type { SettingValues, StorageContext, StorageDriver } from '../storage-driver.js';

/** The drivers by name, in the order in which they are tried. The folder needs no setting, so it is last. */
const DRIVERS = Object.freeze({ azure: azureDriver, s3: s3Driver, folder: folderDriver }) satisfies Record<
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

/** The store that the settings select. */
export interface StorageLocation {
  readonly driver: DriverName;
  readonly options: unknown;
}

/** @throws HostError if two stores are selected. */
export function parseStorage(values: SettingValues): StorageLocation {
  const selected: StorageLocation[] = [];
  for (const [name, driver] of Object.entries<StorageDriver<unknown>>(DRIVERS)) {
    const options = driver.parse(values);
    if (options !== undefined) selected.push({ driver: name as DriverName, options });
  }
  const [first, second, third] = selected as [StorageLocation, ...StorageLocation[]];
  // The folder is always selected, as the default.
  if (third === undefined) return first;
  const [one, other] = [first, second!].map(({ driver }) => Object.values(DRIVERS[driver].settings)[0]?.variable);
  throw new HostError(`${one} and ${other} each name a blob store. Remove one of them.`);
}

/** A driver with its options. */
export interface Storage {
  readonly isBlobsFolder: boolean;
  describe(data: string): string;
  mayExist(data: string): boolean;
  prepare(data: string): void;
  open(context: StorageContext): Promise<BlobStore>;
}

export function storageAt({ driver: name, options }: StorageLocation): Storage {
  // The options were parsed by the same driver.
  const driver: StorageDriver<unknown> = DRIVERS[name];
  return {
    isBlobsFolder: driver.isBlobsFolder,
    describe: (data) => driver.describe(options, data),
    mayExist: (data) => driver.mayExist(options, data),
    prepare: (data) => driver.prepare(options, data),
    open: (context) => driver.open(options, context),
  };
}
