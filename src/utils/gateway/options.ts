/** What the gateway is made with: where the backend is, who asks, and ports with real defaults. */
import type { Logger } from '../../global/logger';
import type { UnauthenticatedError } from './errors';
import type { TabDependencies } from './changes/tab-channel';
import type { StartTimer } from './presence/heartbeat';

/** Who asks: a bearer token, or an object that has one, perhaps with the name of the person; null for nobody. */
export type Auth = string | { readonly token: string; readonly name?: string };

/**
 * What was refused: an operation after somebody pressed a button (`askAgain`), so that a question is no surprise; another operation; or
 * one that nobody waits for, such as the presence of an editor. In the midst of typing, a dialog would take what is typed.
 */
export type AuthTrigger = 'button' | 'operation' | 'background';

export interface BatchOptions {
  /** Milliseconds for which queries wait for one another; 10 by default. */
  readonly interval?: number;
  /** Queries in one request; 10 by default. */
  readonly max?: number;
}

export interface GatewayOptions {
  /** Where GraphQL is asked, absolute or relative to the page: see `graphqlUrl`. */
  readonly url: string;
  /** The library that is edited. */
  readonly library: string;
  /** An opaque name, sent to the backend as the header `x-feaas-environment`. */
  readonly environment?: string;
  /** Who asks at first. */
  readonly auth?: Auth | null;
  /**
   * Asked once when the backend refuses who asks; null, or a failure, leaves it at the refusal. After one in the background, the next
   * operation asks again.
   */
  readonly requestAuth?: (reason: UnauthenticatedError, trigger: AuthTrigger) => Promise<Auth | null>;
  /** Queries go by GET, so that intermediaries may keep them; everything else by POST. */
  readonly useGetForQueries?: boolean;
  /** Queries that are asked for at about the same time go in one request. They go by POST. */
  readonly batch?: boolean | BatchOptions;
  /** Sends a query's hash instead of its text where the backend knows it; true by default. */
  readonly persistedQueries?: boolean;
  /** Seconds after which a request counts as failed; 35 by default, more than the host's own limit. */
  readonly timeout?: number;
  /** Does the requests. */
  readonly fetch?: typeof fetch;
  /** Hashes persisted queries; undefined where the page has no Web Crypto (it is not served securely). */
  readonly sha256?: (text: string) => Promise<string>;
  /** Milliseconds before a failed request is sent again, by how often it has failed, and why. */
  readonly retryDelay?: (failures: number, error: unknown) => number;
  /** How often a request is sent before its failure is told; 6 by default. */
  readonly attempts?: number;
  /** Seconds between two words of an open editor to the backend; 15 by default. Who is silent for longer is gone. */
  readonly heartbeat?: number;
  /** Waits between them. */
  readonly later?: StartTimer;
  /** How the tabs of a browser know of one another. */
  readonly tabs?: TabDependencies;
  /** Where warnings go; the kit's logger by default. */
  readonly log?: Pick<Logger, 'warn'>;
}

/** The token of an auth value. @throws TypeError for a value that has none. */
export function tokenOf(auth: Auth | null | undefined): string | undefined {
  if (auth === null || auth === undefined || auth === '') return undefined;
  const token = typeof auth === 'string' ? auth : auth.token;
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError(
    'auth must be a token, an object with one, or null; a token contains only visible ASCII characters',
  );
}
