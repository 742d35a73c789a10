import {
  STORE_IDENTITY_KEY,
  type BlobContent,
  type BlobStore,
  damagedBlob,
  isWhole,
} from '../../storage/blob-store.js';
import type { Database } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { MIGRATIONS } from '../../db/migrate.js';
import { codeOf, HostError } from '../../lib/host-error.js';
import { addPurges } from '../../publishing/purge/purge-queue.js';
import { recordIdentity } from '../../publishing/store-identity.js';
import { hasSameContent } from '../storage/copy-blobs.js';
import { checkBackup, isBackedUp, readRecords } from './format.js';
import type { BlobRecord } from './record-schemas.js';
import {
  type Invalidated,
  invalidateRestored,
  revokeAgain,
  type RevokedToken,
  skipChangeNumbers,
} from './invalidate-restored.js';
import { insertRows, type Row, TABLE_NAMES, type TableName } from './tables.js';
import type { Backup } from './backup.js';
import { recordUnfinished } from './unfinished-restore.js';

/** Verifies a backup. Returns its missing blobs. @throws HostError if the file is damaged or of another version. */
export async function checkRestorable(file: string): Promise<{ readonly missing: readonly string[] }> {
  const { missing } = await checkBackup(file, ({ host, migrations }) => {
    if (migrations.join() === MIGRATIONS.join()) return;
    const tables =
      `(${host === undefined ? '' : `version ${host}; `}its tables are at '${migrations.at(-1)}', ` +
      `ours at '${MIGRATIONS.at(-1)}')`;
    if (startsWith(migrations, MIGRATIONS))
      throw new HostError(`'${file}' comes from a newer feaas-host ${tables}. Upgrade to that version, then restore.`);
    const age = startsWith(MIGRATIONS, migrations) ? 'an older' : 'another';
    throw new HostError(
      `'${file}' comes from ${age} feaas-host ${tables}. Restore it with that version, then upgrade.`,
    );
  });
  return { missing };
}

const startsWith = (list: readonly string[], start: readonly string[]): boolean =>
  start.every((each, index) => each === list[index]);

export interface ReadOptions {
  /** Whether nothing has happened since the backup, so that everything continues. */
  readonly move?: boolean;
  /** Identity of the store, to record in the database. */
  readonly identity?: string;
  readonly revoked?: readonly RevokedToken[];
  /** Keys that the replaced database has not purged from the CDN yet. */
  readonly purges?: readonly string[];
  readonly progress?: (section: string) => void;
}

export interface RestoredBackup extends Backup {
  /** Keys of the blobs that came from the backup. */
  readonly keys: ReadonlySet<string>;
  /** Keys of those that the store has with other content. `replaceBlobs` writes them. */
  readonly differing: ReadonlySet<string>;
  /** Undefined after a move. */
  readonly invalidated: Invalidated | undefined;
}

/**
 * Restores a verified backup into a database that nobody else uses, and adds its blobs. The blobs that the store has
 * with other content stay, because the replaced database needs them if the restore fails. Deliveries are marked as
 * open, so that the content service delivers them after it is opened.
 */
export async function readBackup(
  file: string,
  database: Database,
  blobs: BlobStore,
  options: ReadOptions = {},
): Promise<RestoredBackup> {
  const { move = false, identity, revoked = [], purges = [], progress = () => {} } = options;
  const restored = new Set<string>();
  const added: string[] = [];
  const differing = new Set<string>();
  let rows = 0;
  let invalidated: Invalidated | undefined;
  let isReadyToCommit = false;
  try {
    const existing = new Set<string>();
    for await (const key of blobs.list('')) if (isBackedUp(key)) existing.add(key);
    // Blobs come before the rows that refer to them. Nothing is removed before the new rows exist.
    for await (const line of readRecords(file)) {
      if (!('blob' in line)) continue;
      progress('blobs');
      restored.add(line.blob);
      const content = contentOf(line);
      if (existing.has(line.blob)) {
        const current = await blobs.get(line.blob).catch(damagedBlob);
        if (isWhole(current)) {
          if (!hasSameContent(content, current)) differing.add(line.blob);
          continue;
        }
      } else added.push(line.blob);
      await blobs.put(line.blob, content);
    }
    await inTransaction(database, async (transaction) => {
      rows = 0;
      for (const table of [...TABLE_NAMES].reverse()) await transaction.deleteFrom(table).execute();
      for await (const line of readRecords(file)) {
        if (!('table' in line)) continue;
        progress(line.table);
        const table = line.table as TableName;
        await insertRows(transaction, table, line.rows.map(ROW_TRANSFORMS[table] ?? ((row) => row)));
        rows += line.rows.length;
      }
      if (identity !== undefined) await recordIdentity(transaction, identity);
      await recordUnfinished(transaction, differing.size > 0 ? file : undefined);
      await revokeAgain(transaction, revoked);
      await addPurges(transaction, purges);
      // After a move, too. Otherwise a later change could get a number that clients have already received.
      if (move) await skipChangeNumbers(transaction);
      else invalidated = await invalidateRestored(transaction, Date.now());
      isReadyToCommit = true;
    });
  } catch (error) {
    // A lost connection may hide that the database committed. Then the added blobs belong to it.
    if (!isReadyToCommit) await removeAdded(blobs, added);
    if (error instanceof Error && MISFIT.test(codeOf(error) ?? ''))
      throw new HostError(
        `'${file}' has rows that the tables of this version refuse: ${error.message}. Nothing has changed. Use another backup.`,
        { cause: error },
      );
    throw error;
  }
  return { rows, blobs: restored.size, keys: restored, differing, invalidated };
}

