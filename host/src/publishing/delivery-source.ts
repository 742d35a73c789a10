import type { Blob } from '../storage/blob-store.js';
import type { Content } from '../lib/content.js';

/** The caller's credentials: access to staged and saved content may be restricted. */
export interface Credentials {
  /** The Authorization header of the request, if present. */
  readonly authorization?: string | undefined;
}

export interface ComponentAddress extends Credentials {
  readonly library: string;
  readonly component: string;
  /** A version's name or, for a fork, the id of the instance. */
  readonly version: string;
  /** `published`, `staged`, `saved` or digits. */
  readonly revision: string;
}

export interface StylesheetAddress extends Credentials {
  readonly library: string;
  readonly revision: string;
}

/** A delivered component or stylesheet. A deleted one is still delivered, as a tombstone (contract S5). */
export interface DeliveredContent {
  /** Undefined for a tombstone. */
  readonly content: Content | undefined;
  /** Milliseconds since 1970. */
  readonly deletedAt: number | undefined;
  /** `x-ms-meta-*` headers without that prefix. They override those of the route. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Whether only this caller may get the content, so that shared caches must not store it. */
  readonly restricted?: boolean;
}

/** The name of data and its library. Without a library: the first library, by name, whose data the caller may read. */
export interface DataAddress extends Credentials {
  readonly name: string;
  readonly library: string | undefined;
}

/** The content of a blob, with its headers. */
export type StoredContent = Content & Pick<Blob, 'contentType' | 'cacheControl' | 'metadata'>;

/**
 * A source of delivered content: a folder, or published content.
 * @throws UnauthenticatedError, ForbiddenError if a promise rejects because of the caller's credentials.
 */
export interface Library {
  component(address: ComponentAddress): Promise<DeliveredContent | undefined>;
  stylesheet(address: StylesheetAddress): Promise<DeliveredContent | undefined>;
  data(address: DataAddress): Promise<Pick<DeliveredContent, 'content' | 'restricted'> | undefined>;
  media(library: string, names: readonly string[]): Promise<(Content & Partial<StoredContent>) | undefined>;
  /** `names` are the path segments after `/thumbnails/`. */
  thumbnail?(names: readonly string[]): Promise<StoredContent | undefined>;
}
