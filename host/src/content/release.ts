/** Releases: sets of revisions of one library that are published together. */
import type { VersionAddress } from './model.js';

export const RELEASE_STATES = ['open', 'published'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** Maximum items of a release, which are published in one transaction. */
export const MAX_RELEASE_ITEMS = 200;

/** A version or stylesheet and the revision to publish. A null revision unpublishes it. */
export interface ReleaseItem extends VersionAddress {
  readonly revision: number | null;
}

export interface Release {
  readonly library: string;
  /** Unique in its library. */
  readonly id: string;
  readonly name: string;
  readonly state: ReleaseState;
  /** Incremented with each change, from 1. */
  readonly revision: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly publishedAt: number | null;
}

export type ReleaseInput = Pick<Release, 'library' | 'id' | 'name'> & { readonly items: readonly ReleaseItem[] };
