import { mediaKey } from '../../content/addresses.js';
import { DamagedBlobError, damagedBlob } from '../../storage/blob-store.js';
import { THUMBNAILS } from '../../content/media/thumbnail-blobs.js';
import type { Services } from '../admin-socket/services.js';
import { ORPHAN_MESSAGE } from '../../publishing/check-consistency.js';
import { describeInvalidated, invalidateRestored } from '../backup/invalidate-restored.js';
import { describeStorage } from '../content/storage-description.js';
import type { Log } from '../../lib/log.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

const MEDIA = 'media/';

/** `check`: prints inconsistencies; exits with 1 if there are any. `--repair` delivers everything again first. */
export const checkCommand: CommandHandler = async ({ arguments: { flags }, settings, log, output }) => {
  const isRecovered = flags['recovered'] === true;
  const shouldRepair = flags['repair'] === true || isRecovered;
  const work = async (services: Services): Promise<number> => {
    if (shouldRepair) await services.contentService.redeliver();
    // Open deliveries are no inconsistency.
    await services.contentService.delivered({ once: true });
    const problems = [
      ...(await services.contentService.check()),
      ...(await checkMedia(services)),
      ...(await checkThumbnails(services)),
    ];
    for (const line of problems) output.out.write(`${line}\n`);
    output.out.write(problems.length === 0 ? 'database and blobs agree\n' : `${problems.length} disagreements\n`);
    const orphans = problems.filter((line) => line.endsWith(ORPHAN_MESSAGE)).length;
    if (problems.length > orphans) {
      log.warn(
        shouldRepair
          ? 'the database does not contain the rest: restore a backup for media, and draw thumbnails again.'
          : "run 'check --repair' to deliver published and staged content again; restore a backup for media.",
      );
    }
    if (orphans > 0) {
      log.warn(
        'what the database does not know stays in the blob store, and who reads that store still gets it. ' +
          'Remove it there, unless you restore a backup that contains it.',
      );
    }
    return problems.length === 0 ? 0 : 1;
  };
  if (isRecovered) return afterRecovery(settings, log, output, work);
  return withServices(settings, log, work, shouldRepair ? {} : { blobStore: 'to its own or an emptied' });
};

/** Requires exclusive access: a host would send and run what must end. */
async function afterRecovery(
  settings: CommandContext['settings'],
  log: Log,
  output: CommandContext['output'],
  work: (services: Services) => Promise<number>,
): Promise<number> {
  const { openContent } = await import('../content/open-content.js');
  const { compareStoreIdentities } = await import('../content/check-store-identity.js');
  const { database, contentService, blobs } = await openContent(
    settings,
    log,
    { tables: 'keep', alone: true },
    (stores) => compareStoreIdentities(stores, describeStorage(settings), log, true),
  );
  try {
    const invalidated = await database.write((transaction) => invalidateRestored(transaction, Date.now()));
    output.err.write(`${await describeInvalidated(database.read, invalidated)}\n`);
    return await work({ contentService, blobs, tokens: contentService });
  } finally {
    await contentService.close();
  }
}

/** Checks that every thumbnail belongs to an existing version. */
export async function checkThumbnails({
  contentService,
  blobs,
}: Pick<Services, 'contentService' | 'blobs'>): Promise<string[]> {
  const problems: string[] = [];
  for await (const key of blobs.list(THUMBNAILS)) {
    const [library = '', component = '', version] = key
      .slice(THUMBNAILS.length)
      .replace(/\.jpg$/, '')
      .split('/');
    const blob = await blobs.get(key).catch(damagedBlob);
    if (blob instanceof DamagedBlobError) {
      problems.push(`${key}: ${blob.message}`);
      continue;
    }
    const versionId = version ?? decodeURIComponent(blob?.metadata['versionid'] ?? '');
    const [found] = await contentService.versions([{ library, component, version: versionId }]);
    if (!found || found.deletedAt !== null) problems.push(`${key}: is a thumbnail of a version that is not there`);
  }
  return problems;
}

/** Checks that every size of every picture is stored with its recorded length. Other files have no records. */
async function checkMedia({ contentService, blobs }: Pick<Services, 'contentService' | 'blobs'>): Promise<string[]> {
  const problems: string[] = [];
  const recordedKeys = new Set<string>();
  for (const { id: library } of await contentService.libraries()) {
    let after: string | undefined;
    do {
      const page = await contentService.media(library, { first: 100, ...(after === undefined ? {} : { after }) });
      for (const { id, variants } of page.items) {
        for (const { path, bytes } of variants) {
          const key = mediaKey(library, path);
          recordedKeys.add(key);
          const blob = await blobs.get(key).catch(damagedBlob);
          if (blob instanceof DamagedBlobError) problems.push(`${key}: ${blob.message}`);
          else if (!blob) problems.push(`${key}: has no blob, but is a size of picture ${id}`);
          else if (blob.bytes.length !== bytes) {
            problems.push(`${key}: has ${blob.bytes.length} bytes, but the database says ${bytes}`);
          }
        }
      }
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
  for await (const key of blobs.list(MEDIA)) {
    if (recordedKeys.has(key)) continue;
    const blob = await blobs.get(key).catch(damagedBlob);
    if (blob instanceof DamagedBlobError) problems.push(`${key}: ${blob.message}`);
  }
  return problems;
}
