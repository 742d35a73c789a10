/**
 * Thumbnails: pictures of rendered versions and components, uploaded by the renderer. A thumbnail exists only as a
 * blob. No database row can disagree with it, so it needs no outbox. An upload is acknowledged when the blob is stored.
 */
import sharp from 'sharp';
import { versionId } from '../addresses.js';
import { type Blob, type BlobHeaders, type BlobStore, damagedBlob, isWhole } from '../../storage/blob-store.js';
import { BadInputError, ConflictError, NotFoundError } from '../../lib/domain-error.js';
import type { ContentService, KeyedUpload, Write } from '../content-service.js';
import type { Component, VersionAddress } from '../model.js';
import { createKeyedMutex } from '../../lib/keyed-mutex.js';
import { type Clock, systemClock } from '../../lib/clock.js';
import { metaValue } from '../../storage/metadata-value.js';
import { bytesOf, type FileOnDisk, hashOfFile } from './file-on-disk.js';
import { inspect, refused, unreadable } from './inspect-image.js';
import { type PictureLimits, THUMBNAIL, THUMBNAIL_LIMITS } from './limits.js';
import { componentKey, removeThumbnails, versionKey } from './thumbnail-blobs.js';
import { createSemaphore } from '../../lib/semaphore.js';

export interface ThumbnailUpload {
  /** The version that was rendered. */
  readonly version: VersionAddress;
  /** The rendered revision; it must be the last one. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly renderedAt: number;
  /** Whether the thumbnail represents the whole component. */
  readonly ofComponent: boolean;
  readonly bytes: Uint8Array | FileOnDisk;
  /** Makes a retry safe: it returns the first result, even if the thumbnail was replaced or deleted since. */
  readonly retry?: Pick<Write, 'actor' | 'key'>;
}

export interface Thumbnail {
  /** Path on the host and on the cdn. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** `library/component/version` of the rendered version. Its revision and the time of rendering follow. */
  readonly version: string;
  readonly revision: number;
  readonly renderedAt: number;
}

/** A thumbnail whose size is read from its bytes on demand. */
export type StoredThumbnail = Omit<Thumbnail, 'width' | 'height'> & {
  readonly [Side in 'width' | 'height']: () => Promise<number>;
};

export interface Thumbnails {
  /**
   * Stores a thumbnail, encoded again from its pixels. A thumbnail older than the stored one is ignored, so that a late
   * retry does not overwrite it.
   * @returns the stored thumbnail.
   * @throws BadInputError for a file that is not a JPEG or exceeds the limits, NotFoundError if the version does not
   * exist, ConflictError if it has a different revision now, KeyReusedError.
   */
  put(upload: ThumbnailUpload): Promise<Thumbnail>;
  /** The thumbnail that represents a component; undefined if there is none. */
  ofComponent(component: Pick<Component, 'library' | 'id'>): Promise<StoredThumbnail | undefined>;
  /** Removes the thumbnail of a version. Removes the component's thumbnail, too, if it shows this version. */
  remove(version: VersionAddress): Promise<void>;
}

export interface ThumbnailOptions {
  readonly blobs: BlobStore;
  readonly contentService: Pick<ContentService, 'versions' | 'component' | 'earlierUpload' | 'rememberUpload'>;
  readonly limits?: Partial<PictureLimits>;
  readonly clock?: Clock;
}

