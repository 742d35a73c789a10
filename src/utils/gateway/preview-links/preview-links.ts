/** Links that show drafts without sign-in, as a list of them needs them. Times are ISO 8601 text. */
export interface PreviewLink {
  readonly id: string;
  readonly versions: readonly {
    /** `library/component/version`. */
    readonly id: string;
    /** The revision that it is pinned to; null for the newest. */
    readonly revision: number | null;
  }[];
  readonly createdBy: string;
  readonly expiresAt: string;
  /** Null where nobody revoked it. */
  readonly revokedAt: string | null;
}

/** @throws whatever the way to the backend throws; ForbiddenError and UnauthenticatedError. */
export interface PreviewLinks {
  /** The latest 100 of a library. */
  list(library: string): Promise<readonly PreviewLink[]>;
  /**
   * Makes one for a version. Resolves with its id and its path on the host, which nobody is told again.
   * @param pinned keeps the revision that is the last one now
   */
  create(library: string, id: string, pinned: boolean): Promise<{ readonly id: string; readonly path: string }>;
  revoke(library: string, id: string): Promise<void>;
}
