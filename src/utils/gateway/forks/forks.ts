/** Customizations of a library, as a list of them needs them: a port like the store of versions. Times are ISO 8601 text. */
import type { CatalogPage } from '../catalog/catalog';

/** What a page has of its own instead of the version that it was forked from. */
export interface Fork {
  /** `library/component/version`. */
  readonly id: string;
  /** `library/component`. */
  readonly component: string;
  /** Last part of the id: the instance. */
  readonly name: string;
  /** Id of the version it was forked from. */
  readonly originId: string;
  /** Address of the page that it was made or saved on last; null where nobody has said. */
  readonly page: string | null;
  /** Name of who saved it last. */
  readonly author: string;
  readonly savedAt: string;
  /** The origin was saved after the fork was. */
  readonly originChanged: boolean;
  /** The origin is deleted, or not there. */
  readonly orphaned: boolean;
  /** Number of the last revision, from 1. */
  readonly revision: number;
  /** Numbers of the revisions that are delivered; null when none is. */
  readonly staged: number | null;
  readonly published: number | null;
  /** Since when it is deleted; null for one that is not. */
  readonly deletedAt: string | null;
}

/** `NEWEST` and `OLDEST` by their last change; `PAGE` and `AUTHOR` by the characters of their names. */
export type ForkOrder = 'NEWEST' | 'OLDEST' | 'PAGE' | 'AUTHOR';

export interface ForksRequest {
  /** `NEWEST` by default. */
  readonly order?: ForkOrder;
  /** Those that pages are given (the default), or those that were reset or deleted. */
  readonly inUse?: boolean;
  /** Words that component, name, page and author hold together. At most 200 characters. */
  readonly search?: string;
  /** Only those whose origin was saved after them. */
  readonly originChanged?: boolean;
  /** Only those whose origin is gone. */
  readonly orphaned?: boolean;
  /** `next` of the page before. */
  readonly after?: string;
  /** Ends it: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A page of a library's forks. @throws whatever the way to the backend throws; ForbiddenError and UnauthenticatedError. */
export type Forks = (library: string, request?: ForksRequest) => Promise<CatalogPage<Fork>>;
