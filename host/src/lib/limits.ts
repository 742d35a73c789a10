/** The type of a table of limits, of which a caller may want others. */
export type LimitTable<Table> = { readonly [Name in keyof Table]: number };

const MEBIBYTE = 1024 * 1024;

/** As people read it: `15 MiB`; in bytes below one. */
export const formatSize = (bytes: number): string =>
  bytes < MEBIBYTE ? `${bytes} bytes` : `${Math.round((bytes / MEBIBYTE) * 10) / 10} MiB`;

export const LIMITS = Object.freeze({
  /** Larger files are hashed once and then streamed from the disk. */
  keptFileBytes: 4 * 1024 * 1024,
  fileCacheBytes: 64 * 1024 * 1024,
  compressedCacheBytes: 32 * 1024 * 1024,
  /** Below this a compressed copy saves no packet. */
  compressFromBytes: 256,
  preflightSeconds: 86_400,
  mediaSeconds: 3_600,
  immutableSeconds: 31_536_000,
  /** How long running answers may take to finish when the host stops. */
  shutdownMilliseconds: 5_000,
});
