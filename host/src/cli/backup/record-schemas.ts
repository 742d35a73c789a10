/** Schemas of the lines of a backup. Loaded on demand, because a host that starts does not read backups. */
import * as z from 'zod/v4';

/** The format that this version writes and reads. */
export const VERSION = 1;

export const HEAD = z.object({
  format: z.literal('feaas-backup'),
  version: z.literal(VERSION),
  createdAt: z.number(),
  /** Version of the host that wrote the backup. Backups of the first version lack it. */
  host: z.string().optional(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()),
});

const ROWS = z.object({
  table: z.string(),
  // No other values: the driver of the embedded database ends the process for a boolean.
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});

const BLOB = z.object({
  blob: z.string(),
  contentType: z.string(),
  cacheControl: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** base64 */
  bytes: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/),
});

const END = z.object({
  end: z.object({
    rows: z.number(),
    blobs: z.number(),
    /** Keys of blobs that are missing because they could not be read. Omitted if there are none. */
    missing: z.array(z.string()).optional(),
  }),
});

export type HeadRecord = z.infer<typeof HEAD>;
export type BlobRecord = z.infer<typeof BLOB>;
export type EndRecord = z.infer<typeof END>;

/** A line after the head. */
export const RECORD = z.union([ROWS, BLOB, END]);

/** What every version of the format has. */
export const ANY_HEAD = z.object({ format: HEAD.shape.format, version: z.unknown() });
