import { exists } from '../../lib/is-there.js';
import { resolve } from 'node:path';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { HostError } from '../../lib/host-error.js';
import type { Queries } from '../../db/schema.js';
import { createContentService } from '../../publishing/create-content-service.js';
import { createPurgeQueue, queuedPurges } from '../../publishing/purge/purge-queue.js';
import { identityFor, putIdentity } from '../../publishing/store-identity.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import { storageAt } from '../../storage/drivers/registry.js';
import { pathsIn } from '../../lib/data-folder.js';
import type { Settings } from '../../config/read-settings.js';
import type { Backup } from '../backup/backup.js';
import { describeInvalidated, type RevokedToken, revokedTokens } from '../backup/invalidate-restored.js';
import {
  checkEmpty,
  checkRestorable,
  readBackup,
  type ReadOptions,
  removeReplaced,
  replaceBlobs,
  type RestoredBackup,
} from '../backup/restore.js';
import { withPurges, purgeReplaced } from '../backup/purge-replaced.js';
import { formatError } from '../command-line/format-error.js';
import { snapshotOfFile } from '../backup/snapshot.js';
import { recordUnfinished } from '../backup/unfinished-restore.js';
import {
  clearRestoring,
  clearRestoringNow,
  completeRestore,
  restoredFolder,
  hasContent,
  adoptRestored,
} from '../content/replace-data-folder.js';
import { type IdentityToRestore, identityToRestore } from '../content/check-store-identity.js';
import { interruptible } from '../command-line/stop-signal.js';
import { describeStorage } from '../content/storage-description.js';
import { openBlobs, openDatabaseAndBlobs, type OpenOptions, type OpenedContent } from '../content/open-content.js';
import type { CommandContext, CommandHandler } from './command.js';

/** `restore <file>`: restores a backup, and delivers the published content. */
export const restoreCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, folder, output } = context;
  const file = resolve(folder, args.operands[0]!);
  const { missing } = await checkRestorable(file);
  const options = {
    missing,
    replace: args.flags['force'] === true,
    foreign: args.flags['take-over'] === true,
    move: args.flags['move'] === true,
  };
  const restore = settings.databaseUrl === undefined ? restoreFolder : restoreDatabase;
  const { rows, blobs, note } = await interruptible(
    options.foreign ? 'Run it again with --force and --take-over.' : 'Run it again with --force.',
    () => restore(context, settings, file, options),
  );
  output.out.write(`${rows} rows and ${blobs} blobs restored; the host has delivered all published content\n`);
  if (note !== undefined) output.err.write(`${note}\n`);
  if (missing.length > 0) {
    for (const key of missing) output.err.write(`${key}: is not in the backup\n`);
    context.log.warn(
      `'${file}' is incomplete: nobody could read ${missing.length} blobs, named above, for the backup. ` +
        'Restore them from an earlier backup, or upload them again.',
    );
  }
  return 0;
};

interface RestoreOptions {
  /** Keys of blobs that the backup lacks because they could not be read. */
  readonly missing: readonly string[];
  /** Whether existing content may be replaced. */
  readonly replace: boolean;
  /** Whether the blob store may belong to another database. */
  readonly foreign: boolean;
  /** Whether nothing has happened since the backup. */
  readonly move: boolean;
}

interface Restored extends Backup {
  /** A message for the operator; undefined after a move. */
  readonly note: string | undefined;
}

/** Restores into a subfolder of the data folder, which may be a mounted disk, and then replaces the old content. */
async function restoreFolder(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign, move, missing }: RestoreOptions,
): Promise<Restored> {
  const { data } = settings;
  const storage = storageAt(settings.storage);
  await completeRestore(data, context.log);
  if (!replace && (await hasContent(data))) {
    throw new HostError(`the data folder '${data}' is not empty. --force replaces all it holds.`);
  }
  makePrivateFolder(data);
  // Fails while a host runs, and prevents one from starting meanwhile.
  const unlock = lockFolder(data);
  let restored: RestoredContent;
  let given = NO_IDENTITY;
  try {
    await clearRestoring(data);
    if (storage.mayExist(data)) {
      const store = await openBlobs(settings, context.log);
      given = await identityToRestore(
        store,
        (existing) => readReplaced(data, (queries) => identityFor(queries, existing)),
        describeStorage(settings),
        foreign,
      );
    }
    makePrivateFolder(restoredFolder(data));
    const fill = async (): Promise<RestoredContent> => {
      const restoredStores = await openDatabaseAndBlobs(
        { ...settings, data: restoredFolder(data) },
        context.log,
        openOptionsFor(replace),
      );
      const filled = await readInto(restoredStores, file, {
        move,
        revoked: (await readReplaced(data, revokedTokens)) ?? [],
        purges: settings.purge ? ((await readReplaced(data, queuedPurges)) ?? []) : [],
        // A folder of blobs is as new as the database, and bears no mark yet.
        ...(!storage.isBlobsFolder && given.identity !== undefined ? { identity: given.identity } : {}),
      });
      // A folder of blobs is replaced together with the database. Another store keeps serving the old database until then.
      if (storage.isBlobsFolder) {
        if (settings.purge && storage.mayExist(data)) await purgeFolder(context, restoredStores);
        await deliver(context, restoredStores);
      } else await restoredStores.database.close();
      return filled;
    };
    try {
      restored = await interruptible('The old content stays. Run it again.', fill, () => clearRestoringNow(data));
    } catch (error) {
      await clearRestoring(data).catch(() => {});
      throw error;
    }
    // If this is interrupted, the next process that opens the folder completes it.
    await adoptRestored(data);
  } finally {
    unlock();
  }
  if (!storage.isBlobsFolder) {
    const stores = await explainStoreError(file, remedyOf(given), () =>
      openDatabaseAndBlobs(settings, context.log, openOptionsFor(true)),
    );
    await completeStore(context, stores, file, restored, given, replace ? missing : undefined);
  }
  return restored;
}

