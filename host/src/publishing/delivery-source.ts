import type { Blob } from '../storage/blob-store.js';
import type { Content } from '../lib/content.js';

/** Who asks: staged and saved content is not for everybody everywhere. */
export interface Credentials {
  /** The request's Authorization header, where there was one. */
  readonly authorization?: string | undefined;
}

export interface ComponentAddress extends Credentials {
  readonly library: string;
  readonly component: string;
  /** A version's name or, for a fork, the id of the instance. */
  readonly version: string;
  /** published, staged, saved or digits. */
  readonly revision: string;
}

export interface StylesheetAddress extends Credentials {
  readonly library: string;
  readonly revision: string;
}

/** A component or stylesheet as it is delivered; one that was deleted is still there, marked (contract S5). */
export interface DeliveredContent {
  /** Undefined when only the mark is left. */
  readonly content: Content | undefined;
  /** Milliseconds since 1970. */
  readonly deletedAt: number | undefined;
  /** `x-ms-meta-*` without that beginning, where the source knows better than the route. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only for who asked: nobody in between may keep it. */
  readonly restricted?: boolean;
}

/** Data by its name; of that library, or of the first one, by name, that has such data for who asks. */
export interface DataAddress extends Credentials {
  readonly name: string;
  readonly library: string | undefined;
}

/** A blob as content. */
export type StoredContent = Content & Pick<Blob, 'contentType' | 'cacheControl' | 'metadata'>;

/**
 * Where content comes from. A folder, or what was published; whatever keeps this promise can take its place.
 * @throws UnauthenticatedError, ForbiddenError where a promise rejects because of who asks.
 */
export interface Library {
  component(address: ComponentAddress): Promise<DeliveredContent | undefined>;
  stylesheet(address: StylesheetAddress): Promise<DeliveredContent | undefined>;
  data(address: DataAddress): Promise<Pick<DeliveredContent, 'content' | 'restricted'> | undefined>;
  media(library: string, names: readonly string[]): Promise<(Content & Partial<StoredContent>) | undefined>;
  /** By the names after `/thumbnails/`. */
  thumbnail?(names: readonly string[]): Promise<StoredContent | undefined>;
}
