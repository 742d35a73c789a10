/** Uploads of pictures: checked, made anew in several sizes and types, stored, and remembered. */
import { mediaKey } from '../addresses.js';
import { type BlobStore, DamagedBlobError, damagedBlob } from '../../storage/blob-store.js';
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
  /** What editors see; at most 200 characters. It says nothing about the type. */
  readonly name: string;
  readonly bytes: Uint8Array | FileOnDisk;
  readonly actor: PrincipalIdentity;
  /** Makes a retry safe: it gives what the upload gave the first time, also where that was deleted since. */
  readonly key?: string | undefined;
}

export interface ImageUploads {
  /**
   * Stores a picture. The same bytes again, in the same library, are the same picture; sizes of it that were lost are made anew.
   * @throws BadInputError when the bytes are no picture that is allowed, NotFoundError when there is no such library, KeyReusedError.
   */
  upload(upload: Upload): Promise<Media>;
  /** Removes a picture and all its sizes for good. @throws NotFoundError when there is none. */
  remove(library: string, id: string, by: PrincipalIdentity): Promise<void>;
}

export function createMedia({ blobs, contentService, limits, clock = systemClock }: MediaOptions): ImageUploads {
  const bounds: PictureLimits = { ...PICTURE_LIMITS, ...limits };
  const limited = createSemaphore(bounds.concurrency, bounds.waiting);
  const running = new Map<string, Promise<Media>>();

  /** The paths of what the content service names and nobody would be given: a disk has lost it, or a backup was without it. */
  const missingPaths = async (library: string, variants: Media['variants']): Promise<ReadonlySet<string>> => {
    const heads = await Promise.all(
      variants.map(async ({ path }) => ({ path, head: await blobs.head(mediaKey(library, path)).catch(damagedBlob) })),
    );
    const gone = heads.filter(({ head }) => head === undefined || head instanceof DamagedBlobError);
    return new Set(gone.map(({ path }) => path));
  };

  const hasBlobs = async ({ library, variants }: Media): Promise<boolean> =>
    (await missingPaths(library, variants)).size < variants.length;

  const make = async ({ library, name, bytes, actor }: Upload, id: string): Promise<Media> => {
    let media = await contentService.mediaItem(library, id);
    let made: { readonly picture: Picture; readonly variants: readonly Variant[] } | undefined;
    for (let attempt = 0; ; attempt++) {
      const missing = await missingPaths(library, media?.variants ?? []);
      if (media && (missing.size === 0 || attempt === ATTEMPTS)) return media;
      made ??= await limited(async () => {
        // In memory from now on, and not while it waited.
        const picture = await inspect(await bytesOf(bytes), bounds);
        return { picture, variants: await makeVariants(picture, bounds) };
      });
      const { picture, variants } = made;
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
      // Blobs first: what the content service names is there. Left-over blobs of a crash are written again by the next try. It is named
      // again also where it is known: who deletes it at the same time may have made it forgotten since. The next look at the blobs
      // tells whether that one has removed them since.
      media = await remember(
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

  const remember = (media: Media): Promise<Media> =>
    contentService.putMedia(media).catch(async (error: unknown) => {
      // The library was deleted meanwhile, and its pictures with it.
      if (error instanceof NotFoundError) await deleteBlobs(media);
      throw error;
    });

  const deleteBlobs = async ({ library, variants }: Pick<Media, 'library' | 'variants'>): Promise<void> => {
    for (const { path } of variants) await blobs.delete(mediaKey(library, path));
  };

  /** Uploads of the same bytes at the same time make one picture. */
  const makeOnce = (upload: Upload, id: string): Promise<Media> => {
    const address = `${upload.library}/${id}`;
    const same = running.get(address);
    if (same) return same;
    const result = make(upload, id).finally(() => running.delete(address));
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
      if (key === undefined) return makeOnce(upload, id);
      const named = { operation: ['uploadMedia', library, id, name], actor, key };
      const earlier = await contentService.earlierUpload<Media>(named);
      return earlier ?? contentService.rememberUpload(named, await makeOnce(upload, id));
    },

    async remove(library, id, by) {
      let media = await contentService.mediaItem(library, id);
      // Blobs first: where one can not be removed the picture is still known, and may be removed again.
      if (media) await deleteBlobs(media);
      if (!(await contentService.deleteMedia(library, id, by)))
        throw new NotFoundError(`There is no picture '${id}' in library '${library}'. Check the id.`);
      // Who uploads it at the same time may have stored files of it since, which nobody could remove once it is forgotten.
      while (media && (await hasBlobs(media)) && !(await contentService.mediaItem(library, id))) {
        await deleteBlobs(media);
        // An upload that has named it since finds its files gone, or has looked at them before: then it is what is removed.
        media = await contentService.mediaItem(library, id);
        if (!media) return;
        await deleteBlobs(media);
        await contentService.deleteMedia(library, id, by);
      }
    },
  };
}

/** 128 bits: no two pictures meet by chance. Hexadecimal, for file systems that do not tell case. */
const ID_LENGTH = 32;
/** How often an upload stores files again that somebody who deletes the picture has removed meanwhile. */
const ATTEMPTS = 3;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const pathOf = (id: string, { width, extension }: Variant): string => `${id}/${width}.${extension}`;
