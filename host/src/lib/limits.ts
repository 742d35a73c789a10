/** The type of a table of limits whose values can be overridden. */
export type LimitTable<Table> = { readonly [Name in keyof Table]: number };

const MEBIBYTE = 1024 * 1024;

/** Formats a size: `15 MiB`, or bytes below one MiB. */
export const formatSize = (bytes: number): string =>
  bytes < MEBIBYTE ? `${bytes} bytes` : `${Math.round((bytes / MEBIBYTE) * 10) / 10} MiB`;

export const LIMITS = Object.freeze({
  /** Larger files are hashed once and then streamed from disk. */
  keptFileBytes: 4 * 1024 * 1024,
  fileCacheBytes: 64 * 1024 * 1024,
  compressedCacheBytes: 32 * 1024 * 1024,
  /** Below this size, compression saves no network packet. */
  compressFromBytes: 256,
  preflightSeconds: 86_400,
  mediaSeconds: 3_600,
  immutableSeconds: 31_536_000,
  /** Time for running requests to finish when the host stops. */
  shutdownMilliseconds: 5_000,
});
