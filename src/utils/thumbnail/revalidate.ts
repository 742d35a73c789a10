/** Keeps thumbnails up to date: the old one is shown until the new one is ready to replace it. */
import { findThumbnail, type FoundThumbnail } from './find';
import { isFresh, type ThumbnailMetadata } from './metadata';

/** The subject of a thumbnail. */
export interface ThumbnailSubject {
  /** Address of the thumbnail, without a query. */
  readonly url: string;
  /** When its content last changed: ISO 8601 text. */
  readonly modifiedAt: string;
}

/** A thumbnail that was drawn just now. */
export interface DrawnThumbnail {
  /** A JPEG. */
  readonly file: Blob;
  /** Milliseconds since 1970: when its content was read, not when it was ready. */
  readonly renderedAt: number;
}

/** The existing thumbnail, with the members that are used here. */
export type KnownThumbnail = FoundThumbnail<Pick<ThumbnailMetadata, 'componentRenderedAt'>>;

export interface RevalidationDependencies {
  find?(url: string): Promise<KnownThumbnail>;
  draw(): Promise<DrawnThumbnail>;
  upload(thumbnail: DrawnThumbnail): Promise<void>;
  /** Called with what to show: the old one's URL, then the new one as it was drawn; null while there is none. */
  show?(picture: string | Blob | null): void;
  log(message: string, error: unknown): void;
}

/** The result. `kept`: it is drawn and shown, but the host does not have it. */
export type RevalidationResult = 'fresh' | 'renewed' | 'kept' | 'forbidden' | 'failed';

/** Returns the address of a thumbnail that was made then, which is delivered as immutable. */
export const addressAt = (url: string, renderedAt: number): string => `${url}?${renderedAt}`;

/** Renews a thumbnail that is stale or missing. Never rejects: a page works without it. */
export async function revalidateThumbnail(
  subject: ThumbnailSubject,
  dependencies: RevalidationDependencies,
): Promise<RevalidationResult> {
  const { find = findThumbnail, draw, upload, show, log } = dependencies;
  const { url, modifiedAt } = subject;
  try {
    const found = await find(url);
    if (found.state === 'forbidden') {
      show?.(null);
      return 'forbidden';
    }
    show?.(found.state === 'there' ? addressAt(url, found.metadata.componentRenderedAt) : null);
    if (found.state === 'there' && isFresh(found.metadata, modifiedAt)) return 'fresh';
    const thumbnail = await draw();
    show?.(thumbnail.file);
    try {
      await upload(thumbnail);
      return 'renewed';
    } catch (error) {
      log(`The thumbnail ${url} was not uploaded`, error);
      return 'kept';
    }
  } catch (error) {
    log(`Could not make the thumbnail ${url}`, error);
    return 'failed';
  }
}
