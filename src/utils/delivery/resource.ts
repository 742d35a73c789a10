/** State of one URL of the content-delivery host (S4-S6): types, and functions that only depend on them. */
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { metadataHeader } from '../../global/metadata-header';
import type { ResourceType } from './resource-request';

/** Fetch cache phases, in order (specification §4). */
export type Phase = 'initial' | 'check' | 'updated';

/** A template or a stylesheet as returned by the content-delivery host or the cache. */
export interface CachedResource {
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** The URL after a redirect, against which relative URLs resolve. */
  readonly base?: string | undefined;
  /**
   * Time of the request and of the response headers, in milliseconds since 1970; undefined for a response of the kit's
   * cache.
   */
  readonly requestedAt?: number;
  readonly receivedAt?: number;
  /** Phase of the fetch cache; undefined means `initial`. */
  readonly phase?: Phase;
  /** Whether it is server-rendered content instead of the template itself. */
  readonly fromServer?: boolean;
  /** The error that prevents confirmation by the host. */
  readonly error?: Error | undefined;
}

/** Metadata that is stored across visits. Times are milliseconds since 1970 by this browser's clock. */
export interface Metadata {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly fetchedAt: number;
  readonly checkedAt: number;
  readonly usedAt: number;
  /** Deletion time according to the host, or the status of a missing resource. */
  readonly deletedAt: string | null;
  readonly fork: boolean;
  /** Bytes of the body; 0 if there is none. */
  readonly size: number;
  readonly hash: string;
  readonly library: string;
  /** The URL after a redirect. */
  readonly base?: string;
  /** Lazily loaded modules that rendering it needs; a repeat visit loads them together with the template. */
  readonly requirements?: readonly string[];
}

/**
 * `idle`: not requested, or all subscribers have left. `restoring`: the cache is being asked. `loading`: the host is
 * being asked for the first time. `ready`: there is a response. `deleted`: the host does not have it (any more).
 * `failed`: the state of the host is unknown.
 */
export type ResourceStatus = 'idle' | 'restoring' | 'loading' | 'ready' | 'deleted' | 'failed';

/** State of the check for a newer version in this page load (S6). */
export type CheckStatus = 'none' | 'due' | 'running' | 'done';

/** State of a URL. Immutable: `reduce` returns the next state. */
export interface Resource {
  readonly url: string;
  readonly type: ResourceType;
  readonly status: ResourceStatus;
  /** The last valid response, which is shown even if the host does not confirm it. */
  readonly response?: CachedResource | undefined;
  /** The reason why there is no response, or why the host does not confirm it. */
  readonly error?: Error | undefined;
  readonly metadata?: Metadata | undefined;
  readonly check: CheckStatus;
  /** Number of failures since the last successful request. */
  readonly failures: number;
  /** Number of subscribers. Without subscribers nothing is requested. */
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

/**
 * Whether a new subscriber needs no request: there is a response, or it is a fork that the host is known not to have.
 */
export const isSettled = ({ status, response, type }: Resource): boolean =>
  !!response || (status === 'deleted' && !!type.isFork);

/** Whether an error means that the host does not have a resource: it was deleted, or a fork does not exist (S4, S5). */
export const isDeletedError = (error: unknown, type: ResourceType): boolean =>
  error instanceof InvalidResponseError
    ? error.cause instanceof Response && metadataHeader(error.cause.headers, type.deletedAt) !== undefined
    : !!type.isFork && error instanceof FetchFailedError && (error.status === 404 || error.status === 410);