/** Codes of SQLite and PostgreSQL for rows that do not fit their table. */
const MISFIT = /^(?:SQLITE_(?:CONSTRAINT|ERROR|MISMATCH)|(?:22|23)[0-9A-Z]{3}$|42(?:703|804)$)/;

const contentOf = ({ contentType, cacheControl, metadata, bytes }: BlobRecord): BlobContent & { bytes: Buffer } => ({
  ...{ contentType, cacheControl, metadata },
  bytes: Buffer.from(bytes, 'base64'),
});

/** After a failure, so that nobody can read what someone deleted since the backup. */
async function removeAdded(blobs: BlobStore, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await blobs.delete(key);
  } catch {
    // The first error is the one to report. Blobs without a record are in nobody's way.
  }
}

/**
 * Replaces blobs whose content differs from the backup. Call it after the restored database is in place, because the
 * old one shows these blobs until then.
 */
export async function replaceBlobs(file: string, blobs: BlobStore, keys: ReadonlySet<string>): Promise<void> {
  if (keys.size === 0) return;
  for await (const line of readRecords(file))
    if ('blob' in line && keys.has(line.blob)) await blobs.put(line.blob, contentOf(line));
}

/** @throws HostError if a restore would replace content. */
export async function checkEmpty({ read }: Pick<Database, 'read'>): Promise<void> {
  for (const table of ['libraries', 'tokens'] as const) {
    const [row] = await read.selectFrom(table).select('id').limit(1).execute();
    if (row) throw new HostError(`the database is not empty: it has ${table}. --force replaces all it holds.`);
  }
}

/**
 * One transaction for everything. On PostgreSQL it bypasses `Database.write`, which is meant for short work; nobody else
 * writes during a restore.
 */
const inTransaction = (database: Database, work: (transaction: Queries) => Promise<void>): Promise<void> =>
  database.kind === 'postgres' ? database.read.transaction().execute(work) : database.write(work);

const ROW_TRANSFORMS: Readonly<Partial<Record<TableName, (row: Row) => Row>>> = {
  deliveries: (row) => ({ ...row, delivered: 0, attempts: 0, due_at: 0 }),
};

/** Keys per query. */
const PAGE_SIZE = 200;

/**
 * Removes the blobs of the replaced database: those that are neither in the backup nor to be delivered. A delivery overwrites its blob.
 * Call it after the restored database is in place, because the old one serves these blobs until then.
 * @param missing keys that the backup lacks because they could not be read: their blobs stay
 */
export async function removeReplaced(
  blobs: BlobStore,
  { keys: restored }: Pick<RestoredBackup, 'keys'>,
  missing: readonly string[],
  read: Queries,
): Promise<void> {
  const retained = new Set([...restored, ...missing, STORE_IDENTITY_KEY]);
  // The whole list first, because removing blobs while listing may skip some.
  const keys: string[] = [];
  for await (const key of blobs.list('')) if (!retained.has(key)) keys.push(key);
  for (let start = 0; start < keys.length; start += PAGE_SIZE) {
    const page = keys.slice(start, start + PAGE_SIZE);
    const rows = await read.selectFrom('deliveries').select('key').where('key', 'in', page).execute();
    const deliveryKeys = new Set(rows.map(({ key }) => key));
    for (const key of page) if (!deliveryKeys.has(key)) await blobs.delete(key);
  }
}
