import type { CachedBlobs } from '../storage/cached-blobs.js';
import { deliveryKey, mediaKey, versionId } from '../content/addresses.js';
import { type Blob, DamagedBlobError } from '../storage/blob-store.js';
import { BadInputError, databaseUnavailable, ForbiddenError, NotFoundError } from '../lib/domain-error.js';
import type { ContentService } from '../content/content-service.js';
import type { Action, Change, DataSource } from '../content/model.js';
import { within } from '../lib/timeout.js';
import { type Clock, monotonicClock } from '../lib/clock.js';
import { consoleLog, type Log } from '../lib/log.js';
import { contentOf, toDeliveredContent, storedContent } from './blob-content.js';
import { createCacheInvalidation } from './invalidation/cache-invalidation.js';
import type { ComponentAddress, DeliveredContent, Library, StoredContent } from './delivery-source.js';

/** Milliseconds for which an outdated picture may be served if the notification of the host that replaced it was lost. */
const PICTURE_AGE = 10_000;
/** Milliseconds for which a damaged blob is not handled again. */
const DAMAGE_INTERVAL = 60_000;
/** Milliseconds that a request waits for the database. */
const TIMEOUT = 5_000;

export interface PublishedLibraryOptions {
  readonly contentService: ContentService;
  /** The same object that the content service and the media use for writes, so that their changes are visible at once. */
  readonly blobs: CachedBlobs;
  /**
   * Resolves if the caller may read the library's drafts.
   * @throws UnauthenticatedError, ForbiddenError
   */
  readonly requireReader: (authorization: string | undefined, library: string) => Promise<unknown>;
  readonly log?: Log;
  readonly clock?: Clock;
}

export interface PublishedLibrary extends Library {
  /** Stops following changes. Content is not cached from then on. */
  close(): void;
}

/**
 * Delivers content of the content service. Published and staged content, numbers that were published, and media come
 * from blobs. Saved content, other numbers and data come from the content service.
 * Drafts are staged and saved content and numbers that were never published. Reading drafts and private data needs
 * permission, unless the library's settings make drafts public. Published content is delivered even while the database
 * is unavailable.
 */
