/** Sets of revisions of one library that are published together. */
import type { VersionAddress } from './model.js';

export const RELEASE_STATES = ['open', 'published'] as const;
export type ReleaseState = (typeof RELEASE_STATES)[number];

/** Items of one release at most: they are published in one transaction. */
export const MAX_RELEASE_ITEMS = 200;

/** What is to be published of a version or stylesheet; null for the revision unpublishes it. */
export interface ReleaseItem extends VersionAddress {
  readonly revision: number | null;
}

export interface Release {
  readonly library: string;
  /** Unique in its library. */
  readonly id: string;
  readonly name: string;
  readonly state: ReleaseState;
  /** Grows with each change, from 1. */
  readonly revision: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly publishedAt: number | null;
}

export type ReleaseInput = Pick<Release, 'library' | 'id' | 'name'> & { readonly items: readonly ReleaseItem[] };
