/** Customizations: what pages have of their own, beside what it was made from. Times are milliseconds since 1970. */
import type { Revisioned, VersionAddress } from './model.js';

export interface Fork extends VersionAddress, Revisioned {
  /** `library/component/version` of what it was forked from. */
  readonly forkOrigin: string;
  /** Address of the page that it was made or saved on last; '' where nobody has said. */
  readonly page: string;
  /** Who saved it last, and when. */
  readonly author: string;
  readonly savedAt: number;
  /** The origin was saved after the fork was. */
  readonly originChanged: boolean;
  /** The origin is deleted, or not there. */
  readonly orphaned: boolean;
}

export const FORK_ORDERS = ['newest', 'oldest', 'page', 'author'] as const;
/** `newest` and `oldest` by their last change; `page` and `author` by the characters of their names. */
export type ForkOrder = (typeof FORK_ORDERS)[number];

/** Which forks, and in which order. What is left out does not matter. */
export interface ForkFilter {
  /** `newest` by default. */
  readonly order?: ForkOrder;
  /** Pages are given it: it is staged or published, neither reset nor deleted. */
  readonly inUse?: boolean;
  /** It was staged or published once, whether it still is or not: its page has been given it. */
  readonly wasInUse?: boolean;
  /** Of this component. */
  readonly component?: string;
  /**
   * Component, name, page and author together hold each word of this, whatever their case. A page of what is found may hold
   * fewer than were asked for, even none, before the last one.
   */
  readonly search?: string;
  /** Saved last by somebody of exactly this name. */
  readonly author?: string;
  /** Of pages whose address begins so. */
  readonly page?: string;
  readonly originChanged?: boolean;
  readonly orphaned?: boolean;
}
