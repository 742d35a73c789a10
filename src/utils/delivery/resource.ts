/** What delivery knows of one URL of the content-delivery host (S4-S6). Types, and what follows from them alone. */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { metadataHeader } from '../../global/metadata-header';
import type { ResourceType } from './resource-request';

/** Fetch cache phases, in order (specification §4). */
export type Phase = 'initial' | 'check' | 'updated';

/** A template or a stylesheet as the content-delivery host, or the cache, has it. */
export interface CachedResource {
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** Where a redirect led to: what is relative in it is relative to that. */
  readonly base?: string | undefined;
  /** When it was requested and when its headers arrived, in milliseconds since 1970; undefined for a response of the kit's cache. */
  readonly requestedAt?: number;
  readonly receivedAt?: number;
  /** Where the fetch cache stands; undefined means `initial`. */
  readonly phase?: Phase;
  /** Not the template itself, but what a server rendered from it. */
  readonly fromServer?: boolean;
  /** Why the host does not confirm what is shown. */
  readonly error?: Error | undefined;
}

/** What is remembered of a resource across visits. Times are milliseconds since 1970, by this browser's clock. */
export interface Metadata {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedAt: number;
  readonly checkedAt: number;
  readonly usedAt: number;
  /** When it was deleted, as the host says it; or the status that says that there is none. */
  readonly deletedAt: string | null;
  readonly fork: boolean;
  /** Bytes of the body; 0 where there is none. */
  readonly size: number;
  readonly hash: string;
  readonly library: string;
  /** Where a redirect led to. */
  readonly base?: string;
  /** Lazily loaded modules that rendering it needs: a repeat visit loads them together with the template. */
  readonly requirements?: readonly string[];
}

/**
 * `idle`: nobody requested it, or whoever did has left. `restoring`: the cache is asked. `loading`: the host is asked for the first
 * time. `ready`: there is a response. `deleted`: the host says that there is none (any more). `failed`: the host does not say.
 */
export type ResourceStatus = 'idle' | 'restoring' | 'loading' | 'ready' | 'deleted' | 'failed';

/** Whether the host is still to be asked, in this page load, if it has something newer (S6). */
export type CheckStatus = 'none' | 'due' | 'running' | 'done';

/** Everything that is known of a URL. Immutable: `reduce` makes the next one. */
export interface Resource {
  readonly url: string;
  readonly type: ResourceType;
  readonly status: ResourceStatus;
  /** What is shown: the last good response, also while the host does not confirm it. */
  readonly response?: CachedResource | undefined;
  /** Why there is no response, or why the host does not confirm it. */
  readonly error?: Error | undefined;
  readonly metadata?: Metadata | undefined;
  readonly check: CheckStatus;
  /** Requests that failed since the last one that did not. */
  readonly failures: number;
  /** How many want it. Nothing is requested for nobody. */
  readonly subscribers: number;
}

export const createResource = (url: string, type: ResourceType): Resource => ({
  url,
  type,
  status: 'idle',
  check: 'none',
  failures: 0,
  subscribers: 0,
});

/** Whether a new subscriber needs no request: it is here, or it is a fork that the host is known not to have. */
export const isSettled = ({ status, response, type }: Resource): boolean =>
  !!response || (status === 'deleted' && !!type.isFork);

/** Whether an error means that the host has no such resource: it was deleted; a fork may also just not be there (S4, S5). */
export const isDeletedError = (error: unknown, type: ResourceType): boolean =>
  error instanceof InvalidResponseError
    ? error.cause instanceof Response && metadataHeader(error.cause.headers, type.deletedAt) !== undefined
    : !!type.isFork && error instanceof FetchFailedError && (error.status === 404 || error.status === 410);