export function publishedLibrary(options: PublishedLibraryOptions): PublishedLibrary {
  const { contentService, blobs, requireReader, log = consoleLog, clock = monotonicClock } = options;
  const invalidation = createCacheInvalidation(
    contentService,
    {
      keysOf,
      key: (key) => blobs.invalidate(key),
      all: () => blobs.invalidateAll(),
    },
    log,
  );

  /** Damaged blobs that were handled recently, by key. */
  const handled = new Map<string, { readonly at: number; readonly done: Promise<void> }>();

  /** Handles a damaged blob once per interval, which limits the log, and the writes to a disk that damages every blob. */
  const handleDamage = (key: string, handle: () => Promise<void>): Promise<void> => {
    const now = clock();
    for (const [handledKey, { at }] of handled) if (now - at >= DAMAGE_INTERVAL) handled.delete(handledKey);
    let found = handled.get(key);
    if (!found) handled.set(key, (found = { at: now, done: handle() }));
    return found.done;
  };

  /** The database has no copies of pictures, so a damaged picture counts as missing until it is uploaded again. */
  const readPicture = async (key: string): Promise<StoredContent | undefined> => {
    try {
      const blob = await undefinedIfNotFound(blobs.read(key, PICTURE_AGE));
      return blob && storedContent(blob);
    } catch (error) {
      if (!(error instanceof DamagedBlobError)) throw error;
      await handleDamage(key, async () =>
        log.warn(
          `${error.message} '${key}' answers 404 until you upload it again, or restore it from a backup. Check the disk.`,
        ),
      );
      return undefined;
    }
  };

  /** Reads a blob. If it is damaged, delivers it again from the database. */
  const readOrRepair = async (key: string, get: () => Promise<Blob | undefined>): Promise<Blob | undefined> => {
    try {
      return await get();
    } catch (error) {
      if (!(error instanceof DamagedBlobError)) throw error;
      const repaired = handleDamage(key, () => {
        log.warn(`${error.message} The host delivers '${key}' again. Check the disk.`);
        return contentService.deliverAgain([key]);
      });
      await withTimeout(repaired);
      return blobs.get(key);
    }
  };

  /** Reads a blob, from the cache if it is current. */
  const readBlob = async (library: string, key: string): Promise<Blob | undefined> => {
    if (invalidation.isCurrent(library, key)) return undefinedIfNotFound(readOrRepair(key, () => blobs.read(key)));
    return (await undefinedIfNotFound(invalidation.follow(library)))
      ? undefinedIfNotFound(readOrRepair(key, () => blobs.get(key)))
      : undefined;
  };

  const readDelivered = async (library: string, key: string): Promise<DeliveredContent | undefined> => {
    const blob = await readBlob(library, key);
    return blob && toDeliveredContent(blob);
  };

  /** Reads a draft after a permission check, so that its existence is not revealed. */
  const readDraft = async (
    { library, authorization }: Pick<ComponentAddress, 'library' | 'authorization'>,
    find: () => Promise<DeliveredContent | undefined>,
  ): Promise<DeliveredContent | undefined> => {
    // Not cached, so that changed settings apply at once.
    const found = await undefinedIfNotFound(withTimeout(contentService.library(library)));
    const restricted = !found?.settings.publicDrafts;
    // For unknown libraries, too, so that callers cannot probe which ones exist.
    if (restricted) await requireReader(authorization, library);
    if (!found) return undefined;
    const content = await undefinedIfNotFound(find());
    return content && { ...content, restricted };
  };

  /** @throws UnauthenticatedError */
  const isReadable = async (authorization: string, library: string): Promise<boolean> => {
    try {
      await requireReader(authorization, library);
      return true;
    } catch (error) {
      if (error instanceof ForbiddenError) return false;
      throw error;
    }
  };

  const readSaved = async (address: ComponentAddress): Promise<DeliveredContent | undefined> => {
    const [version] = await withTimeout(contentService.versions([address]));
    if (!version || version.revision === 0) return undefined;
    return toDraft(version.view, version.modifiedAt, version.deletedAt);
  };

  const readNumbered = async (address: ComponentAddress): Promise<DeliveredContent | undefined> => {
    const [[version], revision] = await withTimeout(
      Promise.all([contentService.versions([address]), contentService.revision(address, Number(address.revision))]),
    );
    return revision && toDraft(revision.content, revision.at, version?.deletedAt ?? null);
  };

  return {
    async component(address) {
      const { library, revision } = address;
      const subject = versionId(address);
      const blob = () => readDelivered(library, deliveryKey(subject, revision));
      if (revision === 'published') return blob();
      if (revision === 'staged') return readDraft(address, blob);
      if (revision === 'saved') return readDraft(address, () => readSaved(address));
      if (revision !== String(Number(revision))) return undefined;
      const found = await blob();
      // A withdrawn number is a draft again, readable with permission.
      if (found && (found.deletedAt === undefined || address.authorization === undefined)) return found;
      return (await readDraft(address, () => readNumbered(address))) ?? found;
    },

    async stylesheet(address) {
      const { library, revision } = address;
      const blob = () => readDelivered(library, deliveryKey(library, revision));
      if (revision === 'published') return blob();
      if (revision === 'staged') return readDraft(address, blob);
      return readDraft(address, async () => {
        const sheet = await withTimeout(contentService.stylesheet(library));
        if (!sheet || sheet.revision === 0) return undefined;
        return toDraft(sheet.css, sheet.modifiedAt, sheet.deletedAt);
      });
    },

    async data({ name, library, authorization }) {
      const findSource = async (id?: string) => undefinedIfNotFound(withTimeout(contentService.dataSource(name, id)));
      const dataOf = ({ sample, modifiedAt, public: isPublic }: DataSource) => ({
        content: contentOf(Buffer.from(sample), modifiedAt),
        restricted: !isPublic,
      });
      if (authorization === undefined) {
        const source = await findSource(library);
        // Without a token, callers cannot find out which private data exists.
        return source?.public ? dataOf(source) : undefined;
      }
      if (library !== undefined) {
        const source = await findSource(library);
        if (!source?.public) await requireReader(authorization, library);
        return source && dataOf(source);
      }
      for (const each of await withTimeout(contentService.librariesWithDataSource(name))) {
        const source = await findSource(each);
        if (source && (source.public || (await isReadable(authorization, each)))) return dataOf(source);
      }
      return undefined;
    },

    media: async (library, names) => readPicture(mediaKey(library, names.join('/'))),
    thumbnail: async (names) => readPicture(['thumbnails', ...names].join('/')),

    close: () => invalidation.close(),
  };
}

const withTimeout = <Result>(work: Promise<Result>): Promise<Result> => within(TIMEOUT, work, databaseUnavailable);

const toDraft = (text: string, modifiedAt: number, deletedAt: number | null): DeliveredContent => ({
  content: contentOf(Buffer.from(text), modifiedAt),
  deletedAt: deletedAt ?? undefined,
});

/** Treats an invalid name as not found. */
async function undefinedIfNotFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof BadInputError || error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Actions that may concern all numbers: a release can publish an earlier one, while the change names the last. */
const CONCERNS_NUMBERS: ReadonlySet<Action> = new Set(['publish', 'unpublish', 'delete']);

/** The keys of the blobs that a change concerns. */
function keysOf({ kind, subject, action, revision }: Change): string[] {
  if (kind === 'stylesheet') return ['published', 'staged'].map((slot) => deliveryKey(subject, slot));
  const slots = ['published', 'staged', String(revision)];
  if (CONCERNS_NUMBERS.has(action)) for (let n = 1; n < revision; n++) slots.push(String(n));
  return slots.map((slot) => deliveryKey(subject, slot));
}
