import type { Log } from '../lib/log.js';
import type { Setting } from '../lib/setting.js';
import type { BlobStore } from './blob-store.js';

/** The given values of a driver's settings, by name. */
export type SettingValues = Readonly<Record<string, string | undefined>>;

export interface StorageContext {
  /** The data folder of the host. */
  readonly data: string;
  readonly log: Log;
}

/** A kind of blob store. The registry lists all drivers; commands do not depend on a specific one. */
export interface StorageDriver<Options> {
  /** Settings of the host. The first one selects the driver. */
  readonly settings: Readonly<Record<string, Setting<string>>>;
  /**
   * Whether the store is the blobs folder of the data folder. One host locks it, and a restore replaces it together
   * with the database. All other stores are treated as remote by a restore, even files elsewhere in the data folder.
   */
  readonly isBlobsFolder: boolean;
  /** The driver's options; undefined if the settings do not select this driver. */
  parse(values: SettingValues): Options | undefined;
  /** The location of the blobs for operators, without secrets. */
  describe(options: Options, data: string): string;
  /** False if nothing can have been stored yet. */
  mayExist(options: Options, data: string): boolean;
  /** Prepares the store before the first write. */
  prepare(options: Options, data: string): void;
  open(options: Options, context: StorageContext): Promise<BlobStore>;
}
