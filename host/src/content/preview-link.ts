/** Links that show drafts to whoever has them, until they expire or are revoked. Times are milliseconds since 1970. */
import type { VersionAddress } from './model.js';

/** A version that a link shows. */
export interface PreviewSubject extends Omit<VersionAddress, 'library'> {
  /** The revision that it is pinned to; null for the last saved one, whichever that is. */
  readonly revision: number | null;
}

export interface PreviewLink {
  readonly id: string;
  readonly library: string;
  /** Address of the page whose customizations it shows; null for none. */
  readonly page: string | null;
  /** At least one. */
  readonly subjects: readonly PreviewSubject[];
  /** The revision of the stylesheet that goes with pinned versions, 0 where there was none; null for the last saved one. */
  readonly stylesheet: number | null;
  /** Name of who made it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** What a link is made of. */
export interface PreviewLinkInput {
  readonly library: string;
  /** Versions of the library. */
  readonly versions?: readonly Omit<VersionAddress, 'library'>[];
  /** Address of a page: its customizations are shown as well. */
  readonly page?: string;
  /** Pins the one version to this revision. */
  readonly revision?: number;
  /** Pins everything to the revision that is the last one now. */
  readonly pinned?: boolean;
  /** Whole days until it expires. */
  readonly days?: number;
}

/** A new link. Its token is told once, here. */
export interface NewPreviewLink {
  readonly link: PreviewLink;
  readonly token: string;
}

export const PREVIEW_LIMITS = Object.freeze({
  /** Days that a link lasts unless it is made to last otherwise, and the most. */
  days: 7,
  maxDays: 90,
  /** Versions of one link. */
  subjects: 50,
  /** Links of a library that are neither expired nor revoked. */
  perLibrary: 500,
});
