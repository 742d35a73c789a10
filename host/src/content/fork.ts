/** Customizations: versions of a component for one page, forked from an original. Times are milliseconds since 1970. */
import type { Revisioned, VersionAddress } from './model.js';

export interface Fork extends VersionAddress, Revisioned {
  /** `library/component/version` of the original. */
  readonly forkOrigin: string;
  /** Address of the page on which it was last created or saved; '' if unknown. */
  readonly page: string;
  /** Who saved it last, at the time `savedAt`. */
  readonly author: string;
  readonly savedAt: number;
  /** Whether the original was saved after the fork. */
  readonly originChanged: boolean;
  /** Whether the original is deleted or does not exist. */
  readonly orphaned: boolean;
}

export const FORK_ORDERS = ['newest', 'oldest', 'page', 'author'] as const;
/** `newest` and `oldest` sort by the last change; `page` and `author` by code point. */
export type ForkOrder = (typeof FORK_ORDERS)[number];

/** Selects and orders forks. An undefined property does not filter. */
export interface ForkFilter {
  /** `newest` by default. */
  readonly order?: ForkOrder;
  /** Whether pages get it: it is staged or published, and not reset or deleted. */
  readonly inUse?: boolean;
  /** Whether it was ever staged or published, so that its page has received it. */
  readonly wasInUse?: boolean;
  /** Only forks of this component. */
  readonly component?: string;
  /**
   * Component, name, page and author together contain every word, ignoring case. Before the last page, a page of
   * results may have fewer items than requested, or none.
   */
  readonly search?: string;
  /** Only forks last saved by an author of exactly this name. */
  readonly author?: string;
  /** Only forks of pages whose address begins like this. */
  readonly page?: string;
  readonly originChanged?: boolean;
  readonly orphaned?: boolean;
}