export function createThumbnails({ blobs, contentService, limits, clock = systemClock }: ThumbnailOptions): Thumbnails {
  const bounds: PictureLimits = { ...THUMBNAIL_LIMITS, ...limits };
  const semaphore = createSemaphore(bounds.concurrency, bounds.waiting);
  const runSerialized = createKeyedMutex<undefined>();

  /** Reads the current version and its component. */
  const findCurrent = async ({ version: address, revision }: ThumbnailUpload) => {
    const { library, component: id } = address;
    const [[version], component] = await Promise.all([
      contentService.versions([address]),
      contentService.component(library, id),
    ]);
    if (!version || !component || version.deletedAt !== null) {
      throw new NotFoundError(`There is no version "${versionId(address)}". Check the id.`);
    }
    if (version.revision !== revision) throw new ConflictError(`Version "${versionId(address)}"`, revision, version);
    return { version, component };
  };

  const store = async (upload: ThumbnailUpload): Promise<Thumbnail> => {
    const { version: address, renderedAt, ofComponent } = upload;
    if (renderedAt > clock() + SKEW_MILLISECONDS) {
      throw new BadInputError(
        `renderedAt is ${new Date(renderedAt).toISOString()}, which is in the future. Check the clock, and send the current time.`,
        'renderedAt',
      );
    }
    await findCurrent(upload);
    const bytes = await semaphore(async () => encode(await bytesOf(upload.bytes), bounds));
    const key = ofComponent ? componentKey(address) : versionKey(address);
    return runSerialized(key, async () => {
      // A damaged thumbnail is replaced.
      const current = await blobs.get(key).catch(damagedBlob);
      if (isWhole(current) && Date.parse(current.metadata['componentrenderedat'] ?? '') > renderedAt)
        return thumbnailOf(key, current);
      // Checked again: the version may have been saved or deleted during the encoding.
      const { version, component } = await findCurrent(upload);
      const blob = {
        bytes,
        contentType: 'image/jpg',
        cacheControl: 'public,max-age=31536000,immutable',
        metadata: {
          versionid: metaValue(version.version),
          versionrevision: String(version.revision),
          componentid: metaValue(component.id),
          componentrenderedat: isoTime(renderedAt),
          componentmodifiedat: isoTime(component.modifiedAt),
          componentcreatedat: isoTime(component.createdAt),
          modifiedat: isoTime(version.modifiedAt),
        },
      };
      await blobs.put(key, blob);
      await findCurrent(upload).catch(async (error: unknown) => {
        // The version was deleted since, so nobody else removes the thumbnail.
        if (error instanceof NotFoundError) await blobs.delete(key);
        if (!(error instanceof ConflictError)) throw error;
      });
      return thumbnailOf(key, blob);
    });
  };

  return {
    async put(upload) {
      const keyedUpload = toKeyedUpload(upload);
      if (!keyedUpload) return store(upload);
      const earlier = await contentService.earlierUpload<Thumbnail>(keyedUpload);
      return earlier ?? contentService.rememberUpload(keyedUpload, await store(upload));
    },

    async ofComponent({ library, id: component }) {
      const key = componentKey({ library, component });
      const head = await blobs.head(key);
      if (!head) return undefined;
      let size: ReturnType<typeof sizeOf> | undefined;
      const measure = (): ReturnType<typeof sizeOf> =>
        (size ??= blobs
          .get(key)
          .catch(damagedBlob)
          .then((blob) => {
            if (!isWhole(blob))
              throw new NotFoundError(
                `The thumbnail of "${library}/${component}" no longer exists. Load the component again.`,
              );
            return sizeOf(blob);
          }));
      return {
        ...infoOf(key, head),
        width: async () => (await measure()).width,
        height: async () => (await measure()).height,
      };
    },

    remove: (version) => removeThumbnails(blobs, version),
  };
}

/** Undefined without an idempotency key. */
function toKeyedUpload({ version, revision, renderedAt, ofComponent, bytes, retry }: ThumbnailUpload) {
  if (retry?.key === undefined) return undefined;
  const operation = ['uploadThumbnail', versionId(version), revision, renderedAt, ofComponent, hashOfFile(bytes)];
  return { ...retry, operation } satisfies KeyedUpload;
}

/** Tolerated difference between the clocks of the renderer and the host. */
const SKEW_MILLISECONDS = 60_000;

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const thumbnailOf = async (key: string, blob: Pick<Blob, 'bytes' | 'metadata'>): Promise<Thumbnail> => ({
  ...infoOf(key, blob),
  ...(await sizeOf(blob)),
});

async function sizeOf({ bytes }: Pick<Blob, 'bytes'>): Promise<Pick<Thumbnail, 'width' | 'height'>> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

function infoOf(key: string, { metadata }: Pick<BlobHeaders, 'metadata'>): Omit<Thumbnail, 'width' | 'height'> {
  const [, library] = key.split('/');
  const names = [metadata['componentid'], metadata['versionid']].map((name) => decodeURIComponent(name ?? ''));
  return {
    src: `/${key.split('/').map(encodeURIComponent).join('/')}`,
    version: [library, ...names].join('/'),
    revision: Number(metadata['versionrevision']),
    renderedAt: Date.parse(metadata['componentrenderedat'] ?? ''),
  };
}

/** Encodes the pixels of a JPEG as a new JPEG of at most the size of a thumbnail. */
async function encode(bytes: Uint8Array, limits: PictureLimits): Promise<Buffer> {
  const picture = await inspect(bytes, limits);
  if (picture.family !== 'jpeg') throw refused(`The file is a picture of another type; a thumbnail is a JPEG.`);
  const width = Math.min(picture.width, THUMBNAIL.width);
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  try {
    return await sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width, height, fit: 'fill' })
      .extract({ left: 0, top: 0, width, height: Math.min(height, THUMBNAIL.height) })
      .toColorspace('srgb')
      .jpeg({ quality: THUMBNAIL.quality, progressive: true })
      .timeout({ seconds: Math.ceil(limits.milliseconds / 1000) })
      .toBuffer();
  } catch (error) {
    throw unreadable(error, 'a JPEG picture');
  }
}
