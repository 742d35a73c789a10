/** The customizations of a library, for lists of them: a port like the store of versions. Times are ISO 8601 text. */
import type { CatalogPage } from '../catalog/catalog';

/** A page's own version, which replaces the version that it was forked from. */
export interface Fork {
  /** `library/component/version`. */
  readonly id: string;
  /** `library/component`. */
  readonly component: string;
  /** Last part of the id: the instance. */
  readonly name: string;
  /** Id of the version it was forked from. */
  readonly originId: string;
  /** Address of the page that created or saved it last; null if unknown. */
  readonly page: string | null;
  /** Name of the user who saved it last. */
  readonly author: string;
  readonly savedAt: string;
  /** Whether the origin was saved after the fork. */
  readonly originChanged: boolean;
  /** Whether the origin is deleted or missing. */
  readonly orphaned: boolean;
  /** Number of the last revision, from 1. */
  readonly revision: number;
  /** Numbers of the delivered revisions; null if there is none. */
  readonly staged: number | null;
  readonly published: number | null;
  /** When it was deleted; null if it is not. */
  readonly deletedAt: string | null;
}

/** `NEWEST` and `OLDEST` sort by the last change, `PAGE` and `AUTHOR` by the characters of the names. */
export type ForkOrder = 'NEWEST' | 'OLDEST' | 'PAGE' | 'AUTHOR';

export interface ForksRequest {
  /** `NEWEST` by default. */
  readonly order?: ForkOrder;
  /** Whether to list the forks that pages receive (the default), or those that were reset or deleted. */
  readonly inUse?: boolean;
  /** Words that must all occur in component, name, page or author. At most 200 characters. */
  readonly search?: string;
  /** Only forks whose origin was saved after them. */
  readonly originChanged?: boolean;
  /** Only forks whose origin is deleted or missing. */
  readonly orphaned?: boolean;
  /** `next` of the previous page. */
  readonly after?: string;
  /** Aborts the request: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Returns a page of a library's forks. @throws errors of the connection; ForbiddenError and UnauthenticatedError */
export type Forks = (library: string, request?: ForksRequest) => Promise<CatalogPage<Fork>>;
