import type { Rates } from '../auth/rate-limit.js';
import type { Ledger } from '../domain/ledger.js';
import type { Actor, Media } from '../domain/model.js';
import type { Presences } from '../domain/presence.js';
import type { TokenStore } from '../domain/tokens.js';
import type { Allowed } from '../views/elements.js';
import type { Thumbnails } from '../media/thumbnails.js';
import type { Clock, Log } from '../ports.js';
import type { GraphQLLimits } from './limits.js';
import type { Seats } from './seats.js';

/** A place in a view or stylesheet that may not be, and why. */
export interface Problem {
  /** Of the offender in a view; a stylesheet has none. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** A sentence that names the offender. */
  readonly problem: string;
}

/** Everything wrong with a view's HTML; empty for one that may be saved. */
export type CheckView = (html: string, allowed: Allowed) => readonly Problem[];
/** Everything wrong with CSS. */
export type CheckStylesheet = (css: string) => readonly Problem[];

export interface MediaUploads {
  /**
   * Keeps a picture: checked, made anew in several sizes, and known to the ledger. The same bytes again are the same one.
   * @throws BadInputError for what is no picture, or is too large; NotFoundError where there is no such library.
   */
  upload(library: string, file: { readonly name: string; readonly bytes: Uint8Array }, actor: Actor): Promise<Media>;
}

/** What resolvers work with. */
export interface Services {
  readonly ledger: Ledger;
  readonly tokens: TokenStore;
  readonly checkView: CheckView;
  readonly checkStylesheet: CheckStylesheet;
  readonly media: MediaUploads;
  readonly thumbnails: Thumbnails;
  readonly presences: Presences;
  readonly log: Log;
  readonly rates: Rates;
  readonly seats: Seats;
  readonly limits: GraphQLLimits;
  readonly clock: Clock;
}
