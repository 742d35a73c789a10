import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Blob } from '../../storage/blob-store.js';
import { HostError } from '../../lib/host-error.js';

/**
 * A backup is one gzip file of JSON lines: a head, rows by table, blobs, and an end with counts. It contains token
 * hashes and the session key, so only its owner may read it.
 */
export type BackupRecord = HeadRecord | RowsRecord | BlobRecord | EndRecord;

export interface HeadRecord {
  readonly format: 'feaas-backup';
  readonly version: 1;
  readonly createdAt: number;
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
}
export interface RowsRecord {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
export interface BlobRecord {
  readonly blob: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly metadata: Blob['metadata'];
  /** base64 */
  readonly bytes: string;
}
export interface EndRecord {
  readonly end: {
    readonly rows: number;
    readonly blobs: number;
    /** Keys of blobs that are missing because they could not be read. Omitted if there are none. */
    readonly missing?: readonly string[];
  };
}

/** Writes a new file, readable by its owner only. @throws HostError if it exists. */
export async function writeRecords(path: string, lines: AsyncIterable<BackupRecord>): Promise<void> {
  const text = async function* (): AsyncGenerator<string> {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  // With flush, so that a reported backup is on disk.
  await pipeline(
    Readable.from(text()),
    createGzip({ level: 6 }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** @throws HostError that names the file if it is not a backup, or is incomplete or damaged. */
export async function* readRecords(path: string): AsyncGenerator<BackupRecord> {
  const file = createReadStream(path);
  const plain = createGunzip();
  const failed = new Promise<never>((_, reject) => {
    const fail = (error: Error): void => {
      const why = 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : error.message;
      reject(
        new HostError(`could not read '${path}' as a backup: ${why}. Check that the file is complete.`, {
          cause: error,
        }),
      );
    };
    file.on('error', fail);
    plain.on('error', fail);
  });
  failed.catch(() => {});
  const lines = createInterface({ input: file.pipe(plain), crlfDelay: Infinity })[Symbol.asyncIterator]();
  let first = true;
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done) return;
      const line = parse(path, next.value);
      if (first && !('format' in line && line.format === 'feaas-backup')) {
        throw new HostError(`'${path}' is no backup of a feaas-host. Name a file that 'feaas-host backup' wrote.`);
      }
      first = false;
      yield line;
    }
  } finally {
    file.destroy();
    plain.destroy();
  }
}

function parse(path: string, text: string): BackupRecord {
  try {
    return JSON.parse(text) as BackupRecord;
  } catch (error) {
    throw new HostError(`'${path}' is no complete backup of a feaas-host. Check the path, or copy the file again.`, {
      cause: error,
    });
  }
}

/** Verifies a backup by reading all of it, so that damage is detected before anything is replaced. */
export async function checkBackup(path: string): Promise<HeadRecord & { readonly missing: readonly string[] }> {
  let head: HeadRecord | undefined;
  let end: EndRecord['end'] | undefined;
  let rows = 0;
  let blobs = 0;
  for await (const line of readRecords(path)) {
    if ('format' in line) head = line;
    else if ('table' in line) rows += line.rows.length;
    else if ('blob' in line) blobs++;
    else end = line.end;
  }
  if (!head || head.version !== 1)
    throw new HostError(`'${path}' is a backup of another version of feaas-host. Restore it with that version.`);
  if (!end || end.rows !== rows || end.blobs !== blobs)
    throw new HostError(`'${path}' is incomplete: its end is missing. Copy the file again.`);
  return { ...head, missing: end.missing ?? [] };
}
