/** Keeps thumbnails as things are: the old one shows until the new one is made, and is then replaced. */
import { findThumbnail, type FoundThumbnail } from './find';
import { isFresh, type ThumbnailMetadata } from './metadata';

/** What a thumbnail is of. */
export interface ThumbnailSubject {
  /** Where it is delivered, without a query. */
  readonly url: string;
  /** When what it shows was changed last: ISO 8601 text. */
  readonly modifiedAt: string;
}

/** A thumbnail that was drawn just now. */
export interface DrawnThumbnail {
  /** A JPEG. */
  readonly file: Blob;
  /** Milliseconds since 1970: when what it shows was read, not when it was ready. */
  readonly renderedAt: number;
}

/** What there is, as far as it matters here. */
export type KnownThumbnail = FoundThumbnail<Pick<ThumbnailMetadata, 'componentRenderedAt'>>;

export interface RevalidationDependencies {
  find?(url: string): Promise<KnownThumbnail>;
  draw(): Promise<DrawnThumbnail>;
  upload(drawn: DrawnThumbnail): Promise<void>;
  /** Is told what to show: the old one's URL, then the new one as it was drawn; null where there is none yet. */
  show?(picture: string | Blob | null): void;
  log(message: string, error: unknown): void;
}

/** How it ended. `kept`: drawn, and shown, but the host does not have it. */
export type RevalidationResult = 'fresh' | 'renewed' | 'kept' | 'forbidden' | 'failed';

/** The address of a thumbnail as it was made then: it is delivered as never changing. */
export const addressAt = (url: string, renderedAt: number): string => `${url}?${renderedAt}`;

/** Renews a thumbnail that is stale or missing. Never rejects: a page does without. */
export async function revalidateThumbnail(
  subject: ThumbnailSubject,
  ports: RevalidationDependencies,
): Promise<RevalidationResult> {
  const { find = findThumbnail, draw, upload, show, log } = ports;
  const { url, modifiedAt } = subject;
  try {
    const found = await find(url);
    if (found.state === 'forbidden') {
      show?.(null);
      return 'forbidden';
    }
    show?.(found.state === 'there' ? addressAt(url, found.metadata.componentRenderedAt) : null);
    if (found.state === 'there' && isFresh(found.metadata, modifiedAt)) return 'fresh';
    const drawn = await draw();
    show?.(drawn.file);
    try {
      await upload(drawn);
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
