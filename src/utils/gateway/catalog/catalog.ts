/**
 * The content of a library besides its versions, for pickers. It is a port like the store of versions: a product with
 * its own backend implements these functions. Times are ISO 8601 text.
 */

/** A component that can be placed on pages. */
export interface ComponentEntry {
  /** `library/component`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Description for users; may be empty. */
  readonly description: string;
  /** Keys of the collections that contain it. */
  readonly collections: readonly string[];
  /** When it or one of its versions last changed. */
  readonly modifiedAt: string;
  /** The thumbnail (E4); null while there is none. */
  readonly thumbnail: { readonly renderedAt: string } | null;
}

/** A group of components, shown in pickers. */
export interface Collection {
  /** Its key within the library. */
  readonly key: string;
  /** Display name. */
  readonly name: string;
}

/** A source of bound data. */
export interface DataSource {
  /** First segment of the paths that read it. */
  readonly key: string;
  /** An example of its data, as JSON text. */
  readonly sample: string;
}

/** One size and type of a picture. */
export interface PictureVariant {
  /** In pixels. */
  readonly width: number;
  /** Media type: `image/webp`, for instance. */
  readonly type: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** URL, relative to the host. */
  readonly src: string;
}

/** An uploaded picture. */
export interface Picture {
  /** `library/key`. */
  readonly id: string;
  /** Name of the uploaded file. */
  readonly name: string;
  /** Size of the largest variant, in pixels. */
  readonly width: number;
  readonly height: number;
  /** URL of the largest variant, relative to the host. */
  readonly src: string;
  /** Largest first. */
  readonly variants: readonly PictureVariant[];
  readonly author: string;
  readonly createdAt: string;
}

export interface CatalogPage<Item> {
  readonly items: readonly Item[];
  /** Pass it as `after` for the next page; null at the end. A page may be empty before that. */
  readonly next: string | null;
}

export interface CatalogRequest {
  /** Words that must all occur in the name of an item; without them, all items. At most 200 characters. */
  readonly search?: string;
  /** Maximum number of items: 1 to 100. Each function has its own default. */
  readonly first?: number;
  /** `next` of the previous page. */
  readonly after?: string;
  /** Aborts the request: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Upload {
  readonly file: Blob;
  /** File name to store. */
  readonly name: string;
  /** Called with the fraction of the request that is sent, from 0 to 1. */
  progress?(sent: number): void;
  readonly signal?: AbortSignal;
}

/** @throws errors of the connection to the backend; ForbiddenError and UnauthenticatedError without the required role */
export interface Catalog {
  /** Sorted by id; 100 per page by default. */
  components(
    library: string,
    request?: CatalogRequest & { readonly collection?: string },
  ): Promise<CatalogPage<ComponentEntry>>;
  collections(library: string): Promise<readonly Collection[]>;
  dataSources(library: string): Promise<readonly DataSource[]>;
  /** Latest first; 100 per page by default. */
  pictures(library: string, request?: CatalogRequest): Promise<CatalogPage<Picture>>;
  /** Stores a picture; the same file again is the same picture. @throws BadInputError for another file */
  upload(library: string, upload: Upload): Promise<Picture>;
}