/** Queues purges of the blobs in the folder that is about to be replaced. */
async function purgeFolder({ settings, log }: CommandContext, fresh: Stores): Promise<void> {
  try {
    await purgeReplaced(await openBlobs(settings, log), fresh);
  } catch (error) {
    // A damaged folder is a reason to restore.
    log.warn(
      `could not compare the replaced pictures, so a CDN may keep copies of them. Remove all copies there. Reason: ${formatError(error) ?? String(error)}`,
    );
  }
}

/** Reads the existing database in a data folder; undefined if it does not exist or cannot be read. */
async function readReplaced<Found>(
  data: string,
  read: (queries: Queries) => Promise<Found>,
): Promise<Found | undefined> {
  const { database } = pathsIn(data);
  if (!exists(database)) return undefined;
  // A damaged database is a reason to restore.
  return snapshotOfFile(database)(read).catch(() => undefined);
}

async function restoreDatabase(
  context: CommandContext,
  settings: Settings,
  file: string,
  { replace, foreign, move, missing }: RestoreOptions,
): Promise<Restored> {
  const stores = await openDatabaseAndBlobs(settings, context.log, openOptionsFor(replace));
  let given: IdentityToRestore;
  let revoked: readonly RevokedToken[];
  let purges: readonly string[];
  try {
    const { database, blobs } = stores;
    revoked = await revokedTokens(database.read);
    purges = settings.purge ? await queuedPurges(database.read) : [];
    if (!replace) await checkEmpty(database);
    const identityOfReplaced = (existing: string | undefined) => identityFor(database.read, existing);
    given = await identityToRestore(blobs, identityOfReplaced, describeStorage(settings), foreign);
  } catch (error) {
    await stores.database.close();
    throw error;
  }
  const restored = await readInto(stores, file, {
    ...{ move, revoked, purges },
    ...(given.identity === undefined ? {} : { identity: given.identity }),
  });
  await completeStore(context, stores, file, restored, given, replace ? missing : undefined);
  return restored;
}

const openOptionsFor = (replace: boolean): OpenOptions => ({ tables: replace ? 'update' : 'make', alone: true });

type Stores = Pick<OpenedContent, 'database' | 'blobs'>;
type RestoredContent = Restored & Pick<RestoredBackup, 'keys' | 'differing'>;

/** Replaces the content of the database by the backup. The database stays open, unless that fails. */
async function readInto({ database, blobs }: Stores, file: string, options: ReadOptions): Promise<RestoredContent> {
  try {
    const restored = await readBackup(file, database, blobs, options);
    const note = restored.invalidated && (await describeInvalidated(database.read, restored.invalidated));
    return { ...restored, note };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Gives a store that the replaced database used what the restored one needs. Closes the database.
 * @param missing keys that the backup lacks; undefined if nothing was replaced, so that no blob goes
 */
async function completeStore(
  context: CommandContext,
  stores: Stores,
  file: string,
  restored: RestoredContent,
  given: IdentityToRestore,
  missing: readonly string[] | undefined,
): Promise<void> {
  const { database, blobs } = stores;
  try {
    await explainStoreError(file, remedyOf(given), async () => {
      // First, so that the hosts of another database refuse to start before its blobs go.
      if (given.isNew && given.identity !== undefined) await putIdentity(blobs, given.identity);
      const changed = context.settings.purge ? withPurges(blobs, database) : blobs;
      await replaceBlobs(file, changed, restored.differing);
      if (missing) await removeReplaced(changed, restored, missing, database.read);
      await database.write((transaction) => recordUnfinished(transaction, undefined));
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  await explainStoreError(file, DELIVER_AGAIN, () => deliver(context, stores));
}

/** Delivers published content to the store. Closes the database. */
async function deliver({ log, settings }: CommandContext, { database, blobs }: Stores): Promise<void> {
  const target = settings.purge?.open();
  // A CDN may have copies that are newer than the backup. The host retries failed purges later.
  const purges = target && createPurgeQueue({ database, target, log });
  const contentService = createContentService({ database, blobs, log, purges });
  try {
    await contentService.delivered({ once: true });
  } finally {
    await contentService.close();
  }
}

const NO_IDENTITY: IdentityToRestore = { identity: undefined, isNew: false };

/** The database has no copy of pictures, so only another restore replaces them. */
const remedyOf = ({ isNew }: IdentityToRestore): string =>
  isNew
    ? "run 'restore' with this file, --force and --take-over again"
    : "run 'restore' with this file and --force again";
const DELIVER_AGAIN = "run 'check --repair'";

/** Explains an error after the database was replaced. */
async function explainStoreError<Result>(file: string, remedy: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = formatError(error);
    if (reason === undefined) throw error;
    throw new HostError(
      `the database now has the content of '${file}', but the blob store does not: ${reason} ` +
        `Correct the cause, then ${remedy}.`,
      { cause: error },
    );
  }
}
