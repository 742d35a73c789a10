/** Links that show drafts without sign-in, for lists of them. Times are ISO 8601 text. */
export interface PreviewLink {
  readonly id: string;
  readonly versions: readonly {
    /** `library/component/version`. */
    readonly id: string;
    /** The pinned revision; null for the newest. */
    readonly revision: number | null;
  }[];
  readonly createdBy: string;
  readonly expiresAt: string;
  /** Null if it is not revoked. */
  readonly revokedAt: string | null;
}

/** @throws errors of the connection to the backend; ForbiddenError and UnauthenticatedError */
export interface PreviewLinks {
  /** Returns the latest 100 links of a library. */
  list(library: string): Promise<readonly PreviewLink[]>;
  /**
   * Creates a link to a version. Resolves with its id and its path on the host, which is never returned again.
   * @param pinned whether it always shows the revision that is now the last one
   */
  create(library: string, id: string, pinned: boolean): Promise<{ readonly id: string; readonly path: string }>;
  revoke(library: string, id: string): Promise<void>;
}
