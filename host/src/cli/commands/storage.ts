import { resolve } from 'node:path';
import { namedEnvFile } from '../../config/env-file.js';
import { readSettings, type Settings } from '../../config/read-settings.js';
import type { Database } from '../../db/database.js';
import { openDatabase } from '../../db/dialects/open-database.js';
import { HostError } from '../../lib/host-error.js';
import { pathsIn } from '../../lib/data-folder.js';
import { identityFor, identityOfStore, putIdentity, recordIdentity } from '../../publishing/store-identity.js';
import type { BlobStore } from '../../storage/blob-store.js';
import { STORAGE_SETTINGS, storageAt } from '../../storage/drivers/registry.js';
import { textOf } from '../command-line/arguments.js';
import { interruptible } from '../command-line/stop-signal.js';
import { describeStorage } from '../content/storage-description.js';
import { completeRestore } from '../content/replace-data-folder.js';
import { enqueueKeys } from '../../publishing/outbox/outbox.js';
import { INCOMPLETE, nameMissing } from '../storage/blob-attempts.js';
import { compareStores, copyBlobs } from '../storage/copy-blobs.js';
import { beginMove, type MoveState, parseMoveState } from '../storage/move-state.js';
import { transferProgress } from '../storage/transfer-progress.js';
import type { CommandContext, CommandHandler } from './command.js';

/** `storage copy`, `storage move`: copies all blobs to another store of any driver. */
export const storageCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, folder } = context;
  const [action] = args.operands;
  if (action !== 'copy' && action !== 'move')
    throw new HostError(`'storage' takes copy or move, but got '${action}'. Name one of them.`);
  const file = textOf(args, 'to');
  if (file === undefined)
    throw new HostError(
      `'storage ${action}' needs --to <file>. Write the settings of the other store to a file, such as FEAAS_STORAGE=s3://…`,
    );
  const target = await targetSettings(resolve(folder, file), settings);
  const canTakeOver = args.flags['take-over'] === true;
  return interruptible('Run it again: it copies the rest.', () =>
    action === 'copy' ? copy(context, target, canTakeOver) : move(context, target, canTakeOver),
  );
};

/** The host's settings with another store. @throws HostError if the file has other settings, or describes the same store. */
async function targetSettings(path: string, settings: Settings): Promise<Settings> {
  const file = await namedEnvFile(path);
  const variables = Object.values(STORAGE_SETTINGS).map(({ variable }) => variable);
  const unknown = Object.keys(file).find((name) => !variables.includes(name));
  if (unknown !== undefined)
    throw new HostError(
      `'${path}' sets ${unknown}, which names no store. Leave only these in it: ${variables.join(', ')}.`,
    );
  const { storage } = readSettings({ flags: {}, environment: {}, file, folder: '/' }).settings;
  const target = { ...settings, storage };
  if (describeStorage(target).blobs === describeStorage(settings).blobs)
    throw new HostError(
      `'${path}' names the store that is in use (${describeStorage(target).blobs}). Name the settings of another one in it.`,
    );
  return target;
}

const open = ({ storage, data }: Settings, { log }: CommandContext): Promise<BlobStore> =>
  storageAt(storage).open({ data, log });

/** Works while hosts run. A later call copies what they write meanwhile. */
async function copy(context: CommandContext, target: Settings, canTakeOver: boolean): Promise<number> {
  const { settings, output, log } = context;
  const from = await open(settings, context);
  storageAt(target.storage).prepare(target.data);
  const to = await open(target, context);
  await beginMove(to, await identityOfStore(from), describeStorage(target).blobs, canTakeOver);
  const { copied, skipped, missing } = await withProgress(output, (progress) => copyBlobs(from, to, progress.copying));
  output.out.write(
    `${copied} blobs copied to ${describeStorage(target).blobs}, ${skipped} were there already. ` +
      "To change to this store, stop all hosts and run 'storage move'.\n",
  );
  if (missing.length === 0) return 0;
  nameMissing(missing, output);
  log.error(
    `the command could not copy ${missing.length} blobs, named above. It copied all others. ` +
      "Restore these blobs from a backup or upload them again, then run 'storage copy' again.",
  );
  return INCOMPLETE;
}

