import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BadInputError } from '../../lib/domain-error.js';
import { codeOf, HostError } from '../../lib/host-error.js';
import { HOST_VERSION } from '../../lib/host-version.js';
import { checkHeaders, namesOfKey } from '../../storage/blob-keys.js';
import { STORE_IDENTITY_KEY } from '../../storage/blob-store.js';
import { formatError } from '../command-line/format-error.js';
import type { BlobRecord, EndRecord, HeadRecord, VERSION } from './record-schemas.js';
import { TABLES } from './tables.js';

/** Not backed up: these blobs are delivered from revisions in the database, and a restore delivers them again. */
const NOT_BACKED_UP = /^(?:components|styles)\//;

/** Whether a backup contains the blob with this key. */
export const isBackedUp = (key: string): boolean => key !== STORE_IDENTITY_KEY && !NOT_BACKED_UP.test(key);

/** Rows of a database, whose columns are those of the table. */
interface RowsRecord {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * A backup is one gzip file of JSON lines: a head, rows by table, blobs, and an end with counts. It contains token
 * hashes and the session key, so only its owner may read it.
 */
export type BackupRecord = HeadRecord | RowsRecord | BlobRecord | EndRecord;

/** The head of a backup that begins now. The version is written out, because its module loads all schemas. */
export const currentHead = (migrations: readonly string[]): HeadRecord => ({
  ...{ format: 'feaas-backup', version: 1 satisfies typeof VERSION, createdAt: Date.now(), host: HOST_VERSION },
  migrations: [...migrations],
});

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

/** Reads lines that `checkBackup` has verified. @throws HostError that names the file if it cannot be read. */
export async function* readRecords(path: string): AsyncGenerator<BackupRecord> {
  for await (const line of readLines(path)) yield line as BackupRecord;
}

/** @throws HostError that names the file if it is not a gzip file of JSON lines, or is incomplete or damaged. */
async function* readLines(path: string): AsyncGenerator<unknown> {
  await checkCompressed(path);
  const file = createReadStream(path);
  const plain = createGunzip();
  const failed = new Promise<never>((_, reject) => {
    file.on('error', (error) => reject(unreadable(path, error)));
    plain.on('error', (error) =>
      reject(
        codeOf(error) === 'Z_BUF_ERROR'
          ? incomplete(path, 'it ends too early', error)
          : damaged(path, error.message, error),
      ),
    );
  });
  failed.catch(() => {});
  const lines = createInterface({ input: file.pipe(plain), crlfDelay: Infinity })[Symbol.asyncIterator]();
  let number = 0;
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done) return;
      yield parse(path, next.value, ++number);
    }
  } finally {
    file.destroy();
    plain.destroy();
  }
}

/** The first bytes of a gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b]);

async function checkCompressed(path: string): Promise<void> {
  const start = Buffer.alloc(GZIP.length);
  let bytesRead: number;
  try {
    const file = await open(path);
    try {
      ({ bytesRead } = await file.read(start));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (bytesRead === 0) throw incomplete(path, 'it is empty');
  if (!start.equals(GZIP)) throw foreign(path);
}

function parse(path: string, text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (number === 1) throw foreign(path, error);
    throw damaged(path, `line ${number} is no JSON`, error);
  }
}

/**
 * Verifies a backup by reading all of it, so that damage is detected before anything is replaced.
 * @param acceptHead may throw for a backup that the caller cannot use. It is called before the other lines are read, because those
 * of another version may have other forms.
 * @throws HostError that names the file if it is no backup, is of another format, or is incomplete or damaged.
 */
export async function checkBackup(
  path: string,
  acceptHead: (head: HeadRecord) => void = () => {},
): Promise<HeadRecord & { readonly missing: readonly string[] }> {
  let head: HeadRecord | undefined;
  let end: EndRecord['end'] | undefined;
  let rows = 0;
  let number = 0;
  const blobs = new Set<string>();
  const schemas = await import('./record-schemas.js');
  for await (const line of readLines(path)) {
    number++;
    if (!head) {
      head = headOf(path, line, schemas);
      acceptHead(head);
      continue;
    }
    const wrong = (why: string): HostError => damaged(path, `line ${number} ${why}`);
    const { data: record } = schemas.RECORD.safeParse(line);
    if (!record) throw wrong('is no valid record');
    if (end) throw wrong('comes after the end');
    if ('table' in record) {
      if (!Object.hasOwn(TABLES, record.table)) throw wrong(`has an unknown table '${record.table}'`);
      rows += record.rows.length;
    } else if ('blob' in record) {
      const problem = blobs.has(record.blob) ? 'an earlier line has it, too' : problemOf(record);
      if (problem !== undefined) throw wrong(`has the blob '${record.blob}', but ${problem}`);
      blobs.add(record.blob);
    } else end = record.end;
  }
  if (!head) throw incomplete(path, 'it has no content');
  if (!end) throw incomplete(path, 'its end is missing');
  if (end.rows !== rows || end.blobs !== blobs.size) throw incomplete(path, 'lines of it are missing');
  return { ...head, missing: end.missing ?? [] };
}

function headOf(path: string, line: unknown, schemas: typeof import('./record-schemas.js')): HeadRecord {
  const { data: any } = schemas.ANY_HEAD.safeParse(line);
  if (!any) throw foreign(path);
  if (any.version !== schemas.VERSION)
    throw new HostError(
      `'${path}' has the format ${JSON.stringify(any.version)} of backups, but this version of feaas-host reads ${schemas.VERSION}. ` +
        'Restore it with the version that wrote it.',
    );
  const { data: head } = schemas.HEAD.safeParse(line);
  if (!head) throw damaged(path, 'its first line is no valid head');
  return head;
}

/** What makes a blob impossible to restore. */
function problemOf({ blob, ...headers }: BlobRecord): string | undefined {
  if (!isBackedUp(blob)) return 'backups contain no such blob';
  try {
    namesOfKey(blob);
    checkHeaders(blob, headers);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadInputError)) throw error;
    return `no store can hold it: ${error.message.replace(/\.$/, '')}`;
  }
}

const unreadable = (path: string, cause: unknown): HostError =>
  new HostError(`could not read '${path}' as a backup: ${formatError(cause) ?? String(cause)} Check the path.`, {
    cause,
  });

const foreign = (path: string, cause?: unknown): HostError =>
  new HostError(
    `'${path}' is no backup of a feaas-host. Name a file that 'feaas-host backup' wrote, or copy it again.`,
    {
      cause,
    },
  );

const incomplete = (path: string, why: string, cause?: unknown): HostError =>
  new HostError(`'${path}' is incomplete: ${why}. Copy the file again, or use another backup.`, { cause });

const damaged = (path: string, why: string, cause?: unknown): HostError =>
  new HostError(`'${path}' has damage: ${why}. Copy the file again, or use another backup.`, { cause });
