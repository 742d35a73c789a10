import type { Log } from '../lib/log.js';
import type { Setting } from '../lib/setting.js';
import type { BlobStore } from './blob-store.js';

/** The values of a driver's settings that were given, by the names of the settings. */
export type SettingValues = Readonly<Record<string, string | undefined>>;

export interface StorageContext {
  /** The data folder of the host. */
  readonly data: string;
  readonly log: Log;
}

/** A kind of blob store. The registry lists the drivers; the commands know none of them. */
export interface StorageDriver<Options> {
  /** They become part of the host's settings. The first chooses the driver. */
  readonly settings: Readonly<Record<string, Setting<string>>>;
  /**
   * Whether the store is the folder of blobs in the data folder: one host locks it, and a restore replaces it together with the database.
   * A store anywhere else is none, also one in another file of the data folder: a restore writes to it as to a remote one.
   */
  readonly isBlobsFolder: boolean;
  /** The driver's options; undefined where the settings do not choose this driver. */
  parse(values: SettingValues): Options | undefined;
  /** Where the blobs are, for an operator; without secrets. */
  describe(options: Options, data: string): string;
  /** False where nothing can have been stored yet. */
  mayExist(options: Options, data: string): boolean;
  /** Creates what the store needs before something is written to it. */
  prepare(options: Options, data: string): void;
  open(options: Options, context: StorageContext): Promise<BlobStore>;
}
