/** A library's components with the states of their versions, as a list of them needs them. Times are ISO 8601 text. */
import type { CatalogPage, CatalogRequest } from '../catalog/catalog';

/** How far a version is published, without its HTML. */
export interface VersionOverview {
  /** Last part of its id. */
  readonly name: string;
  /** Number of the last revision that the caller may see, from 1. */
  readonly revision: number;
  /** Numbers of the revisions that are delivered; null when none is. */
  readonly staged: number | null;
  readonly published: number | null;
  /** When it was unpublished; null for a version that is published, or never was. */
  readonly unpublishedAt: string | null;
  /** Since when it is deleted; null for one that is not. */
  readonly deletedAt: string | null;
}

export interface ComponentOverview {
  /** `library/component`. */
  readonly id: string;
  /** Its name for people. */
  readonly name: string;
  /** What it is, for people; empty for none. */
  readonly description: string;
  /** When it or one of its versions changed last. */
  readonly modifiedAt: string;
  /** The picture of how it looks: its URL, relative to the host; null while there is none. */
  readonly thumbnail: { readonly src: string; readonly renderedAt: string } | null;
  /** By name, without forks. */
  readonly versions: readonly VersionOverview[];
  /** It has more versions than are listed. */
  readonly hasMoreVersions: boolean;
}

/** By id, 48 on a page by default: each needs a query of the host's database. */
export type Overview = (
  library: string,
  request?: CatalogRequest & { readonly collection?: string },
) => Promise<CatalogPage<ComponentOverview>>;

export type VersionState = 'published' | 'changed' | 'staged' | 'draft' | 'unpublished' | 'deleted';

/** What is delivered of a version, compared with its last revision. */
export function stateOf({ revision, staged, published, unpublishedAt, deletedAt }: VersionOverview): VersionState {
  if (deletedAt !== null) return 'deleted';
  if (published !== null) return published === revision ? 'published' : 'changed';
  if (unpublishedAt !== null) return 'unpublished';
  return staged === null ? 'draft' : 'staged';
}
