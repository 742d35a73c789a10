/** Links that show drafts to everybody who has them, until they expire or are revoked. Times are milliseconds since 1970. */
import type { VersionAddress } from './model.js';

/** A version that a link shows. */
export interface PreviewSubject extends Omit<VersionAddress, 'library'> {
  /** The pinned revision; null for the last saved one. */
  readonly revision: number | null;
}

export interface PreviewLink {
  readonly id: string;
  readonly library: string;
  /** Address of the page whose customizations the link shows; null for none. */
  readonly page: string | null;
  /** At least one. */
  readonly subjects: readonly PreviewSubject[];
  /** The stylesheet revision for pinned versions, 0 if there was none; null for the last saved one. */
  readonly stylesheet: number | null;
  /** Name of its creator. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** The input for a new link. */
export interface PreviewLinkInput {
  readonly library: string;
  /** Versions of the library. */
  readonly versions?: readonly Omit<VersionAddress, 'library'>[];
  /** Address of a page whose customizations are shown as well. */
  readonly page?: string;
  /** Pins the only version to this revision. */
  readonly revision?: number;
  /** Pins everything to its current last revision. */
  readonly pinned?: boolean;
  /** Days until the link expires, a whole number. */
  readonly days?: number;
}

/** A new link. This is the only time that its token is returned. */
export interface NewPreviewLink {
  readonly link: PreviewLink;
  readonly token: string;
}

export const PREVIEW_LIMITS = Object.freeze({
  /** Days until a link expires: by default, and at most. */
  days: 7,
  maxDays: 90,
  /** Versions of one link. */
  subjects: 50,
  /** Active links of a library: neither expired nor revoked. */
  perLibrary: 500,
});
