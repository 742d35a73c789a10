/**
 * What a library holds beside its versions, as a picker needs it: a port like the store of versions, so that a product with a
 * backend of its own implements these functions. Times are ISO 8601 text.
 */

/** Something that can be placed on pages. */
export interface ComponentEntry {
  /** `library/component`. */
  readonly id: string;
  /** Its name for people. */
  readonly name: string;
  /** What it is, for people; empty for none. */
  readonly description: string;
  /** Keys of the collections it is shown in. */
  readonly collections: readonly string[];
  /** When it or one of its versions changed last. */
  readonly modifiedAt: string;
  /** The picture of how it looks (E4); null while there is none. */
  readonly thumbnail: { readonly renderedAt: string } | null;
}

/** A group of components, for people who choose one. */
export interface Collection {
  /** Its name within the library. */
  readonly key: string;
  /** Its name for people. */
  readonly name: string;
}

/** Where bound data comes from. */
export interface DataSource {
  /** First segment of the paths that read it. */
  readonly key: string;
  /** JSON text of an example of its data. */
  readonly sample: string;
}

/** One size and type of a picture. */
export interface PictureVariant {
  /** In pixels. */
  readonly width: number;
  /** Media type: `image/webp`, for instance. */
  readonly type: string;
  /** Size of the file. */
  readonly bytes: number;
  /** URL, relative to the host. */
  readonly src: string;
}

/** An uploaded picture. */
export interface Picture {
  /** `library/key`. */
  readonly id: string;
  /** The file's name when it was uploaded. */
  readonly name: string;
  /** Of the largest variant, in pixels. */
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
  /** Hand it in as `after` for the next page; null at the end. A page may be empty before that. */
  readonly next: string | null;
}

export interface CatalogRequest {
  /** Words that each thing holds in what it is called; without them, all. At most 200 characters. */
  readonly search?: string;
  /** The most items of the page: 1 to 100. Each function has its own default. */
  readonly first?: number;
  /** `next` of the page before. */
  readonly after?: string;
  /** Ends it: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Upload {
  readonly file: Blob;
  /** Name to keep. */
  readonly name: string;
  /** Hears how much of the request is sent, from 0 to 1. */
  progress?(sent: number): void;
  readonly signal?: AbortSignal;
}

/** @throws whatever the way to the backend throws; ForbiddenError and UnauthenticatedError without the role for it. */
export interface Catalog {
  /** By id, 100 on a page by default. */
  components(
    library: string,
    request?: CatalogRequest & { readonly collection?: string },
  ): Promise<CatalogPage<ComponentEntry>>;
  collections(library: string): Promise<readonly Collection[]>;
  dataSources(library: string): Promise<readonly DataSource[]>;
  /** Latest first, 100 on a page by default. */
  pictures(library: string, request?: CatalogRequest): Promise<CatalogPage<Picture>>;
  /** Keeps a picture; the same file again is the same picture. @throws BadInputError for what is none. */
  upload(library: string, upload: Upload): Promise<Picture>;
}
