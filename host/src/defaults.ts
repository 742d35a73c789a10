import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// src/ and dist/ lie equally deep, so the same relative paths serve both.
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The repository builds the site beside this folder, while the package brings it along. */
const site = here(existsSync(here('../src')) ? '../../www' : '../www');

export const DEFAULTS = Object.freeze({
  libraries: here('../library'),
  site,
  port: 3333,
  /** Only this machine, until an operator says otherwise. */
  hostname: '127.0.0.1',
  /** Seconds for which browsers may show a published component without asking. */
  deliveryMaxAge: 0,
});

/** The type of a table of limits, of which a caller may want others. */
export type Numbers<Table> = { readonly [Name in keyof Table]: number };

const MEBIBYTE = 1024 * 1024;

/** As people read it: `15 MiB`; in bytes below one. */
export const sizeInWords = (bytes: number): string =>
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