async function move(context: CommandContext, target: Settings, canTakeOver: boolean): Promise<number> {
  const { settings, output, log } = context;
  const { databaseUrl, data } = settings;
  if (databaseUrl === undefined) await completeRestore(data, log);
  const location = databaseUrl === undefined ? { file: pathsIn(data).database } : { url: databaseUrl };
  // Requires exclusive access: a host would continue to write to the old store.
  const database = await openDatabase({ ...location, tables: 'keep', alone: true, log });
  try {
    const from = await open(settings, context);
    storageAt(target.storage).prepare(target.data);
    const to = await open(target, context);
    const names = describeStorage(target);
    const moveState = await checkStores(
      database,
      from,
      to,
      { from: describeStorage(settings).blobs, to: names.blobs },
      canTakeOver,
    );
    const counts = await withProgress(output, (progress) => copyBlobs(from, to, progress.copying));
    const { compared, corrected, missing, strange } = await withProgress(output, (progress) =>
      compareStores(from, to, progress.comparing),
    );
    nameMissing(missing, output);
    const failed = missing.filter(({ isDamaged }) => !isDamaged).length;
    // Another attempt may succeed, but there is none once the database delivers to the other store.
    if (failed > 0)
      throw new HostError(
        `could not copy ${failed} blobs, named above, to ${names.blobs}. It has all others, but the database still delivers to ` +
          `${describeStorage(settings).blobs}. Remove the causes, then run 'storage move' again.`,
      );
    // Blobs that a host removed between two calls. In a store that was not empty, they may be foreign and are kept.
    const removed = moveState.wasEmpty ? strange : [];
    for (const key of removed) await to.delete(key);
    // The database first: if the rest fails, hosts start with neither store, and the next call continues.
    let delivered = 0;
    await database.write(async (transaction) => {
      await recordIdentity(transaction, moveState.next);
      delivered = await enqueueKeys(
        transaction,
        missing.map(({ key }) => key),
      );
    });
    await putIdentity(to, moveState.next);
    output.out.write(
      `${counts.copied + corrected} blobs copied to ${names.blobs}, ${counts.skipped} were there already, ${removed.length} removed. ` +
        `${compared} blobs are equal. Set this store, then start the hosts.\n`,
    );
    if (strange.length > removed.length)
      log.warn(
        `${strange.length - removed.length} blobs of the other store are not of this database, and stay. Run 'check' to list them.`,
      );
    if (missing.length === 0) return 0;
    log.error(
      `${missing.length} damaged blobs, named above, were not copied. The database has the content of ${delivered}, and hosts deliver it again. ` +
        'Restore the others from a backup, or upload them again.',
    );
    return INCOMPLETE;
  } finally {
    await database.close();
  }
}

/** @throws HostError if the stores do not belong to a move from this database's store. */
async function checkStores(
  database: Database,
  from: BlobStore,
  to: BlobStore,
  names: { readonly from: string; readonly to: string },
  canTakeOver: boolean,
): Promise<MoveState> {
  const [source, target] = await Promise.all([identityOfStore(from), identityOfStore(to)]);
  const recorded = await identityFor(database.read, source);
  if (recorded !== undefined && recorded === target)
    throw new HostError(`the database delivers to ${names.to} already. Set this store, then start the hosts.`);
  const existingMove = parseMoveState(target);
  // An earlier move was interrupted after the database had changed.
  if (existingMove && existingMove.next === recorded && existingMove.from === (source ?? '')) return existingMove;
  if (recorded !== source)
    throw new HostError(
      `the blob store (${names.from}) is not the one that this database delivers to. Correct the setting of the store that is in use.`,
    );
  return beginMove(to, source, names.to, canTakeOver);
}

async function withProgress<Result>(
  output: CommandContext['output'],
  work: (progress: ReturnType<typeof transferProgress>) => Promise<Result>,
): Promise<Result> {
  const progress = transferProgress(output);
  try {
    return await work(progress);
  } catch (error) {
    progress.end();
    throw error;
  }
}
