/** Uploads of pictures: validates them, encodes them in several sizes and types, stores the blobs, and records them. */
import { mediaKey } from '../addresses.js';
import { type BlobStore, damagedBlob, isWhole } from '../../storage/blob-store.js';
import { NotFoundError } from '../../lib/domain-error.js';
import type { ContentService } from '../content-service.js';
import type { Media } from '../model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { checkName, checkTitle } from '../../validation/check-input.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { bytesOf, type FileOnDisk, hashOfFile } from './file-on-disk.js';
import { inspect, type Picture, tooManyBytes } from './inspect-image.js';
import { PICTURE_LIMITS, type PictureLimits } from './limits.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { makeVariants, type Variant } from './image-variants.js';

export interface MediaOptions {
  blobs: BlobStore;
  contentService: Pick<
    ContentService,
    'library' | 'mediaItem' | 'putMedia' | 'deleteMedia' | 'earlierUpload' | 'rememberUpload'
  >;
  limits?: Partial<PictureLimits>;
  clock?: Clock;
}

export interface Upload {
  readonly library: string;
  /** Name shown in editors; at most 200 characters. It does not determine the type. */
  readonly name: string;
  readonly bytes: Uint8Array | FileOnDisk;
  readonly actor: PrincipalIdentity;
  /** Idempotency key. A retry returns the first result, even if the picture was deleted since. */
  readonly key?: string | undefined;
}

export interface ImageUploads {
  /**
   * Stores a picture. Uploading the same bytes to the same library again returns the same picture, and restores lost
   * sizes.
   * @throws BadInputError if the bytes are not an allowed picture, NotFoundError if the library does not exist,
   * KeyReusedError.
   */
  upload(upload: Upload): Promise<Media>;
  /** Permanently removes a picture with all its sizes. @throws NotFoundError if it does not exist. */
  remove(library: string, id: string, actor: PrincipalIdentity): Promise<void>;
}

export function createMedia({ blobs, contentService, limits, clock = systemClock }: MediaOptions): ImageUploads {
  const bounds: PictureLimits = { ...PICTURE_LIMITS, ...limits };
  const semaphore = createSemaphore(bounds.concurrency, bounds.waiting);
  const running = new Map<string, Promise<Media>>();

  /** Paths of recorded variants without an intact blob, such as after a disk failure or an incomplete restore. */
  const missingPaths = async (
    library: string,
    variants: Media['variants'],
    isIntact: (key: string, bytes: number) => Promise<boolean> = hasHead,
  ): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      variants.map(async ({ path, bytes }) => ({ path, there: await isIntact(mediaKey(library, path), bytes) })),
    );
    return new Set(found.filter(({ there }) => !there).map(({ path }) => path));
  };

  const hasHead = async (key: string): Promise<boolean> => isWhole(await blobs.head(key).catch(damagedBlob));

  /** Whether to read whole blobs: the head says little about blobs that were stored long ago. */
  const hasBytes = async (key: string, bytes: number): Promise<boolean> => {
    const blob = await blobs.get(key).catch(damagedBlob);
    return isWhole(blob) && blob.bytes.byteLength === bytes;
  };

  const hasBlobs = async ({ library, variants }: Media): Promise<boolean> =>
    (await missingPaths(library, variants)).size < variants.length;

  const store = async ({ library, name, bytes, actor }: Upload, id: string): Promise<Media> => {
    let media = await contentService.mediaItem(library, id);
    let encoded: { readonly picture: Picture; readonly variants: readonly Variant[] } | undefined;
    for (let attempt = 0; ; attempt++) {
      const missing = await missingPaths(library, media?.variants ?? [], attempt === 0 ? hasBytes : hasHead);
      if (media && (missing.size === 0 || attempt === ATTEMPTS)) return media;
      encoded ??= await semaphore(async () => {
        // The bytes are in memory from here on, but not while the upload was queued.
        const picture = await inspect(await bytesOf(bytes), bounds);
        return { picture, variants: await makeVariants(picture, bounds) };
      });
      const { picture, variants } = encoded;
      for (const variant of variants) {
        const path = pathOf(id, variant);
        if (media && !missing.has(path)) continue;
        await blobs.put(mediaKey(library, path), {
          bytes: variant.bytes,
          contentType: variant.type,
          cacheControl: IMMUTABLE,
          metadata: {},
        });
      }
      // The blobs come first, so that recorded pictures exist. After a crash, the next attempt overwrites left-over
      // blobs. A known picture is recorded again, because a concurrent deletion may have removed its record. The next
      // check of the blobs detects whether that deletion removed them, too.
      media = await record(
        media ?? {
          ...{ library, id, name, width: picture.width, height: picture.height },
          variants: variants.map((variant) => ({
            width: variant.width,
            height: variant.height,
            type: variant.type,
            bytes: variant.bytes.byteLength,
            path: pathOf(id, variant),
          })),
          ...{ author: actor.name, createdAt: clock() },
        },
      );
    }
  };

  const record = (media: Media): Promise<Media> =>
    contentService.putMedia(media).catch(async (error: unknown) => {
      // The library was deleted meanwhile, with its pictures.
      if (error instanceof NotFoundError) await deleteBlobs(media);
      throw error;
    });

  const deleteBlobs = async ({ library, variants }: Pick<Media, 'library' | 'variants'>): Promise<void> => {
    for (const { path } of variants) await blobs.delete(mediaKey(library, path));
  };

  /** Concurrent uploads of the same bytes make one picture. */
  const storeOnce = (upload: Upload, id: string): Promise<Media> => {
    const address = `${upload.library}/${id}`;
    const existing = running.get(address);
    if (existing) return existing;
    const result = store(upload, id).finally(() => running.delete(address));
    running.set(address, result);
    return result;
  };

  return {
    async upload(upload) {
      const { library, name, bytes, actor, key } = upload;
      checkName('library', library);
      checkTitle('name', name);
      if (!(await contentService.library(library)))
        throw new NotFoundError(`There is no library '${library}'. Check the id.`);
      if (bytes.byteLength > bounds.bytes) throw tooManyBytes(bounds);
      const id = hashOfFile(bytes).slice(0, ID_LENGTH);
      if (key === undefined) return storeOnce(upload, id);
      const keyedUpload = { operation: ['uploadMedia', library, id, name], actor, key };
      const earlier = await contentService.earlierUpload<Media>(keyedUpload);
      return earlier ?? contentService.rememberUpload(keyedUpload, await storeOnce(upload, id));
    },

    async remove(library, id, actor) {
      let media = await contentService.mediaItem(library, id);
      // The blobs come first. If one cannot be removed, the record remains and the deletion can be retried.
      if (media) await deleteBlobs(media);
      if (!(await contentService.deleteMedia(library, id, actor)))
        throw new NotFoundError(`There is no picture '${id}' in library '${library}'. Check the id.`);
      // A concurrent upload may have stored blobs since, which nobody could remove without a record.
      while (media && (await hasBlobs(media)) && !(await contentService.mediaItem(library, id))) {
        await deleteBlobs(media);
        // An upload that recorded it since may have checked the blobs before. So its record is removed, too.
        media = await contentService.mediaItem(library, id);
        if (!media) return;
        await deleteBlobs(media);
        await contentService.deleteMedia(library, id, actor);
      }
    },
  };
}

/** 128 bits, so that no two pictures collide. Hexadecimal, for file systems that ignore case. */
const ID_LENGTH = 32;
/** How often an upload stores blobs again after a concurrent deletion removed them. */
const ATTEMPTS = 3;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const pathOf = (id: string, { width, extension }: Variant): string => `${id}/${width}.${extension}`;
