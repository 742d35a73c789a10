/** What delivery knows of one URL of the content-delivery host (S4-S6). */

/** Fetch cache phases, in order (specification §4). */
export type Phase = 'initial' | 'check' | 'updated';

/** A template or a stylesheet as the content-delivery host, or the cache, has it. */
export interface CachedResource {
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** When it was requested, in milliseconds since 1970; undefined for a response from the cache. */
  readonly askedAt?: number;
  /** Where the fetch cache stands; undefined means `initial`. */
  phase?: Phase;
  /** Not the template itself, but what a server rendered from it. */
  readonly fromServer?: boolean;
  /** Why the host does not confirm what is shown. */
  readonly error?: Error;
}

/** What is requested: the media type accepted, the header of a deleted one (S5), and whether it is a fork (S4). */
export interface ResourceType {
  readonly accept: string;
  readonly deletedHeader: string;
  readonly isFork?: boolean;
}
export const TEMPLATE: ResourceType = { accept: 'text/html', deletedHeader: 'x-ms-meta-versiondeletedat' };
export const FORK: ResourceType = { ...TEMPLATE, isFork: true };
export const STYLESHEET: ResourceType = { accept: 'text/css', deletedHeader: 'x-ms-meta-deletedat' };
