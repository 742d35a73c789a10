import type { BlobStore } from '../../domain/blobs.js';
import type { Database } from '../../database/database.js';
import type { Queries } from '../../database/schema.js';
import { HostError } from '../../errors.js';
import { checkBackup, readLines } from './format.js';
import { insertRows, migrationsOf, type Row, TABLE_NAMES, type TableName, TABLES } from './tables.js';
import type { Backup } from './backup.js';

/**
 * Brings everything in a backup into a database and its blobs. What the database is to deliver is marked as not yet
 * delivered: the ledger delivers it when it is opened.
 * @throws HostError if the file is damaged or of another version, or if the database is not empty, unless `replace`.
 * Nothing is changed then.
 */
export async function readBackup(
  file: string,
  database: Database,
  blobs: BlobStore,
  { replace = false, progress = () => {} }: { replace?: boolean; progress?: (what: string) => void } = {},
): Promise<Backup> {
  const { migrations } = await checkBackup(file);
  const own = await migrationsOf(database.read);
  if (migrations.join() !== own.join()) {
    throw new HostError(
      `'${file}' was written by another version of feaas-host (its tables are at '${migrations.at(-1)}', ours at ` +
        `'${own.at(-1)}'). Restore it with that version, then upgrade.`,
    );
  }
  const [some] = await database.read.selectFrom('libraries').select('id').limit(1).execute();
  if (some && !replace) throw new HostError(`the database is not empty. --force replaces all it holds.`);
  const counts = { rows: 0, blobs: 0 };
  await inTransaction(database, async (transaction) => {
    counts.rows = 0;
    for (const table of [...TABLE_NAMES].reverse()) await transaction.deleteFrom(table).execute();
    for await (const line of readLines(file)) {
      if (!('table' in line)) continue;
      if (!Object.hasOwn(TABLES, line.table)) throw new HostError(`'${file}' has an unknown table '${line.table}'.`);
      progress(line.table);
      const table = line.table as TableName;
      await insertRows(transaction, table, table === 'deliveries' ? line.rows.map(undelivered) : line.rows);
      counts.rows += line.rows.length;
    }
  });
  if (replace) await clearBlobs(blobs, progress);
  for await (const line of readLines(file)) {
    if (!('blob' in line)) continue;
    progress('blobs');
    const { blob, contentType, cacheControl, metadata, bytes } = line;
    await blobs.put(blob, { contentType, cacheControl, metadata, bytes: Buffer.from(bytes, 'base64') });
    counts.blobs++;
  }
  return counts;
}

/**
 * One transaction for all. Not `Database.write`, whose groups are meant for short work; nobody else writes to what is
 * being restored.
 */
const inTransaction = (database: Database, work: (transaction: Queries) => Promise<void>): Promise<void> =>
  database.kind === 'postgres' ? database.read.transaction().execute(work) : database.write(work);

const undelivered = (row: Row): Row => ({ ...row, delivered: 0, attempts: 0, due_at: 0 });

async function clearBlobs(blobs: BlobStore, progress: (what: string) => void): Promise<void> {
  progress('old blobs');
  const keys: string[] = [];
  for await (const key of blobs.list('')) keys.push(key);
  for (const key of keys) await blobs.delete(key);
}
