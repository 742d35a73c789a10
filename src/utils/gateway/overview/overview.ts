/** The components of a library with the states of their versions, for lists of them. Times are ISO 8601 text. */
import type { CatalogPage, CatalogRequest } from '../catalog/catalog';

/** How far a version is published, without its HTML. */
export interface VersionOverview {
  /** Last part of its id. */
  readonly name: string;
  /** Number of the last revision that the caller may see, from 1. */
  readonly revision: number;
  /** Numbers of the delivered revisions; null if there is none. */
  readonly staged: number | null;
  readonly published: number | null;
  /** When it was unpublished; null if it is published, or never was. */
  readonly unpublishedAt: string | null;
  /** When it was deleted; null if it is not. */
  readonly deletedAt: string | null;
}

export interface ComponentOverview {
  /** `library/component`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Description for users; may be empty. */
  readonly description: string;
  /** When it or one of its versions last changed. */
  readonly modifiedAt: string;
  /** The thumbnail, with its URL relative to the host; null while there is none. */
  readonly thumbnail: { readonly src: string; readonly renderedAt: string } | null;
  /** Sorted by name, without forks. */
  readonly versions: readonly VersionOverview[];
  /** Whether it has more versions than are listed. */
  readonly hasMoreVersions: boolean;
}

/** Sorted by id; 48 per page by default: each needs a query of the host's database. */
export type Overview = (
  library: string,
  request?: CatalogRequest & { readonly collection?: string },
) => Promise<CatalogPage<ComponentOverview>>;

export type VersionState = 'published' | 'changed' | 'staged' | 'draft' | 'unpublished' | 'deleted';

/** Returns the delivery state of a version, compared with its last revision. */
export function stateOf({ revision, staged, published, unpublishedAt, deletedAt }: VersionOverview): VersionState {
  if (deletedAt !== null) return 'deleted';
  if (published !== null) return published === revision ? 'published' : 'changed';
  if (unpublishedAt !== null) return 'unpublished';
  return staged === null ? 'draft' : 'staged';
}
